import type { Localized } from "@sekimori/kit-contract/locale";

/**
 * What a person can sign up for (specification 1): the paid detailed diagnosis with a free trial, the free
 * plan, and the lighter free-trial product of /register-security24. Apart from the schemas, so that
 * a page that only asks which plan it is needs no schema library.
 */
export const planIds = ["detailed", "free", "security24"] as const;

/** Whether a plan needs a card, and so the wizard's payment step. */
export const planNeedsCard: Readonly<Record<(typeof planIds)[number], boolean>> = {
  detailed: true,
  free: false,
  security24: false,
};

/** What each plan is called, on screens, in mails and in the legal texts. */
export const planNames: Readonly<Record<(typeof planIds)[number], Localized>> = {
  detailed: { ja: "詳細診断プラン", en: "Detailed diagnosis plan" },
  free: { ja: "無料プラン", en: "Free plan" },
  security24: { ja: "セキュリティ24 無料体験", en: "Security 24 free trial" },
};
