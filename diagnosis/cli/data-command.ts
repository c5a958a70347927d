import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Argument, Command, CommanderError, Option } from "commander";
import { z } from "zod";
import libraries from "../data/generated/libraries.json" with { type: "json" };
import { FormatError } from "../data/import/format-error.ts";
import {
  type ImportedSet,
  importData,
  PUBLISHERS,
  type Publisher,
} from "../data/import/import-data.ts";
import releases from "../data/releases.json" with { type: "json" };
import suffixes from "../data/suffixes.json" with { type: "json" };
import vulnerabilities from "../data/vulnerabilities.json" with { type: "json" };
import type { Language, LocalText } from "../engine/text.ts";
import { EXIT } from "./exit-codes.ts";
import { helpIn } from "./help.ts";
import type { CliIo } from "./main.ts";
import {
  cannotRead,
  cannotWrite,
  imported,
  NOT_JSON,
  notOfPublisher,
  wrongField,
} from "./sentences.ts";
import { languageOf, usageSentence } from "./usage-errors.ts";

type Io = Pick<CliIo, "stdout" | "stderr">;

/** What is imported, where to, and the language in which it is told. */
interface DataImport {
  readonly publisher: Publisher;
  readonly files: readonly string[];
  readonly into: string;
  readonly language: Language;
}

const BUILT_IN: Readonly<Partial<Record<ImportedSet, unknown>>> = {
  vulnerabilities,
  libraries,
  releases,
  suffixes,
};

/**
 * `sekimori data`: keeps the data by which the diagnosis judges versions.
 * @returns the exit code; what is wrong with the command line is said on standard error
 */
export function runData(argv: readonly string[], io: Io): number {
  const language = languageOf(argv);
  let code: number = EXIT.good;
  const command = dataCommand(language, io, (wanted) => {
    code = importFiles(wanted, io);
  });
  try {
    command.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.good : EXIT.usage;
  }
  return code;
}

function dataCommand(language: Language, io: Io, act: (wanted: DataImport) => void): Command {
  const say = (ja: string, en: string) => ({ ja, en })[language];
  const spoken = (name: string) =>
    new Command(name)
      .configureHelp(helpIn(language))
      .helpOption("-h, --help", say("この説明を表示", "print this help"))
      .exitOverride()
      .configureOutput({
        writeOut: io.stdout,
        writeErr: io.stderr,
        outputError: (text, write) => write(`${usageSentence(text.trim(), language)}\n`),
      })
      .addOption(
        new Option(
          "-l, --language <language>",
          say("エラーとこの説明の言語", "language of errors and of this help"),
        )
          .choices(["ja", "en"])
          .default("ja"),
      );
  return spoken("sekimori data")
    .description(
      say("診断がバージョンの判定に使うデータ", "data by which the diagnosis judges versions"),
    )
    .helpCommand(false)
    .addCommand(
      spoken("import")
        .description(
          say(
            "公開元のファイルを、公開元の形式のまま取り込む",
            "take over a publisher's file, in the publisher's own format",
          ),
        )
        .addArgument(
          new Argument("<publisher>", say("ファイルの公開元", "whose file it is")).choices(
            PUBLISHERS,
          ),
        )
        .argument(
          "<files...>",
          say("ファイル（gzipで圧縮されたものも可）", "the files, also with gzip"),
        )
        .option(
          "--into <folder>",
          say("データを保存するフォルダー", "where the sets are kept"),
          "diagnosis-data",
        )
        .action((publisher: Publisher, files: readonly string[], { into }: { into: string }) =>
          act({ publisher, files, into, language }),
        ),
    );
}

/**
 * Takes files in their publisher's own format (gzip too) into the sets of a folder, which
 * `sekimori diagnose --data` reads. A file of another format changes nothing.
 * @returns the exit code
 */
function importFiles({ publisher, files, into, language }: DataImport, io: Io): number {
  const fail = (text: LocalText, code: number) => {
    io.stderr(`${text[language]}\n`);
    return code;
  };
  for (const path of files) {
    let file: { readonly text: string; readonly date: string };
    try {
      file = { text: textOf(path), date: statSync(path).mtime.toISOString().slice(0, 10) };
    } catch {
      return fail(cannotRead(path), EXIT.usage);
    }
    try {
      const name = basename(path).replace(/(\.json|\.csv|\.jsonl)?(\.gz)?$/, "");
      const result = importData({ publisher, name, ...file }, (known) => setIn(into, known));
      const target = join(into, `${result.set}.json`);
      if (!written(target, result.file)) return fail(cannotWrite(target), EXIT.cannotWrite);
      io.stdout(`${imported(path, `${result.set}.json`, result.changed)[language]}\n`);
    } catch (error) {
      return fail(notOfPublisher(path, publisher, reasonOf(error)), EXIT.usage);
    }
  }
  return EXIT.good;
}

function setIn(folder: string, set: ImportedSet): unknown {
  const path = join(folder, `${set}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : BUILT_IN[set];
}

function textOf(path: string): string {
  const bytes = readFileSync(path);
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (packed ? gunzipSync(bytes) : bytes).toString("utf8");
}

function written(path: string, content: unknown): boolean {
  try {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, `${JSON.stringify(content, null, 1)}\n`);
    return true;
  } catch {
    return false;
  }
}

/** Why a file was not taken over; rethrows what is no fault of the file. */
function reasonOf(error: unknown): LocalText {
  if (error instanceof FormatError) return error.text;
  if (error instanceof SyntaxError) return NOT_JSON;
  if (error instanceof z.ZodError) return wrongField(error.issues[0]?.path.join(".") ?? "");
  throw error;
}
