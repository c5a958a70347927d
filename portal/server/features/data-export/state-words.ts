import type { Localized } from "@sekimori/kit-contract/locale";
import { type CardBrand, cardBrandNames } from "@sekimori/portal-contract/card-brands";
import { memberTerms } from "@sekimori/portal-contract/legal/member-terms";
import { serviceTerms } from "@sekimori/portal-contract/legal/service-terms";
import { planIds, planNames } from "@sekimori/portal-contract/plan-ids";

// Words for the states that rows hold. My Page says the same of documents.

const word = (ja: string, en: string): Localized => ({ ja, en });

export const languageWords = { ja: word("日本語", "Japanese"), en: word("英語", "English") };

export const planWords = Object.fromEntries(
  planIds.map((plan) => [plan, planNames[plan]]),
) as Readonly<Record<(typeof planIds)[number], Localized>>;

export const userTypeWords = { "1": word("組織", "Organization"), "2": word("個人", "Personal") };

export const endReasonWords = {
  cancelled: word("解約", "Canceled"),
  replaced: word("別のプランへの変更", "Changed to another plan"),
  "trial-ended": word("無料期間の終了", "Free trial ended"),
  "price-refused": word("新しい料金への同意なし", "New price not agreed to"),
  withdrawn: word("退会", "Left the service"),
  closed: word("運営による会員登録の終了", "Membership ended by us"),
};

export const noticeWords = {
  "first-charge": word("初回のご請求のお知らせ", "First charge"),
  "price-announced": word("料金変更のお知らせ", "Price change"),
  "price-reminder": word("料金変更への同意のお願い", "Reminder of a price change"),
};

export const summaryWords = {
  mailed: word("送信しました", "Sent"),
  nothing: word("お知らせする内容がなく、送信していません", "Not sent: nothing to tell"),
};

export const documentKindWords = {
  invoice: word("請求書", "Invoice"),
  "credit-note": word("返還請求書", "Credit note"),
};

export const invoiceStateWords = {
  open: word("未払い", "Unpaid"),
  paid: word("支払い済み", "Paid"),
  void: word("無効", "Void"),
  uncollectible: word("未払い（自動での請求は終了）", "Unpaid, no longer charged automatically"),
};

export const mendedByWords = {
  card: word("別のカードの登録", "Adding another card"),
  authentication: word("カード会社での認証", "Verification with your card issuer"),
};

export const lineWords = {
  plan: word("プランの料金", "Plan"),
  "late-charge": word("遅延損害金", "Late charge"),
  refund: word("返金", "Refund"),
};

export const chargeStateWords = {
  created: word("未処理", "Not sent yet"),
  sent: word("処理中", "Under way"),
  unknown: word("結果を確認中", "Waiting for the result"),
  succeeded: word("支払い済み", "Paid"),
  failed: word("支払いできず", "Failed"),
};

export const chargeFailureWords = {
  declined: word("カード会社が承認しませんでした", "Declined by your card issuer"),
  card: word("カードが使用できません", "The card can no longer be used"),
  authentication: word(
    "カード会社での認証が必要です",
    "Your card issuer needs you to verify your identity",
  ),
  gateway: word(
    "決済会社またはカード会社の障害",
    "A problem at the payment company or your issuer",
  ),
};

export const refundStateWords = {
  created: word("未処理", "Not sent yet"),
  pending: word("処理中", "Under way"),
  succeeded: word("返金済み", "Refunded"),
  failed: word("返金できず", "Failed"),
  cancelled: word("取り消し", "Canceled"),
};

export const disputeStateWords = {
  open: word("カード会社で審査中", "Under review by your card issuer"),
  won: word("請求が有効と判断されました", "The charge was upheld"),
  lost: word("お支払いが取り消されました", "The payment was reversed"),
};

export const brandWords = Object.fromEntries(
  Object.entries(cardBrandNames).map(([brand, name]) => [brand, { ja: name, en: name }]),
) as unknown as Readonly<Record<CardBrand, Localized>>;

export const documentIdWords = {
  [serviceTerms.id]: serviceTerms.title,
  [memberTerms.id]: memberTerms.title,
} as Readonly<Record<"service-terms" | "member-terms", Localized>>;
