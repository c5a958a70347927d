import { formatDay, formatMonth } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { endingOf } from "./card-mails.ts";
import {
  composeMail,
  link,
  type MailContent,
  type MailSender,
  paragraph,
  table,
} from "./mail-layout.ts";

function invoicesLink(sender: MailSender, locale: Locale) {
  const url = `${sender.portalOrigin}${pageUrl("security", { tab: "contract" })}`;
  return link(locale === "ja" ? "請求書を開く" : "View your invoices", url);
}

interface MailedInvoice {
  readonly number: string;
  readonly period: string;
  readonly total: number;
}

function invoiceRows(invoice: MailedInvoice, locale: Locale): [string, string][] {
  return locale === "ja"
    ? [
        ["請求書番号", invoice.number],
        ["対象月", formatMonth(invoice.period, locale)],
        ["金額", formatYen(invoice.total, locale)],
      ]
    : [
        ["Invoice", invoice.number],
        ["Month", formatMonth(invoice.period, locale)],
        ["Amount", formatYen(invoice.total, locale)],
      ];
}

/** A month was paid: the receipt comes with it. */
export function paymentReceivedMail(
  sender: MailSender,
  locale: Locale,
  paid: MailedInvoice & { readonly last4: string; readonly lateCharge: number },
): MailContent {
  const late = formatYen(paid.lateCharge, locale);
  const lateSentence: Localized = {
    ja: `お支払期日を過ぎていたため、遅延損害金${late}を次回の請求書に記載します。次回の請求までに契約が終了したときは、請求しません。`,
    en: `You paid after the due date. We'll add a late charge of ${late} to your next invoice. If your plan ends before then, you don't pay it.`,
  };
  const rows = invoiceRows(paid, locale);
  const more = paid.lateCharge > 0 ? [paragraph(lateSentence[locale])] : [];
  return locale === "ja"
    ? composeMail(sender, locale, "お支払いを確認しました", [
        paragraph(
          "ご利用料金のお支払いを確認しました。領収書を兼ねた請求書をPDFで添付します。マイページでもご覧いただけます。",
        ),
        table([...rows, ["カード", endingOf(paid.last4, locale)]]),
        ...more,
        invoicesLink(sender, locale),
      ])
    : composeMail(sender, locale, "Your payment was received", [
        paragraph(
          "Thanks for your payment. Your invoice, which is also your receipt, is attached as a PDF. You can also find it on My Page.",
        ),
        table([...rows, ["Card", endingOf(paid.last4, locale)]]),
        ...more,
        invoicesLink(sender, locale),
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
    ? composeMail(sender, locale, "返金しました", [
        paragraph(
          "お支払いいただいたカードに返金しました。明細に反映されるまで、カード会社により数日から数週間かかります。",
        ),
        table([
          ["請求書番号", number],
          ["返金額", amount],
          ...(note === null ? [] : [["返還請求書番号", note] as [string, string]]),
        ]),
        ...more,
        invoicesLink(sender, locale),
      ])
    : composeMail(sender, locale, "We've refunded your payment", [
        paragraph(
          "We've refunded the card you paid with. Depending on your issuer, it can take days or weeks to appear on your statement.",
        ),
        table([
          ["Invoice", number],
          ["Refunded", amount],
          ...(note === null ? [] : [["Credit note", note] as [string, string]]),
        ]),
        ...more,
        invoicesLink(sender, locale),
      ]);
}

type Failure = "declined" | "card" | "authentication" | "gateway";

const whoMends: Readonly<Record<Failure, Localized>> = {
  declined: {
    ja: "カード会社がお支払いを承認しませんでした。ご利用枠や残高をご確認いただくか、別のカードをご登録ください。理由はカード会社にお問い合わせください。",
    en: "Your card issuer declined the payment. Check your limit or balance, or register another card. Only your issuer can tell you why.",
  },
  card: {
    ja: "登録されたカードはお使いいただけません（紛失・盗難・解約・期限切れなど）。別のカードをご登録ください。同じカードで再度請求することはありません。",
    en: "Your card can no longer be used: it may be lost, stolen, closed or expired. Register another card; we won't try this one again.",
  },
  authentication: {
    ja: "カード会社がご本人の認証（3-Dセキュア）を求めています。下のリンクから認証を済ませて、お支払いください。",
    en: "Your card issuer asks you to verify your identity (3-D Secure). Use the link below to complete the verification and pay.",
  },
  gateway: {
    ja: "決済会社またはカード会社の障害のため、お支払いを処理できませんでした。お客様の操作は必要ありません。",
    en: "The payment company or your card issuer had a problem. There's nothing you need to do.",
  },
};

const mendingLabels: Readonly<Record<"pay" | "authenticate" | "register", Localized>> = {
  pay: { ja: "今すぐ支払う・カードを変更する", en: "Pay now or change the card" },
  authenticate: { ja: "認証して支払う", en: "Authenticate and pay" },
  register: { ja: "カードを登録する", en: "Register a card" },
};

/** Another charge of a card that is gone would fail as before: only another card mends that. */
const waysToMend: Readonly<Record<Failure, keyof typeof mendingLabels>> = {
  declined: "pay",
  gateway: "pay",
  authentication: "authenticate",
  card: "register",
};

/** Where another card is given for what is unpaid: the dialog is open beside it. */
const cardPage = pageUrl("security", { tab: "contract", dialog: "card" });

/** Whether the mail about a failed charge has a link to pay; else another card alone mends it. */
export const hasPayLink = (failure: Failure): boolean => waysToMend[failure] !== "register";

/**
 * Where a failed charge is mended: My Page has the card, which its holder alone gives, signed in;
 * the link to pay takes the money now.
 */
function mendingLink(
  { portalOrigin }: MailSender,
  locale: Locale,
  { failure, token }: { readonly failure: Failure; readonly token: string | null },
) {
  const way = waysToMend[failure];
  const page = token === null ? cardPage : pageUrl("payInvoice", { token });
  return link(mendingLabels[way][locale], `${portalOrigin}${page}`);
}

/** A charge failed: who can mend it, when it is tried again, and a link to pay now. */
export function paymentFailedMail(
  sender: MailSender,
  locale: Locale,
  failed: MailedInvoice & {
    readonly failure: Failure;
    readonly nextTryOn: string | null;
    /** Of the link to pay; null where there is none (`hasPayLink`). */
    readonly token: string | null;
  },
): MailContent {
  const { nextTryOn } = failed;
  const rows = table(invoiceRows(failed, locale));
  const again: Localized | undefined =
    nextTryOn === null
      ? undefined
      : {
          ja: `${formatDay(nextTryOn, "ja")}の10時（日本時間）に、同じカードでもう一度請求します。`,
          en: `We'll try the same card again on ${formatDay(nextTryOn, "en")} at 10:00 (JST).`,
        };
  const next = again === undefined ? [] : [paragraph(again[locale])];
  return locale === "ja"
    ? composeMail(sender, locale, "お支払いができませんでした", [
        paragraph("ご利用料金をお支払いいただけませんでした。"),
        rows,
        paragraph(whoMends[failed.failure].ja),
        ...next,
        mendingLink(sender, locale, failed),
      ])
    : composeMail(sender, locale, "Your payment failed", [
        paragraph("We couldn't charge your card."),
        rows,
        paragraph(whoMends[failed.failure].en),
        ...next,
        mendingLink(sender, locale, failed),
      ]);
}

/** Nothing could be charged, for want of a card: another one is charged as soon as it is there. */
export function cardMissingMail(
  sender: MailSender,
  locale: Locale,
  invoice: MailedInvoice,
): MailContent {
  const rows = table(invoiceRows(invoice, locale));
  const register = link(mendingLabels.register[locale], `${sender.portalOrigin}${cardPage}`);
  return locale === "ja"
    ? composeMail(sender, locale, "お支払いができませんでした", [
        paragraph("ご利用料金をお支払いいただけませんでした。"),
        rows,
        paragraph(
          "お使いいただけるカードが登録されていません（未登録または期限切れ）。カードをご登録ください。登録後すぐに請求します。",
        ),
        register,
      ])
    : composeMail(sender, locale, "Your payment failed", [
        paragraph("We couldn't collect your payment."),
        rows,
        paragraph(
          "There's no card we can charge: none is registered, or yours has expired. Register a card, and we'll charge it right away.",
        ),
        register,
      ]);
}

/** The course of an unpaid invoice is over: the plan rests. */
export function planSuspendedMail(sender: MailSender, locale: Locale): MailContent {
  return locale === "ja"
    ? composeMail(sender, locale, "詳細診断プランを停止しました", [
        paragraph(
          "お支払いを確認できなかったため、詳細診断プランを停止し、無料プランの範囲でご利用いただけるようにしました。停止中は新しい請求は発生しません。",
        ),
        paragraph("未払いの料金がすべて支払われると、プランはすぐに再開します。"),
        invoicesLink(sender, locale),
      ])
    : composeMail(sender, locale, "Your plan is suspended", [
        paragraph(
          "We haven't received your payment, so your detailed diagnosis plan is suspended. Until it resumes, you have the free plan and get no new invoices.",
        ),
        paragraph("Your plan resumes as soon as you've paid all unpaid invoices."),
        invoicesLink(sender, locale),
      ]);
}
