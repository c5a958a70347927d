import { Command, Option } from "commander";
import type { Severity } from "../engine/finding.ts";
import type { Grade } from "../engine/grades.ts";
import type { Language, LocalText } from "../engine/text.ts";
import type { ResolverEndpoint } from "../net/connector.ts";
import type { ProofMethod } from "../scan/ownership.ts";
import { helpIn } from "./help.ts";
import { optionValues } from "./option-values.ts";

export type ReportFormat = "table" | "json" | "sarif" | "html" | "junit" | "csv";

/** The command line of `sekimori diagnose`, checked. */
export interface DiagnoseArguments {
  readonly targets: readonly string[];
  readonly format: ReportFormat;
  readonly output?: string;
  readonly language: Language;
  readonly iAmAuthorised: boolean;
  readonly organisation: string;
  readonly contact?: string;
  readonly token?: string;
  readonly proof: readonly ProofMethod[];
  readonly hosts: readonly string[];
  readonly selectors: readonly string[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly listChecks: boolean;
  readonly failOn: Severity | "never";
  readonly minimumGrade: Grade;
  readonly timeout?: number;
  readonly fixtures?: string;
  readonly resolver?: ResolverEndpoint;
  readonly zoneFile?: string;
  readonly certificateLog?: string;
  readonly discovery: boolean;
  readonly words: boolean;
  readonly data: readonly string[];
  readonly quiet: boolean;
}

/**
 * The command with every option, each declared here only. `known` are the ids of all checks; help and what
 * is wrong with a value are said in `language`.
 */
export function diagnoseCommand(
  version: string,
  known: readonly string[],
  language: Language,
): Command {
  const values = optionValues(language);
  const option = (flags: string, ja: string, en: string) => new Option(flags, { ja, en }[language]);
  const names = (flags: string, ja: string, en: string) =>
    option(flags, ja, en).argParser(values.names).default([], { ja: "なし", en: "none" }[language]);
  return new Command("sekimori diagnose")
    .configureHelp(helpIn(language))
    .description(DESCRIPTION[language])
    .version(version, "--version", { ja: "バージョンを表示", en: "print the version" }[language])
    .helpOption("-h, --help", { ja: "この説明を表示", en: "print this help" }[language])
    .argument(
      "[targets...]",
      {
        ja: "ドメインまたはホスト。URLを貼り付けると、そのホストを対象とします",
        en: "domains or hosts; of a pasted URL its host is taken",
      }[language],
    )
    .addOption(
      option("-f, --format <form>", "報告書の形式", "form of the report")
        .choices(["table", "json", "sarif", "html", "junit", "csv"])
        .default("table"),
    )
    .addOption(
      option(
        "-o, --output <file>",
        "報告書を画面ではなくファイルに出力",
        "write the report there instead of to the screen",
      ),
    )
    .addOption(
      option(
        "-l, --language <language>",
        "報告書、エラー、この説明の言語",
        "language of the report, of errors and of this help",
      )
        .choices(["ja", "en"])
        .default("ja"),
    )
    .addOption(
      option(
        "--targets <file>",
        "対象を1行に一つ書いたファイル",
        "take targets from a file, one a line",
      ).argParser(values.lines),
    )
    .addOption(
      option(
        "--i-am-authorised",
        "対象を診断してよいことを表明",
        "state that you may examine the targets",
      ).default(false),
    )
    .addOption(
      option(
        "--organisation <name>",
        "依頼元の組織（同意の記録に含まれます）",
        "on whose behalf; part of the consent",
      ).default(""),
    )
    .addOption(
      option(
        "--contact <url>",
        "連絡先のページまたはmailto:",
        "a page or mailto: about you",
      ).argParser(values.url),
    )
    .addOption(
      option(
        "--token <token>",
        "表明の代わりに、このトークンで所有を証明",
        "prove ownership by this token instead",
      ).argParser(values.token),
    )
    .addOption(
      option(
        "--proof <methods>",
        "トークンを探す場所：dns-txt、file、meta",
        "where to look for the token: dns-txt, file, meta",
      )
        .argParser(values.proofMethods)
        .default(["dns-txt"], "dns-txt"),
    )
    .addOption(
      names(
        "--hosts <names>",
        "同じドメインの、併せて診断するホスト",
        "further hosts of the domain to examine",
      ),
    )
    .addOption(names("--selectors <names>", "確認するDKIMセレクター", "DKIM selectors to ask for"))
    .addOption(
      option(
        "--only <checks>",
        "これらの項目または分野だけを実行（評点と評価は出しません）",
        "run these checks or categories only, without score and grade",
      ).argParser(values.checks(known)),
    )
    .addOption(
      option(
        "--skip <checks>",
        "これらの項目または分野を除外",
        "leave these checks or categories out",
      ).argParser(values.checks(known)),
    )
    .addOption(
      option(
        "--list-checks",
        "診断項目とその負荷を一覧表示して終了",
        "list the checks and what each costs, and exit",
      ).default(false),
    )
    .addOption(
      option(
        "--fail-on <severity>",
        "この重大度以上の指摘があれば終了コード1",
        "exit with 1 for a finding of this severity or above",
      )
        .choices(["critical", "high", "medium", "low", "info", "never"])
        .default("never"),
    )
    .addOption(
      option(
        "--minimum-grade <grade>",
        "評価がこれを下回れば終了コード1",
        "exit with 1 below this grade",
      )
        .choices(["A", "B", "C", "D", "E"])
        .default("B"),
    )
    .addOption(
      option(
        "--timeout <seconds>",
        "対象ごとに、この秒数で打ち切り",
        "stop each target after so long",
      ).argParser(values.seconds),
    )
    .addOption(
      option(
        "--zone-file <file>",
        "ホスト名をゾーンファイルから読み取り",
        "take host names from a zone file",
      ),
    )
    .addOption(
      option(
        "--certificate-log <url>",
        "証明書の公開ログの検索サービスに照会（URLに{domain}）",
        "ask a certificate log ({domain} in the URL)",
      ).argParser(values.url),
    )
    .addOption(option("--no-discovery", "ほかのホストを探さない", "do not look for other hosts"))
    .addOption(option("--no-words", "ホスト名の候補一覧を試さない", "do not try the word list"))
    .addOption(
      option(
        "--resolver <address>",
        "問い合わせ先のDNSリゾルバー（53番以外は:ポート）",
        "recursive resolver to ask, with :port if not 53",
      ).argParser(values.resolver),
    )
    .addOption(
      names(
        "--data <files>",
        "「sekimori data」で取り込んだ新しいデータ（ファイルまたはフォルダー）",
        "newer data sets (files or a folder), as “sekimori data” writes",
      ),
    )
    .addOption(
      option(
        "--fixtures <file>",
        "ループバックの許可一覧（試験と実演用）",
        "loopback allow-list for tests and demonstrations",
      ),
    )
    .addOption(
      option(
        "-q, --quiet",
        "標準エラーに進捗を表示しない",
        "no progress on standard error",
      ).default(false),
    )
    .addHelpText("after", EXIT_HELP[language]);
}

const DESCRIPTION: LocalText = {
  ja: "ドメインの公開部分（DNS、メール、TLS、Web、ポート）を診断します。対象の所有を証明する（--token）か、診断してよいことを表明する（--i-am-authorised）まで、何も送信しません。",
  en: "Examines the public face of a domain: DNS, mail, TLS, web, ports. Nothing is sent before the ownership of the target is proved (--token) or you state your authority (--i-am-authorised).",
};

const EXIT_HELP: LocalText = {
  ja: `
終了コード：0 評価を満たした、1 評価を下回ったか--fail-onに該当、2 評価なし（診断できた項目が少ない）、
64 指定の誤り、66 存在しないドメイン、73 報告書を書き込めない、77 診断の拒否、124 時間切れ、130 中止`,
  en: `
Exit codes: 0 grade reached, 1 grade missed or --fail-on met, 2 no grade (too little could be
examined), 64 wrong usage, 66 no such domain, 73 report cannot be written, 77 refused, 124 timeout,
130 stopped.`,
};

/** Reads parsed options and operands together. */
export function argumentsOf(command: Command): DiagnoseArguments {
  const { targets, ...options } = command.opts<
    Omit<DiagnoseArguments, "targets"> & { targets?: readonly string[] }
  >();
  const all = [...command.args, ...(targets ?? [])].map(hostOf);
  return {
    ...options,
    only: options.only ?? [],
    skip: options.skip ?? [],
    targets: [...new Set(all)],
  };
}

/**
 * Of a pasted address its host, with or without `https://` before it; anything else stays as it is, for the
 * guard to judge.
 */
function hostOf(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return URL.parse(text)?.hostname || text;
  return /^([^\s:/?#@\\[\]]+)(?::\d{1,5})?(?:[/?#].*)?$/.exec(text)?.[1] ?? text;
}
