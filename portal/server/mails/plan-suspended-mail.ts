import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { lateChargePercent } from "@sekimori/portal-contract/constants";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { invoiceRows, invoicesLink, type MailedInvoice } from "./billing-mails.ts";
import { composeMail, type MailContent, type MailSender, paragraph, table } from "./mail-layout.ts";
import { type Mending, mendingLink, type Row, whileSuspended, whoMends } from "./unpaid-words.ts";

/** What is unpaid when a plan is suspended. */
export interface Unpaid {
  /** The oldest first; never empty. */
  readonly invoices: readonly MailedInvoice[];
  /** What mends it where it is one invoice; of several, My Page pays all. */
  readonly mending: Mending | null;
  /** The day of the last charge that failed; null when another card was waited for. */
  readonly lastTriedOn: string | null;
}

function unpaidRows(invoices: readonly MailedInvoice[], locale: Locale): readonly Row[] {
  const [first, ...others] = invoices;
  if (first !== undefined && others.length === 0) return invoiceRows(first, locale);
  const sum = invoices.reduce((yen, { total }) => yen + total, 0);
  return [
    [locale === "ja" ? "合計" : "Total", formatYen(sum, locale)],
    ...invoices.map(({ number, total }): Row => [number, formatYen(total, locale)]),
  ];
}

/** The course of an unpaid invoice is over: the plan is suspended, and what remains to be done. */
export function planSuspendedMail(
  sender: MailSender,
  locale: Locale,
  { invoices, mending, lastTriedOn }: Unpaid,
): MailContent {
  const rows = table(unpaidRows(invoices, locale));
  const way =
    mending === null ? invoicesLink(sender, locale) : mendingLink(sender, locale, mending);
  const mends = mending === null ? [] : [paragraph(whoMends[mending.failure][locale])];
  const plan = planNames.detailed.ja;
  if (locale === "ja") {
    const tried =
      lastTriedOn === null ? "" : `${formatDay(lastTriedOn, locale)}の最後の請求もできず、`;
    return composeMail(sender, locale, `${plan}を停止しました`, [
      paragraph(
        `${tried}お支払いを確認できなかったため、${plan}を停止しました。今後は、お客様がお支払いの操作をされるか、別のカードを登録されたときにだけ請求します。`,
      ),
      rows,
      ...mends,
      paragraph(`${whileSuspended.ja}新たな月額料金は請求しません。`),
      paragraph(
        `未払いの料金がすべて支払われると、プランはすぐに再開します。お支払期日の翌日からお支払いの日まで、年${lateChargePercent}%の遅延損害金がかかり、次回の請求書に記載します。`,
      ),
      way,
    ]);
  }
  const tried =
    lastTriedOn === null
      ? "We haven't received your payment"
      : `Our last attempt, on ${formatDay(lastTriedOn, locale)}, failed too`;
  return composeMail(sender, locale, "Your plan is suspended", [
    paragraph(
      `${tried}, so your detailed diagnosis plan is now suspended. From now on, we charge your card only when you choose to pay or add another one.`,
    ),
    rows,
    ...mends,
    paragraph(`${whileSuspended.en} You won't get new invoices.`),
    paragraph(
      `Your plan resumes as soon as all unpaid invoices are paid. A late charge of ${lateChargePercent}% per year runs from the day after the due date until you pay, and is added to your next invoice.`,
    ),
    way,
  ]);
}
