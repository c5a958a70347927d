import { reportDays } from "@sekimori/karte-contract/constants";
import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { details, link, note, paragraph } from "@sekimori/kit-server/mail/letter";
import { plainText } from "@sekimori/kit-server/plain-text";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import type { MailedPerson } from "../../mails/greeted.ts";
import { composeMail, type MailSettings } from "../../mails/mail-layout.ts";
import { openMailedPerson } from "../principals/person.ts";
import type { ViewColumns } from "../saved-views/view-snapshot.ts";
import { scopeWord } from "./report-pdf.ts";
import { type ReportRecord, scopeView } from "./report-rows.ts";
import { reportWords } from "./report-words.ts";

const words = {
  ja: {
    subject: "レポートができました",
    line: "ご依頼のレポートができました。画面からダウンロードできます。",
    monthly: "先月のレポートができました。画面からダウンロードできます。",
    link: "レポートを開く",
    kept: (days: number) => `レポートは${days}日間保存されます。`,
    why: "このメールは、レポートを申請した方、または毎月のレポートの宛先になっている方にお送りしています。",
  },
  en: {
    subject: "Your report is ready",
    line: "The report you requested is ready to download.",
    monthly: "Last month's report is ready to download.",
    link: "View the report",
    kept: (days: number) => `We keep reports for ${days} days.`,
    why: "You're receiving this email because you requested the report or receive the monthly one.",
  },
} as const;

/** A member's row, with the sealed name and address. */
export interface Addressee {
  readonly workspace_id: string;
  readonly account_id: string;
  readonly personal: Buffer;
}

type MailedReport = Pick<
  ReportRecord,
  | "id"
  | "account_id"
  | "group_id"
  | "group_name"
  | "domain_id"
  | "domain_name"
  | "from_day"
  | "to_day"
> &
  ViewColumns & { readonly language: Locale };

/** The mail that a report is there, the same for whoever asked and for a monthly one's people. */
export function reportMail(
  settings: MailSettings,
  person: MailedPerson,
  record: MailedReport,
): QueuedMail {
  const { language } = record;
  const say = words[language];
  const url = new URL(pagePaths.reportRequest, settings.karteOrigin);
  url.searchParams.set(queryNames.id, record.id);
  const of = reportWords[language];
  const scope = scopeView(record);
  const days = [record.from_day, record.to_day].map((day) => formatDay(day, language));
  return composeMail(settings, {
    person,
    locale: language,
    subject: say.subject,
    blocks: [
      paragraph(record.account_id === null ? say.monthly : say.line),
      details([
        [of.scope, plainText(scopeWord(of, scope.kind === "all" ? null : scope), 200)],
        [of.period, days.join(" – ")],
      ]),
      link(say.link, url.href),
      note(say.kept(reportDays)),
    ],
    why: say.why,
  });
}

/** Tells people that their report is there, in the transaction that makes it so. */
export async function queueReportMails(
  tx: KarteTransaction,
  { mail, sealer, settings }: KarteContext,
  record: ReportRecord,
  people: readonly Addressee[],
): Promise<void> {
  for (const row of people) {
    await mail.queueMail(tx, reportMail(settings, openMailedPerson(sealer, row), record));
  }
}
