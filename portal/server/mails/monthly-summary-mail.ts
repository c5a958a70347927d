import { formatMonth } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { MonthlySummary } from "@sekimori/portal-contract/applications/summary";
import { kartePage } from "@sekimori/portal-contract/page-routes";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  note,
  paragraph,
  table,
} from "./mail-layout.ts";

type Workspace = MonthlySummary["workspaces"][number];
type Row = readonly [label: string, value: string];

const severities: Readonly<Record<keyof Workspace["open"], Readonly<Record<Locale, string>>>> = {
  critical: { ja: "緊急", en: "critical" },
  high: { ja: "高", en: "high" },
  medium: { ja: "中", en: "medium" },
  low: { ja: "低", en: "low" },
  info: { ja: "情報", en: "info" },
};

function gradeIn({ grade, gradeBefore }: Workspace, locale: Locale): string {
  const ja = locale === "ja";
  if (grade === null) return ja ? "まだ診断されていません" : "Not scanned yet";
  if (gradeBefore === null || gradeBefore === grade) return grade;
  return ja ? `${grade}（前月は${gradeBefore}）` : `${grade} (${gradeBefore} the month before)`;
}

function openIn({ open }: Workspace, locale: Locale): string {
  const counts = Object.entries(severities)
    .map(([severity, name]) => [name[locale], open[severity as keyof Workspace["open"]]] as const)
    .filter(([, count]) => count > 0);
  if (counts.length === 0) return locale === "ja" ? "ありません" : "None";
  return locale === "ja"
    ? counts.map(([name, count]) => `${name} ${count}件`).join("、")
    : counts.map(([name, count]) => `${count} ${name}`).join(", ");
}

function rowsOf(workspace: Workspace, locale: Locale): readonly Row[] {
  const { name, domains, newFindings, fixedFindings, newAssets } = workspace;
  return locale === "ja"
    ? [
        ["ワークスペース", name],
        ["ドメイン", `${domains}件`],
        ["評価", gradeIn(workspace, locale)],
        ["未解決の検出事項", openIn(workspace, locale)],
        ["新しい検出事項", `${newFindings}件`],
        ["解決した検出事項", `${fixedFindings}件`],
        ["新しい資産", `${newAssets}件`],
      ]
    : [
        ["Workspace", name],
        ["Domains", `${domains}`],
        ["Grade", gradeIn(workspace, locale)],
        ["Open findings", openIn(workspace, locale)],
        ["New findings", `${newFindings}`],
        ["Fixed findings", `${fixedFindings}`],
        ["New assets", `${newAssets}`],
      ];
}

/** What to do first, numbered, each with its reason. */
function firstIn({ first = [] }: Workspace, locale: Locale) {
  if (first.length === 0) return [];
  const rows = first.map(({ title, place, why }, index): Row => {
    const what = locale === "ja" ? `${title.ja}（${place}）` : `${title.en} (${place})`;
    return [`${index + 1}`, `${what}${locale === "ja" ? "。" : ". "}${why[locale]}`];
  });
  return [paragraph(locale === "ja" ? "まず取り組むこと" : "What to fix first"), table(rows)];
}

function runsIn(used: number, most: number | null, locale: Locale): string {
  if (most === null) return locale === "ja" ? `手動診断：${used}回` : `Manual scans: ${used}.`;
  return locale === "ja"
    ? `手動診断：月${most}回のうち${used}回をご利用になりました。`
    : `Manual scans: you used ${used} of ${most} in your plan.`;
}

/** The past month in the management application: grade, what changed, what is open, scans used. */
export function monthlySummaryMail(
  sender: MailSender,
  locale: Locale,
  about: {
    /** Any day of the month. */
    readonly month: string;
    readonly summary: MonthlySummary;
    /** Null where the plan counts none. */
    readonly manualRunsPerMonth: number | null;
    readonly unsubscribeUrl: string;
  },
): MailContent {
  const { summary, manualRunsPerMonth, unsubscribeUrl } = about;
  const month = formatMonth(about.month, locale);
  const workspaces = summary.workspaces.flatMap((workspace) => [
    table(rowsOf(workspace, locale)),
    ...firstIn(workspace, locale),
  ]);
  const runs = runsIn(summary.manualRunsUsed, manualRunsPerMonth, locale);
  const overview = `${sender.portalOrigin}${kartePage("")}`;
  return locale === "ja"
    ? composeMail(sender, locale, `${month}の診断のまとめ`, [
        paragraph(`${month}の診断の結果をまとめてお知らせします。`),
        ...workspaces,
        paragraph(runs),
        link("診断の結果を見る", overview),
        note(
          "未解決の検出事項の数と「まず取り組むこと」は、このメールの作成時のものです。このメールは毎月1日にお送りしています。配信はマイページの「月次サマリーメール」でいつでも変更できます。",
        ),
        link("配信を停止する", unsubscribeUrl),
      ])
    : composeMail(sender, locale, `Your scan summary for ${month}`, [
        paragraph(`Here's what your scans showed in ${month}.`),
        ...workspaces,
        paragraph(runs),
        link("See your results", overview),
        note(
          "Open findings and what to fix first are as of this email. It comes on the 1st of each month; turn it on or off at any time under “Monthly summary email” on My Page.",
        ),
        link("Unsubscribe", unsubscribeUrl),
      ]);
}
