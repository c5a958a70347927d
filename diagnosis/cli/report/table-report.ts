import type { Language } from "../../engine/text.ts";
import { CATEGORY_WORDS, dataSetWord, SEVERITY_WORDS, STATE_WORDS } from "../../engine/words.ts";
import type { HostScore } from "../../score/host-score.ts";
import { asWritten } from "../sentences.ts";
import { pad } from "../terminal-cells.ts";
import { grouped, isProblem, type Report, STOPPED } from "./report.ts";

const WORDS = {
  ja: {
    score: "評点",
    assets: "見つかった資産",
    data: "使用したデータ",
    none: "指摘はありません。",
    limits: "見えないもの",
    colon: "：",
    comma: "、",
    overall: "全体",
    atMost: "最大",
    remedies: "説明と対策は --format html の報告書にあります。",
  },
  en: {
    score: "Score",
    assets: "Assets found",
    data: "Data used",
    none: "Nothing to report.",
    limits: "Not visible to us",
    colon: ": ",
    comma: ", ",
    overall: "Overall",
    atMost: "at most",
    remedies: "Explanations and remedies are in the report of --format html.",
  },
} as const;

/** Plain text for a terminal: scores first, then what to deal with, then what was not decided. */
export function tableReport(report: Report, language: Language): string {
  const { result, findings, assets } = report;
  const words = WORDS[language];
  const lines: string[] = [];
  if (result.status === "stopped") lines.push(STOPPED[language], "");
  if (report.partial) lines.push(asWritten(result.target));
  else lines.push(...scores(report, language));
  lines.push("");
  const shown = findings.filter(
    (finding) => isProblem(finding) || finding.state === "inconclusive",
  );
  if (shown.length === 0) lines.push(words.none);
  for (const { finding, places } of grouped(shown)) {
    const weight = finding.severity
      ? SEVERITY_WORDS[finding.severity][language]
      : STATE_WORDS[finding.state][language];
    lines.push(`${pad(weight, 12)} ${pad(finding.check, 14)} ${places.join(", ")}`);
    lines.push(`${" ".repeat(13)}${printable(finding.summary[language])}`);
  }
  if (shown.some(isProblem)) lines.push("", words.remedies);
  const sets = result.dataSets.map(
    ({ name, date }) => `${printable(dataSetWord(name)[language])} (${date})`,
  );
  lines.push("", `${words.assets}${words.colon}${assets.length}`);
  lines.push(`${words.data}${words.colon}${sets.join(words.comma)}`);
  lines.push(
    `${words.limits}${words.colon.trim()}`,
    ...result.notVisible.map((note) => `  ${note[language]}`),
  );
  return `${lines.join("\n")}\n`;
}

/** The whole, then each host with its categories and the limits on its grade. */
function scores({ result }: Report, language: Language): readonly string[] {
  const lines: string[] = [];
  if (result.hosts.length > 1)
    lines.push(`${WORDS[language].overall}  ${graded(result.organisation, language)}`);
  for (const host of result.hosts) {
    lines.push(`${asWritten(host.host)}  ${graded(host, language)}${undecided(host, language)}`);
    for (const category of host.categories)
      lines.push(
        `  ${pad(CATEGORY_WORDS[category.category][language], 22)} ${category.score ?? "–"}`,
      );
    for (const cap of host.caps) lines.push(`  ≤ ${cap.grade}  ${printable(cap.reason[language])}`);
  }
  return lines;
}

type Graded = Pick<HostScore, "score" | "grade" | "atMost">;

/** Score and grade, with "at most" where too little could be decided. */
function graded({ score, grade, atMost }: Graded, language: Language): string {
  const words = WORDS[language];
  return `${words.score} ${atMost ? `${words.atMost} ` : ""}${score ?? "–"}  ${grade ?? "–"}`;
}

/** How much of the checks came to no result, where that leaves the grade open. */
function undecided({ atMost, coverage }: HostScore, language: Language): string {
  if (!atMost || coverage === null) return "";
  const share = Math.round((1 - coverage) * 100);
  return language === "ja" ? `（未判定${share}％）` : ` (${share} % undecided)`;
}

/** What a server said may hold escape sequences that would take over the terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, "\u{fffd}");
}
