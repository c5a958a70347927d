import type { Grade, Severity } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { GradeCause } from "./grade-causes.ts";

const ja = {
  title: "セキュリティ診断レポート",
  summary: "要約",
  contents: "目次",
  trend: "推移",
  first: "まず取り組むこと",
  changes: "評価の変化とその理由",
  domains: "ドメイン一覧",
  findings: "検出事項",
  about: "このレポートについて",
  workspace: "ワークスペース",
  scope: "対象",
  period: "期間",
  madeAt: "作成日時",
  everything: "すべてのドメイン",
  group: (name: string) => `グループ「${name}」`,
  views: {
    domains: (name: string) => `ドメインのビュー「${name}」`,
    findings: (name: string) => `検出事項のビュー「${name}」`,
  },
  grade: "評価",
  score: "スコア",
  scoreOf: (score: number) => `${score}点`,
  noGrade: "評価なし",
  domainsCount: "ドメイン",
  diagnosed: "診断済み",
  openCount: "未解決の検出事項",
  newCount: "期間中に新しく見つかった検出事項",
  fixedCount: "期間中に解決した検出事項",
  overdueCount: "期限を過ぎた検出事項",
  acceptedCount: "受容しているリスク",
  endsNext: (count: string, day: string) => `${count}（次の期限 ${day}）`,
  unseenCount: "診断していないドメイン",
  course: (day: string, before: string, last: string, after: string) =>
    `${day}の評価は${before}、${last}の評価は${after}でした。`,
  byGrade: "評価別のドメイン数",
  bySeverity: "深刻度別の検出事項数",
  severity: "深刻度",
  count: "件数",
  domain: "ドメイン",
  host: "ホスト",
  finding: "検出事項",
  since: "検出日",
  due: "期限",
  priority: "優先度",
  assignee: "担当者",
  nobody: "未割り当て",
  points: "ドメインのスコア",
  pointsOf: (points: number) => `+${points}点`,
  together: (findings: number) => `同じ原因の検出事項：${findings}件`,
  lastRun: "前回の診断",
  never: "未診断",
  when: "日時",
  change: "変化",
  why: "理由",
  none: "該当するものはありません。",
  noHistory: "この期間に診断はありません。",
  more: (count: number) =>
    `ほか${count.toLocaleString("ja")}件。全件はCSVまたはJSONでご覧ください。`,
  moreCauses: (count: number) => `ほか${count}件`,
  intro: (all: number, diagnosed: number) =>
    `${all.toLocaleString("ja")}ドメインのうち、診断済みは${diagnosed.toLocaleString("ja")}ドメインです。`,
  trendAlt: "期間中のスコアの推移を示す折れ線グラフ。数値は次の表にあります。",
  year: "12か月の評価",
  yearOfTwoRules: "12か月の評価（破線：採点方式の変更）",
  yearAlt: (months: readonly string[]) => `各月末の評価とスコアの棒グラフ。${months.join("、")}。`,
  monthAlt: (month: string, grade: string, score: number) => `${month}は${grade}（${score}点）`,
  otherRules: (months: readonly string[]) =>
    `採点方式は${months.join("、")}に変わりました。その前後の評価は比べられません。`,
  weeksAlt: "週ごとに新しく見つかった件数と解決した件数の棒グラフ。数値は次の表にあります。",
  week: "週の始まり",
  appeared: "新規",
  closed: "解決",
  day: "日付",
  scoreTrend: "スコアの推移",
  weeksTrend: "検出事項の増減（週ごと）",
  gradeAlt: (grade: string, score: string) => `全体の評価は${grade}、スコアは${score}。`,
  versionMark: "採点方式の変更",
  firstIntro:
    "優先度の高い順です。優先度は、深刻度、悪用の状況、公開範囲、期限の超過から計算します。スコアは、解決したときにそのドメインのスコアが上がる点数です。",
  aboutText:
    "評価・検出事項の数・ドメイン一覧は作成日時のもの、推移・増減・評価の変化は上の期間のものです。「解決」は同じ検査が同じホストで通ったことを指し、確認できなかったものは含みません。診断はすべての弱点が見つかることを保証するものではありません。",
  aboutViews: {
    domains:
      "このレポートの対象は、作成日時に上のビューに表示されたドメインです。保存したビューを後から変更・削除しても、このレポートの内容は変わりません。",
    findings:
      "このレポートの件数と一覧は、作成日時に上のビューに表示された検出事項だけのものです。評価・スコアは、それらの検出事項があるドメイン全体のものです。新規と解決の件数には、状態を除いてビューの条件に合う検出事項を数えます。保存したビューを後から変更・削除しても、このレポートの内容は変わりません。",
  },
  closedStates: { accepted: "受容", fixed: "解決済み", gone: "消滅" },
  severities: { critical: "緊急", high: "高", medium: "中", low: "低", info: "情報" },
  causes: {
    "score-version": (from: string, to: string) => `採点方式が${from}から${to}に変わりました`,
    appeared: (text: string) => `新しく見つかった：${text}`,
    disappeared: (text: string) => `見つからなくなった：${text}`,
    severity: (text: string) => `深刻度が変わった：${text}`,
    "asset-found": (host: string) => `新しいホスト：${host}`,
    "asset-gone": (host: string) => `見つからなくなったホスト：${host}`,
    undecided: (host: string) => `確認できなかった検査がある：${host}`,
  },
  /** Where a policy says another severity than the check. */
  inForce: (severity: string, ofCheck: string) => `${severity}、診断結果では${ofCheck}`,
} as const;

type Words = { readonly [Key in keyof typeof ja]: Widened<(typeof ja)[Key]> };
type Widened<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof T]: Widened<T[Key]> };

