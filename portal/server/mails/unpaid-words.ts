import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { planLimits } from "@sekimori/portal-contract/plan-limits";
import { mailMoment } from "./application-mail.ts";
import { link, type MailBlock, type MailSender, paragraph } from "./mail-layout.ts";

// What mails about unpaid invoices share.

/** Why a charge failed; "card": it will not be accepted again. */
export type MailedFailure = "declined" | "card" | "authentication" | "gateway";

/** The same, and that there was no card to charge. */
export type Unmended = MailedFailure | "missing";

/** Where a plan stands of which something is unpaid, as the code that bills it says. */
export interface MailedStanding {
  readonly plan: "running" | "suspended" | "ended";
  /** When it is suspended unless all is paid, and the last whole day before; null: it is not. */
  readonly suspension: { readonly at: Date; readonly payBy: string } | null;
}

/** What has failed, and who can mend it. */
export const whoMends: Readonly<Record<Unmended, Localized>> = {
  declined: {
    ja: "カード会社がお支払いを承認しませんでした。ご利用枠や残高をご確認いただくか、別のカードをご登録ください。理由はカード会社にお問い合わせください。",
    en: "Your card issuer declined the payment. Check your limit or balance, or add another card. Only your issuer can tell you why.",
  },
  card: {
    ja: "登録されたカードはお使いいただけません（紛失・盗難・解約・期限切れなど）。別のカードをご登録ください。同じカードに再度請求することはありません。",
    en: "Your card can no longer be used: it may be lost, stolen, closed or expired. Add another card; we won't try this one again.",
  },
  authentication: {
    ja: "カード会社が本人認証（3-Dセキュア）を求めています。下のリンクから認証を済ませて、お支払いください。認証が済むまで、再度請求することはありません。",
    en: "Your card issuer needs you to verify your identity (3-D Secure). Use the link below to verify and pay. Until then, we won't try again.",
  },
  gateway: {
    ja: "決済会社またはカード会社の障害のため、お支払いを処理できませんでした。",
    en: "The payment company or your card issuer had a problem.",
  },
  missing: {
    ja: "お使いいただけるカードがありません（未登録または期限切れ）。カードをご登録ください。それまで、請求することはありません。",
    en: "We have no card to charge: you haven't added one, or it has expired. Add a card. Until then, we won't try again.",
  },
};

const mendingLabels: Readonly<Record<"pay" | "authenticate" | "register", Localized>> = {
  pay: { ja: "今すぐ支払う・カードを変更する", en: "Pay now or change the card" },
  authenticate: { ja: "認証して支払う", en: "Verify and pay" },
  register: { ja: "カードを登録する", en: "Add a card" },
};

/** Another charge of a card that is gone would fail as before: only another card mends that. */
const waysToMend: Readonly<Record<Unmended, keyof typeof mendingLabels>> = {
  declined: "pay",
  gateway: "pay",
  authentication: "authenticate",
  card: "register",
  missing: "register",
};

/** Whether the mail about a failed charge has a link to pay; else another card alone mends it. */
export const hasPayLink = (failure: Unmended): boolean => waysToMend[failure] !== "register";

/** Where another card is given for what is unpaid: the dialog is open beside it. */
const cardPage = pageUrl("security", { tab: "contract", dialog: "card" });

/** What mends a failed charge. */
export interface Mending {
  readonly failure: Unmended;
  /** Of the link to pay; null where there is none (`hasPayLink`). */
  readonly token: string | null;
}

/**
 * Where a failed charge is mended: My Page has the card, which its holder alone gives, signed in;
 * the link to pay takes the money now.
 */
export function mendingLink(
  { portalOrigin }: MailSender,
  locale: Locale,
  { failure, token }: Mending,
): MailBlock {
  const way = waysToMend[failure];
  const page = token === null ? cardPage : pageUrl("payInvoice", { token });
  return link(mendingLabels[way][locale], `${portalOrigin}${page}`);
}

/** What a suspension means, before it and while it lasts. */
export const whileSuspended: Localized = {
  ja: `プランの停止中は、無料プランの範囲（${planLimits("free").ja}）でご利用いただけます。範囲を超えるドメインとユーザーは閲覧のみになりますが、データは削除しません。`,
  en: `While your plan is suspended, you're on the free plan: ${planLimits("free").en}. Domains and users over these limits become read-only. We won't delete any data.`,
};

/** A row of a mail's table. */
export type Row = readonly [label: string, value: string];

/**
 * When the plan is suspended, where it is; no sentence says the day again.
 *
 * @param isLast whether the next charge is the last one, whose moment stands above
 */
export function suspensionRows(
  { suspension }: MailedStanding,
  locale: Locale,
  isLast = false,
): readonly Row[] {
  if (suspension === null || isLast) return [];
  const at = mailMoment(suspension.at, locale);
  return locale === "ja"
    ? [["プランの停止", `${at}（お支払いがない場合）`]]
    : [["Plan suspended", `${at}, unless you pay first`]];
}

/**
 * What follows for the plan from what is unpaid.
 *
 * @param isLast whether the next charge is the last one, at the moment of the suspension
 */
export function consequence(
  { plan, suspension }: MailedStanding,
  locale: Locale,
  isLast = false,
): readonly MailBlock[] {
  if (plan === "ended") {
    const owed: Localized = {
      ja: "プランは終了していますが、この料金は引き続きお支払いが必要です。",
      en: "Your plan has ended, but this amount remains due.",
    };
    return [paragraph(owed[locale])];
  }
  if (plan === "suspended") {
    const resting: Localized = {
      ja: "プランは停止中です。未払いの料金がすべて支払われると、すぐに再開します。",
      en: "Your plan is suspended. It resumes as soon as all unpaid invoices are paid.",
    };
    return [paragraph(resting[locale])];
  }
  if (suspension === null) return [];
  const last: Localized = {
    ja: `最後の請求もできなかった場合は、その時点で${planNames.detailed.ja}を停止します。`,
    en: "If this last attempt fails too, we suspend your detailed diagnosis plan right away.",
  };
  const first = isLast ? [last[locale]] : [];
  return [paragraph([...first, whileSuspended[locale]].join(locale === "ja" ? "" : " "))];
}
