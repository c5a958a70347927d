/** Business constants and limits (SPEC 9 and DESIGN); each stands here and nowhere else. */

/** Prefix of every call (SPEC 7). */
export const apiBase = "/v1";

/** A call that has not answered after this long has failed (SPEC 9). */
export const requestTimeoutMs = 30_000;

/** How long a session lasts after it was marked authorised, whatever happens in it (SPEC 4). */
export const sessionLifetimeMs = 28_800_000;

/** How long before its end a session warns its user (DESIGN, Sessions). */
export const sessionWarningMs = 10 * 60_000;

/** How recent a sign-in must be for a sensitive change (DESIGN, Sensitive changes). */
export const recentSignInMs = 10 * 60_000;

/** One-time passwords and sign-up codes: digits in a code (SPEC 5). */
export const codeLength = 6;

/** One-time passwords: how long one is valid, how often it may be tried, and the pause to a new one. */
export const oneTimePasswordLifetimeMs = 10 * 60_000;
export const oneTimePasswordTries = 5;
export const resendPauseMs = 60_000;

/** Sign-up codes; the link in the same mail lives as long. */
export const signUpCodeLifetimeMs = 30 * 60_000;

/** Password reset and change-e-mail codes (DESIGN, Accounts and flows). */
export const resetCodeLifetimeMs = 30 * 60_000;
export const changeEmailCodeLifetimeMs = 30 * 60_000;
export const changeEmailUndoMs = 7 * 24 * 60 * 60_000;

/** Reset mails to one address in one hour (ASSURANCE 15). */
export const resetMailsPerHour = 5;

/** Carousel and toast timing on the sign-in page (SPEC 9); 0 means "until closed". */
export const carouselIntervalMs = 4_000;
export const toastDurationMs = 0;

/** Manual scans in a calendar month on the free plan (SPEC 1). */
export const freeScansPerMonth = 5;

/** Annual late charge in per cent; more would be void for the excess (LEGAL). */
export const lateChargePercent = 14.6;

/** Name of the response and request header that carries the CSRF token (SPEC 7). */
export const csrfHeader = "x-csrf-token";

/** The captcha action a sign-in is checked under (SPEC 5). */
export const captchaSignInAction = "login";

/** Calendar in which days, months and billing are counted. */
export const businessTimeZone = "Asia/Tokyo";
