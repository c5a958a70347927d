import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a page of docs/integrate/ has a reader copy. */
export interface PageCode {
  /** Arguments of `sekimori operator clients add`. */
  readonly registration: readonly string[];
  /** The files by the names that stand behind the opening of each block. */
  readonly files: ReadonlyMap<string, string>;
  /** The command that starts the application, where one is shown. */
  readonly run: string | undefined;
}

const fence = /^```(\w+)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm;

/** The words of a command as a shell reads them, as far as the pages use its rules. */
function wordsOf(command: string): string[] {
  const joined = command.replaceAll("\\\n", " ");
  return [...joined.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

/**
 * Reads the code out of a page, with the ports that it writes changed to those of this run.
 *
 * @throws Error for a page that registers nothing.
 */
export function codeOf(page: string, portalPort: string, port: string): PageCode {
  const text = readFileSync(new URL(`../../docs/integrate/${page}`, import.meta.url), "utf8")
    .replaceAll("localhost:3000", `localhost:${portalPort}`)
    .replaceAll(/(?<!\d)4000(?!\d)/g, port);
  const blocks = [...text.matchAll(fence)].map(([, , name, body]) => ({ name, body: body ?? "" }));
  const registration = wordsOf(blocks.find(({ name }) => name === "register")?.body ?? "");
  const adds = registration.indexOf("add");
  if (adds < 0) throw new Error(`${page} registers no application.`);
  const files = blocks.flatMap(({ name, body }) =>
    name === undefined || name === "register" || name === "run" ? [] : [[name, body] as const],
  );
  return {
    registration: registration.slice(adds + 1),
    files: new Map(files),
    run: blocks.find(({ name }) => name === "run")?.body.trim(),
  };
}

/** Writes the files that a page has a reader copy below a folder. */
export function writeFiles(folder: string, { files }: Pick<PageCode, "files">): void {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
