import type { Captcha } from "../ports/captcha.ts";

/** For tests, and for operators who rely on the limits alone. */
export const noCaptcha: Captcha = {
  kind: "none",
  siteKey: null,
  origins: [],
  newChallenge: async () => null,
  verify: async () => true,
};