const en: Words = {
  title: "Security diagnosis report",
  summary: "Summary",
  contents: "Contents",
  trend: "Trend",
  first: "What to fix first",
  changes: "Grade changes and why",
  domains: "Domains",
  findings: "Findings",
  about: "About this report",
  workspace: "Workspace",
  scope: "Scope",
  period: "Period",
  madeAt: "Created",
  everything: "All domains",
  group: (name) => `Group “${name}”`,
  views: {
    domains: (name) => `Domain view “${name}”`,
    findings: (name) => `Findings view “${name}”`,
  },
  grade: "Grade",
  score: "Score",
  scoreOf: (score) => `${score} points`,
  noGrade: "No grade",
  domainsCount: "Domains",
  diagnosed: "Scanned",
  openCount: "Open findings",
  newCount: "New findings in this period",
  fixedCount: "Findings fixed in this period",
  overdueCount: "Overdue findings",
  acceptedCount: "Accepted risks",
  endsNext: (count, day) => `${count} (next ends ${day})`,
  unseenCount: "Domains that weren't scanned",
  course: (day, before, last, after) =>
    `The grade was ${before} on ${day} and ${after} on ${last}.`,
  byGrade: "Domains by grade",
  bySeverity: "Findings by severity",
  severity: "Severity",
  count: "Count",
  domain: "Domain",
  host: "Host",
  finding: "Finding",
  since: "First seen",
  due: "Due",
  priority: "Priority",
  assignee: "Assigned to",
  nobody: "Nobody",
  points: "Domain score",
  pointsOf: (points) => `+${points}`,
  together: (findings) => `Findings with this cause: ${findings}`,
  lastRun: "Last scan",
  never: "Not scanned yet",
  when: "Time",
  change: "Change",
  why: "Reason",
  none: "Nothing to show.",
  noHistory: "No scans in this period.",
  more: (count) => `${count.toLocaleString("en")} more. See all of them in CSV or JSON.`,
  moreCauses: (count) => `${count} more`,
  intro: (all, diagnosed) =>
    `${diagnosed.toLocaleString("en")} of ${all.toLocaleString("en")} domains have been scanned.`,
  trendAlt: "Line chart of the score over the period. The table below has the numbers.",
  year: "Grade over 12 months",
  yearOfTwoRules: "Grade over 12 months (dashed line: new scoring)",
  yearAlt: (months) =>
    `Bar chart of the grade and score at the end of each month. ${months.join(", ")}.`,
  monthAlt: (month, grade, score) => `${month}: ${grade} (${score})`,
  otherRules: (months) =>
    `The scoring changed in ${months.join(", ")}. Grades before and after can't be compared.`,
  weeksAlt: "Bar chart of new and fixed findings by week. The table below has the numbers.",
  week: "Week of",
  appeared: "New",
  closed: "Fixed",
  day: "Date",
  scoreTrend: "Score over time",
  weeksTrend: "New and fixed findings by week",
  gradeAlt: (grade, score) => `Overall grade ${grade}, score ${score}.`,
  versionMark: "Scoring changed",
  firstIntro:
    "The most urgent first: by severity, known exploitation, exposure and how long it is overdue. Domain score is what fixing it adds to its domain's score.",
  aboutText:
    "Grades, finding counts and the list of domains are as of when this report was created. The trend, new and fixed findings, and grade changes cover the period above. “Fixed” means the same check passed on the same host; results that we couldn't confirm don't count. Scans can't guarantee to find every weakness.",
  aboutViews: {
    domains:
      "This report covers the domains that the view above showed when the report was created. Changing or deleting the saved view later doesn't change this report.",
    findings:
      "Counts and lists in this report cover only the findings that the view above showed when the report was created. Grades and scores are those of the domains with these findings. New and fixed findings are counted if they match the view's filters, apart from status. Changing or deleting the saved view later doesn't change this report.",
  },
  closedStates: { accepted: "Accepted", fixed: "Fixed", gone: "Removed" },
  severities: { critical: "Critical", high: "High", medium: "Medium", low: "Low", info: "Info" },
  causes: {
    "score-version": (from, to) => `Scoring changed from ${from} to ${to}`,
    appeared: (text) => `New: ${text}`,
    disappeared: (text) => `No longer found: ${text}`,
    severity: (text) => `Severity changed: ${text}`,
    "asset-found": (host) => `New host: ${host}`,
    "asset-gone": (host) => `Host no longer found: ${host}`,
    undecided: (host) => `Inconclusive checks: ${host}`,
  },
  inForce: (severity, ofCheck) => `${severity}, the check says ${ofCheck}`,
};

export type ReportWords = Words;

export const reportWords: Readonly<Record<Locale, ReportWords>> = { ja, en };

export function gradeWord(words: ReportWords, grade: Grade | null): string {
  return grade ?? words.noGrade;
}

export function severityWord(words: ReportWords, severity: Severity): string {
  return words.severities[severity];
}

/** A cause as a sentence. */
export function causeSentence(words: ReportWords, cause: GradeCause, locale: Locale): string {
  switch (cause.kind) {
    case "score-version":
      return words.causes["score-version"](cause.from, cause.to);
    case "appeared":
    case "disappeared":
    case "severity": {
      const ofCheck = severityWord(words, cause.severity);
      const severity =
        cause.inForce === undefined
          ? ofCheck
          : words.inForce(severityWord(words, cause.inForce), ofCheck);
      return words.causes[cause.kind](`${cause.host} – ${cause.summary[locale]} (${severity})`);
    }
    case "asset-found":
    case "asset-gone":
    case "undecided":
      return words.causes[cause.kind](cause.host);
  }
}
