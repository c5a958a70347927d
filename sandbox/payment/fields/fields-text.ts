import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { brandRules, brands } from "../../cards/card-number.ts";
import type { CardField, CardProblem } from "../card-form.ts";

const brandNames = brands.map((brand) => brandRules[brand].name);

/** Every sentence of the fields page, once, for the server that renders it and its script. */
export const fieldLabels: Readonly<Record<CardField, Localized>> = {
  number: { ja: "カード番号", en: "Card number" },
  expiryMonth: { ja: "有効期限（月）", en: "Expiry month" },
  expiryYear: { ja: "有効期限（年）", en: "Expiry year" },
  securityCode: { ja: "セキュリティコード", en: "Security code" },
  holder: { ja: "カード名義人", en: "Name on card" },
};

export const fieldHints: Readonly<Record<CardField, Localized>> = {
  number: {
    ja: "半角数字（ハイフンとスペースは不要です）",
    en: "Half-width digits; no hyphens or spaces needed",
  },
  expiryMonth: { ja: "例：09", en: "For example 09" },
  expiryYear: { ja: "例：2030", en: "For example 2030" },
  securityCode: {
    ja: "3桁（Amexは4桁）",
    en: "3 digits (Amex: 4)",
  },
  holder: {
    ja: "カードに記載のローマ字（例：HANAKO\u00a0SEKI）",
    en: "As printed on the card, for example HANAKO\u00a0SEKI",
  },
};

export const problemSentences: Readonly<
  Record<Exclude<CardProblem, "required"> | "not_a_test_card", Localized>
> = {
  number_format: {
    ja: "カード番号は数字で入力してください。",
    en: "Enter the card number in digits.",
  },
  number_brand: {
    ja: `${brandNames.join("、")}のカード番号を入力してください。`,
    en: `Enter the number of a ${brandNames.slice(0, -1).join(", ")} or ${brandNames.at(-1)} card.`,
  },
  number_length: {
    ja: "カード番号の桁数が正しくありません。",
    en: "The card number doesn't have the right number of digits.",
  },
  number_check: {
    ja: "カード番号に誤りがあります。もう一度ご確認ください。",
    en: "There's a mistake in the card number. Check it again.",
  },
  month: {
    ja: "正しい有効期限を入力してください。",
    en: "Please enter a valid expiry date.",
  },
  year: {
    ja: "正しい有効期限を入力してください。",
    en: "Please enter a valid expiry date.",
  },
  expired: {
    ja: "正しい有効期限を入力してください。このカードは有効期限が切れています。",
    en: "Please enter a valid expiry date. This card has expired.",
  },
  security_code: {
    ja: "セキュリティコードの桁数が正しくありません。",
    en: "The security code doesn't have the right number of digits.",
  },
  holder: {
    ja: "カードに記載のローマ字45文字以内で入力してください。",
    en: "Use the letters printed on the card, at most 45.",
  },
  not_a_test_card: {
    ja: "ここはサンドボックスです。テストカードの番号を入力してください。",
    en: "This is a sandbox. Enter the number of a test card.",
  },
};

const required: Readonly<Record<CardField, Localized>> = {
  number: { ja: "カード番号を入力してください。", en: "Please enter the card number." },
  expiryMonth: { ja: "月を入力してください。", en: "Please enter the month." },
  expiryYear: { ja: "年を入力してください。", en: "Please enter the year." },
  securityCode: {
    ja: "セキュリティコードを入力してください。",
    en: "Please enter the security code.",
  },
  holder: { ja: "カード名義人を入力してください。", en: "Please enter the name on the card." },
};

export type FieldComplaint = CardProblem | "not_a_test_card";

export function complaintSentence(
  field: CardField,
  complaint: FieldComplaint,
  locale: Locale,
): string {
  return complaint === "required" ? required[field][locale] : problemSentences[complaint][locale];
}

export const fieldsText = {
  title: { ja: "カード情報の入力", en: "Card details" },
  required: { ja: "必須", en: "Required" },
  error: { ja: "エラー：", en: "Error: " },
} as const satisfies Readonly<Record<string, Localized>>;
