import { formatDay, formatMonth } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { endingOf } from "./card-mails.ts";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
  table,
} from "./mail-layout.ts";

/** Leads to the invoices on My Page. */
export function invoicesLink(sender: MailSender, locale: Locale) {
  const url = `${sender.portalOrigin}${pageUrl("security", { tab: "contract" })}`;
  return link(locale === "ja" ? "請求書を開く" : "View your invoices", url);
}

/** What a mail says of an invoice; yen. */
export interface MailedInvoice {
  readonly number: string;
  readonly period: string;
  readonly total: number;
}

/** An invoice in a mail's table; how much comes first. */
export function invoiceRows(invoice: MailedInvoice, locale: Locale): [string, string][] {
  return locale === "ja"
    ? [
        ["金額", formatYen(invoice.total, locale)],
        ["対象月", formatMonth(invoice.period, locale)],
        ["請求書番号", invoice.number],
      ]
    : [
        ["Amount", formatYen(invoice.total, locale)],
        ["Month", formatMonth(invoice.period, locale)],
        ["Invoice", invoice.number],
      ];
}

/** What became of a plan that was suspended for want of the payment. */
export type PlanAfterPayment = ResumedPlan | { readonly state: "suspended" };

interface ResumedPlan {
  readonly state: "resumed";
  /** The next charge, in yen with its late charge; null when none follows. */
  readonly next: { readonly on: string; readonly amount: number } | null;
  /** The last day, where the plan was cancelled. */
  readonly endsOn: string | null;
}

function planRows(plan: PlanAfterPayment | null, locale: Locale): [string, string][] {
  if (plan?.state !== "resumed" || plan.next === null) return [];
  const day = formatDay(plan.next.on, locale);
  const yen = formatYen(plan.next.amount, locale);
  return [locale === "ja" ? ["次回のご請求", `${day}、${yen}`] : ["Next charge", `${day}, ${yen}`]];
}

function planSentence(plan: PlanAfterPayment, locale: Locale): string {
  const ja = locale === "ja";
  if (plan.state === "suspended") {
    return ja
      ? "ほかに未払いの料金があるため、プランは停止したままです。すべて支払われると、すぐに再開します。"
      : "Your plan is still suspended, as there's more to pay. It resumes as soon as all unpaid invoices are paid.";
  }
  const back = ja
    ? `${planNames.detailed.ja}を再開しました。ただいまから、停止前と同じようにご利用いただけます。`
    : "Your detailed diagnosis plan is active again: from now on, it works as it did before the suspension.";
  if (plan.endsOn === null) return back;
  const last = formatDay(plan.endsOn, locale);
  return ja
    ? `${back}お手続きのとおり、${last}に終了します。`
    : `${back} It ends on ${last}, as you asked.`;
}

/** A month was paid: the receipt comes with it, and whether a suspended plan is back. */
export function paymentReceivedMail(
  sender: MailSender,
  locale: Locale,
  paid: MailedInvoice & {
    readonly last4: string;
    /** A day in Tokyo. */
    readonly paidOn: string;
    readonly lateCharge: number;
    /** Null where it was not suspended. */
    readonly plan: PlanAfterPayment | null;
  },
): MailContent {
  const { plan, last4 } = paid;
  const ja = locale === "ja";
  const late = formatYen(paid.lateCharge, locale);
  const lateSentence: Localized = {
    ja: `お支払期日を過ぎていたため、遅延損害金${late}を次回の請求書に記載します。次回の請求までに契約が終了したときは、請求しません。`,
    en: `You paid after the due date. We'll add a late charge of ${late} to your next invoice. If your plan ends before then, you won't have to pay it.`,
  };
  const total = formatYen(paid.total, locale);
  const subject: Localized = {
    ja: `${total}のお支払いを確認しました`,
    en: `Your payment of ${total} was received`,
  };
  const back: Localized =
    plan?.state === "resumed"
      ? { ja: "：プランを再開しました", en: ": your plan is active again" }
      : { ja: "", en: "" };
  return composeMail(sender, locale, `${subject[locale]}${back[locale]}`, [
    paragraph(
      ja
        ? "ご利用料金のお支払いを確認しました。領収書を兼ねた請求書をPDFで添付します。マイページでもご覧いただけます。"
        : "Thanks for your payment. Your invoice, which is also your receipt, is attached as a PDF. You can also find it on My Page.",
    ),
    ...(plan === null ? [] : [paragraph(planSentence(plan, locale))]),
    table([
      ...invoiceRows(paid, locale),
      [ja ? "お支払い日" : "Paid on", formatDay(paid.paidOn, locale)],
      [ja ? "カード" : "Card", endingOf(last4, locale)],
      ...planRows(plan, locale),
    ]),
    ...(paid.lateCharge > 0 ? [paragraph(lateSentence[locale])] : []),
    invoicesLink(sender, locale),
  ]);
}

/** What a plan was suspended for was made void: it is back without a payment. */
export function planResumedMail(
  sender: MailSender,
  locale: Locale,
  { plan, invoice }: { readonly plan: ResumedPlan; readonly invoice: string },
): MailContent {
  const rows = planRows(plan, locale);
  const more = [...(rows.length === 0 ? [] : [table(rows)]), invoicesLink(sender, locale)];
  return locale === "ja"
    ? composeMail(sender, locale, `${planNames.detailed.ja}を再開しました`, [
        paragraph(`請求書${invoice}を無効にしました。お支払いは必要ありません。`),
        paragraph(planSentence(plan, locale)),
        ...more,
      ])
    : composeMail(sender, locale, "Your plan is active again", [
        paragraph(`We've voided invoice ${invoice}, so you don't have to pay it.`),
        paragraph(planSentence(plan, locale)),
        ...more,
      ]);
}

/** Money was given back; from an amount on with a document of its own. */
export function refundedMail(
  sender: MailSender,
  locale: Locale,
  refund: { readonly number: string; readonly amount: number; readonly note: string | null },
): MailContent {
  const { number, note } = refund;
  const amount = formatYen(refund.amount, locale);
  const enclosed: Localized = {
    ja: "返還請求書をPDFで添付します。マイページでもご覧いただけます。",
    en: "The credit note is attached as a PDF. You can also find it on My Page.",
  };
  const more = note === null ? [] : [paragraph(enclosed[locale])];
  return locale === "ja"
    ? composeMail(sender, locale, `${amount}を返金しました`, [
        paragraph(
          "お支払いいただいたカードに返金しました。明細に反映されるまで、カード会社により数日から数週間かかります。",
        ),
        table([
          ["返金額", amount],
          ["請求書番号", number],
          ...(note === null ? [] : [["返還請求書番号", note] as [string, string]]),
        ]),
        ...more,
        invoicesLink(sender, locale),
      ])
    : composeMail(sender, locale, `We've refunded ${amount}`, [
        paragraph(
          "We've refunded the card you paid with. Depending on your issuer, it can take days or weeks to appear on your statement.",
        ),
        table([
          ["Refunded", amount],
          ["Invoice", number],
          ...(note === null ? [] : [["Credit note", note] as [string, string]]),
        ]),
        ...more,
        invoicesLink(sender, locale),
      ]);
}
