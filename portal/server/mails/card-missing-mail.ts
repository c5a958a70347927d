import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { invoiceRows, type MailedInvoice } from "./billing-mails.ts";
import { composeMail, type MailContent, type MailSender, paragraph, table } from "./mail-layout.ts";
import {
  consequence,
  type MailedStanding,
  mendingLink,
  type Row,
  suspensionRows,
  whoMends,
} from "./unpaid-words.ts";

/** Nothing could be charged, for want of a card: another one is charged as soon as it is there. */
export function cardMissingMail(
  sender: MailSender,
  locale: Locale,
  invoice: MailedInvoice & { readonly standing: MailedStanding },
): MailContent {
  const { standing } = invoice;
  const rows: readonly Row[] = [
    ...invoiceRows(invoice, locale),
    locale === "ja"
      ? ["再度の請求", "カードのご登録後すぐ"]
      : ["Next attempt", "As soon as you add a card"],
    ...suspensionRows(standing, locale),
  ];
  const mending = mendingLink(sender, locale, { failure: "missing", token: null });
  const payBy = standing.suspension?.payBy;
  if (locale === "ja") {
    const by = payBy === undefined ? "" : `${formatDay(payBy, locale)}までに`;
    return composeMail(sender, locale, `決済ができませんでした：${by}カードの登録が必要です`, [
      paragraph("ご利用料金の決済ができませんでした。"),
      table(rows),
      paragraph(whoMends.missing.ja),
      ...consequence(standing, locale),
      mending,
    ]);
  }
  const by = payBy === undefined ? "" : ` by ${formatDay(payBy, locale)}`;
  return composeMail(sender, locale, `Your payment failed: add a card${by}`, [
    paragraph("We couldn't collect your payment."),
    table(rows),
    paragraph(whoMends.missing.en),
    ...consequence(standing, locale),
    mending,
  ]);
}
