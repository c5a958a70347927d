/** What a browser must solve, in the widget's own form. */
export interface CaptchaChallenge {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

/** Tells people from scripts before a public call is served. */
export interface Captcha {
  /** Which widget the page shows. */
  readonly kind: "none" | "altcha" | "recaptcha" | "turnstile";
  readonly siteKey: string | null;
  /** Whose frames and calls the page must allow; none where no other company is involved. */
  readonly origins: readonly string[];
  /**
   * A fresh challenge, where we make them ourselves; null where another company does.
   *
   * @param action the name that its solution is checked under.
   */
  newChallenge(action: string): Promise<CaptchaChallenge | null>;
  /**
   * @param token what the page's widget gave; absent when it gave nothing.
   * @param action the name the check is made under ("login").
   * @returns whether the token is genuine, fresh, unused and made for the action.
   * @throws AppError Unavailable when the company that checks it cannot be asked.
   */
  verify(token: string | undefined, action: string): Promise<boolean>;
}
