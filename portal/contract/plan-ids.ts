/**
 * What a person can sign up for (SPEC 1): the paid detailed diagnosis with a free trial, the free
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
