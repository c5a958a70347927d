import { formatMonth } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { MonthlySummary } from "@sekimori/portal-contract/applications/summary";
import { kartePage } from "@sekimori/portal-contract/page-routes";
import {
  composeMail,
  link,
  type MailBlock,
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
        ["解決済みになった検出事項", `${fixedFindings}件`],
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

/** What to do first, the most urgent first, each with its reason. */
function firstIn({ first = [] }: Workspace, locale: Locale) {
  if (first.length === 0) return [];
  const rows = first.map(({ title, place, why, findings = 1 }): Row => {
    const where =
      findings === 1
        ? place
        : locale === "ja"
          ? `${place}、検出事項${findings}件`
          : `${place}, ${findings} findings`;
    return [title[locale], `${where}${locale === "ja" ? "。" : ". "}${why[locale]}`];
  });
  return [paragraph(locale === "ja" ? "まず取り組むこと" : "What to fix first"), table(rows)];
}

function runsIn(used: number, most: number | null, locale: Locale): string {
  if (most === null) return locale === "ja" ? `手動診断：${used}回` : `Manual scans: ${used}.`;
  return locale === "ja"
    ? `手動診断：月${most}回のうち${used}回をご利用になりました。`
    : `Manual scans: you used ${used} of ${most} in your plan.`;
}

function unsubscribing(unsubscribeUrl: string, locale: Locale): readonly MailBlock[] {
  return locale === "ja"
    ? [
        note(
          "このメールは毎月1日にお送りしています。配信はマイページの「月次サマリーメール」でいつでも変更できます。",
        ),
        link("配信を停止する", unsubscribeUrl),
      ]
    : [
        note(
          "This email comes on the 1st of each month. Turn it on or off at any time under “Monthly summary email” on My Page.",
        ),
        link("Unsubscribe", unsubscribeUrl),
      ];
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
        note("未解決の検出事項の数と、まず取り組むことは、このメールの作成時のものです。"),
        ...unsubscribing(unsubscribeUrl, locale),
      ])
    : composeMail(sender, locale, `Your scan summary for ${month}`, [
        paragraph(`Here's what your scans showed in ${month}.`),
        ...workspaces,
        paragraph(runs),
        link("See your results", overview),
        note("Open findings and what to fix first are as of this email."),
        ...unsubscribing(unsubscribeUrl, locale),
      ]);
}

const firstSteps: Readonly<Record<Locale, readonly Row[]>> = {
  ja: [
    ["1. ドメインを追加する", "組織が主に使っているドメイン、またはそのホストです。"],
    [
      "2. 所有を確認する",
      "DNSレコード、ファイル、トップページのタグのうち、どれか1つで確認できます。",
    ],
    ["3. 診断する", "診断に同意して開始します。数分で最初の結果が出ます。"],
  ],
  en: [
    ["1. Add your domain", "Your organization's main domain, or one of its hosts."],
    [
      "2. Verify that you own it",
      "Add a DNS record, or a file or a tag on the website. One is enough.",
    ],
    ["3. Scan it", "Agree to scans and start one. You'll see the first results within minutes."],
  ],
};

/** The past month of a member who has no domain yet: that there is nothing to tell, and the way there. */
export function noDomainsYetMail(
  sender: MailSender,
  locale: Locale,
  about: Omit<Parameters<typeof monthlySummaryMail>[2], "summary">,
): MailContent {
  const { manualRunsPerMonth: most, unsubscribeUrl } = about;
  const month = formatMonth(about.month, locale);
  const overview = `${sender.portalOrigin}${kartePage("")}`;
  return locale === "ja"
    ? composeMail(sender, locale, `${month}の診断のまとめ`, [
        paragraph(
          `ドメインがまだ登録されていないため、${month}の診断の結果はありません。次の3ステップで最初の結果をご覧いただけます。`,
        ),
        table(firstSteps.ja),
        ...(most === null
          ? []
          : [paragraph(`ご利用のプランでは、手動診断を月${most}回まで行えます。`)]),
        link("診断を始める", overview),
        ...unsubscribing(unsubscribeUrl, locale),
      ])
    : composeMail(sender, locale, `Your scan summary for ${month}`, [
        paragraph(
          `You have no domains yet, so there are no scan results for ${month}. Three steps lead to your first results.`,
        ),
        table(firstSteps.en),
        ...(most === null ? [] : [paragraph(`Your plan includes ${most} manual scans per month.`)]),
        link("Get started", overview),
        ...unsubscribing(unsubscribeUrl, locale),
      ]);
}
