import type { Localized } from "@sekimori/kit-contract/locale";

export const challengeText = {
  title: { ja: "本人認証", en: "Confirm it's you" },
  company: { ja: "砂場ペイメント", en: "Sunaba Payments" },
  sandbox: {
    ja: "サンドボックス — 実在しない決済会社です",
    en: "Sandbox — not a real payment company",
  },
  lead: {
    ja: "続けるには、カード会社から届いた認証コードを入力してください。",
    en: "To continue, enter the code that your card issuer sent you.",
  },
  merchant: { ja: "加盟店", en: "Merchant" },
  card: { ja: "カード", en: "Card" },
  ending: { ja: "末尾", en: "ending in" },
  code: { ja: "認証コード", en: "Code" },
  codeHint: { ja: "半角数字6桁", en: "6 digits" },
  confirm: { ja: "認証する", en: "Confirm" },
  cancel: { ja: "キャンセルして戻る", en: "Cancel and go back" },
  testCode: {
    ja: "テスト用の正しいコードは 123456 です。ほかのコードは誤りとして扱われます。",
    en: "The right test code is 123456. Every other code is wrong.",
  },
  error: { ja: "エラー：", en: "Error: " },
  otherLanguage: { ja: "English", en: "日本語" },
  leaving: { ja: "加盟店に戻ります", en: "Going back to the merchant" },
  leavingLead: {
    ja: "自動的に画面が切り替わらないときは、次のボタンを押してください。",
    en: "If the page doesn't change by itself, use this button.",
  },
  leavingButton: { ja: "加盟店に戻る", en: "Go back to the merchant" },
  unknown: { ja: "この認証画面は見つかりません", en: "This page wasn't found" },
  unknownLead: {
    ja: "アドレスをお確かめのうえ、加盟店の画面からやり直してください。",
    en: "Check the address, or start again from the merchant's page.",
  },
} as const satisfies Readonly<Record<string, Localized>>;

/** What a wrong code is answered with. */
export function wrongCodeSentence(triesLeft: number): Localized {
  return {
    ja: `認証コードが正しくありません。あと${triesLeft}回入力できます。`,
    en: `That code is wrong. You have ${triesLeft} ${triesLeft === 1 ? "try" : "tries"} left.`,
  };
}
