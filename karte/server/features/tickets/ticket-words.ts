import type { Severity } from "@sekimori/karte-contract/words";
import { formatDay, formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { plainText } from "@sekimori/kit-server/plain-text";
import type { TicketText } from "../../ports/ticket-systems.ts";
import type { TicketAct } from "../ticket-records/ticket-acts.ts";

/** What a ticket says of its cause. No evidence: its readers may not be members of the workspace. */
export interface TicketFacts {
  readonly title: Localized;
  readonly host: string;
  readonly severity: Severity;
  readonly sentence: Localized;
  readonly remedy: Localized;
  readonly domains: readonly string[];
  readonly findings: number;
  readonly dueOn: string | null;
  readonly link: string;
  /** The ticket that it goes on from. */
  readonly former: string | null;
}

const severityWords: Readonly<Record<Locale, Readonly<Record<Severity, string>>>> = {
  ja: { critical: "緊急", high: "高", medium: "中", low: "低", info: "情報" },
  en: { critical: "Critical", high: "High", medium: "Medium", low: "Low", info: "Info" },
};

const names = {
  ja: {
    severity: "深刻度",
    priority: "優先度",
    domains: "ドメイン",
    host: "対象",
    findings: "検出事項の数",
    due: "期限",
    former: "前のチケット",
    remedy: "対処方法",
    more: (count: number) => `、ほか${count}件`,
  },
  en: {
    severity: "Severity",
    priority: "Priority",
    domains: "Domains",
    host: "Location",
    findings: "Findings",
    due: "Due",
    former: "Earlier ticket",
    remedy: "How to fix it",
    more: (count: number) => ` and ${count} more`,
  },
} as const;

const domainsMost = 20;

/** The text of a new ticket, in the language of its system. */
export function ticketText(facts: TicketFacts, locale: Locale): TicketText {
  const say = names[locale];
  const shown = facts.domains.slice(0, domainsMost).map((name) => plainText(name, 253));
  const rest = facts.domains.length - shown.length;
  const host = plainText(facts.host, 253);
  const separator = locale === "ja" ? "、" : ", ";
  return {
    title: plainText(`${facts.title[locale]}${locale === "ja" ? "：" : ": "}${host}`, 250),
    facts: [
      { name: say.severity, value: severityWords[locale][facts.severity] },
      { name: say.priority, value: facts.sentence[locale] },
      { name: say.host, value: host },
      {
        name: say.domains,
        value: `${shown.join(separator)}${rest > 0 ? say.more(rest) : ""}`,
      },
      { name: say.findings, value: String(facts.findings) },
      ...(facts.dueOn === null ? [] : [{ name: say.due, value: formatDay(facts.dueOn, locale) }]),
      ...(facts.former === null ? [] : [{ name: say.former, value: facts.former }]),
    ],
    remedy: { name: say.remedy, text: facts.remedy[locale] },
    link: facts.link,
    severity: facts.severity,
    dueOn: facts.dueOn,
  };
}

const comments: Readonly<
  Record<Locale, Readonly<Record<Exclude<TicketAct, "create">, (at: string) => string>>>
> = {
  ja: {
    close: (at) => `${at}までの診断で、この問題が検出されなくなったことを確認しました。`,
    "reopen-still": (at) =>
      `完了とされましたが、${at}の診断でまだ検出されています。対処せずにリスクを受容する場合は、管理者が検出事項の画面で期限を付けて受容してください。`,
    "reopen-back": (at) => `${at}の診断で再び検出されました。`,
  },
  en: {
    close: (at) => `Scans up to ${at} confirm that this problem is no longer found.`,
    "reopen-still": (at) =>
      `This was marked as done, but the scan of ${at} still finds it. To accept the risk instead, an administrator accepts it on the finding's page, until a date.`,
    "reopen-back": (at) => `The scan of ${at} finds this again.`,
  },
};

/**
 * Why a ticket is closed or reopened. Not that it is: a workflow may refuse it, and its status says so.
 *
 * @param at when the scan was that says so
 */
export const ticketComment = (act: Exclude<TicketAct, "create">, at: Date, locale: Locale) =>
  comments[locale][act](formatMoment(at.toISOString(), locale));
