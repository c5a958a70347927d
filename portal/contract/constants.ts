import { dayMs } from "@sekimori/kit-contract/tokyo";

/** Business constants and limits (specification 9); each stands here and nowhere else. */

/** A call that has not answered after this long has failed (specification 9). */
export const requestTimeoutMs = 30_000;

/** How long a session lasts after it was marked authorised, whatever happens in it (specification 4). */
export const sessionLifetimeMs = 28_800_000;

/** How long before its end a session warns its user. */
export const sessionWarningMs = 10 * 60_000;

/** How recent a sign-in must be for a sensitive change. */
export const recentSignInMs = 10 * 60_000;

/** One-time passwords and sign-up codes: digits in a code (specification 5). */
export const codeLength = 6;

/** A whole code; forms fold full-width digits before. */
export const codePattern = new RegExp(`^[0-9]{${codeLength}}$`);

/** One-time passwords: how long one is valid, how often it may be tried, and the pause to a new one. */
export const oneTimePasswordLifetimeMs = 10 * 60_000;
export const oneTimePasswordTries = 5;
export const resendPauseMs = 60_000;

/** Passkeys: how many an account may have, how long a name may be, and how long a challenge is good. */
export const passkeysMost = 20;
export const passkeyNameMost = 60;
export const passkeyChallengeMs = 5 * 60_000;

/** Tokens by which an organisation's directory comes, and how long each is good. */
export const scimTokensMost = 2;
export const scimTokenDays = 365;
/** Days before its end at which owners are told of a token that runs out. */
export const scimTokenWarnings = [30, 7, 1] as const;
/** The same of a SAML provider's certificates. */
export const certificateWarnings = [30, 7, 1] as const;
/** Domains that an organisation may have, and how long a domain is warned about whose record is not seen. */
export const organisationDomainsMost = 50;
export const domainWarningDays = 7;
/** Connections for single sign-on that an organisation may have. */
export const connectionsMost = 10;

/** A rule of an organisation: the last day from which it may hold, the day that is proposed, when it is reminded of, how many of those it affects are shown, how many networks it names at most, and its longest session. */
export const ruleDaysMost = 365;
export const ruleDaysSuggested = 14;
export const ruleReminderDays = [7, 1] as const;
export const rulePreviewMost = 100;
export const ruleNetworksMost = 50;
/** Groups that may stand for a role in the management application. */
export const groupRolesMost = 100;
/** How long a group's name may be, or that of the claim or attribute that states groups. */
export const groupNameMost = 256;
export const ruleSessionHoursMost = 7;

/** Recovery codes in a set, and how few of them are left when the member is told to make new ones. */
export const recoveryCodesInSet = 10;
export const recoveryCodesFew = 3;
/** How long a recovery code may be as it is typed, with spaces and hyphens. */
export const typedRecoveryCodeMost = 64;

/**
 * A trusted browser: for how long it signs in without the second factor, how many an account may have,
 * and how long the token before the present one is still good.
 */
export const trustedBrowserMs = 30 * dayMs;
export const trustedBrowsersMost = 10;
export const trustedBrowserGraceMs = 60_000;

/**
 * Getting back in without password and second factor: how long it takes, how long its last link is good,
 * and how often it may be started.
 */
export const recoveryDelayMs = 3 * dayMs;
export const recoveryLinkMs = 7 * dayMs;
export const recoveryStartEveryMs = 7 * dayMs;

/**
 * Most looks at codes that strangers who know a password get at one account on the first day, over
 * all their sign-ins; each day after that allows eight.
 */
export const secondFactorLooksPerDay = 32;

/** Sign-up codes; the link in the same mail lives as long. */
export const signUpCodeLifetimeMs = 30 * 60_000;

/**
 * The link of a reset's mail. As long as the longest time that strangers can spend an address's reset
 * mails for: its owner then has a link that is good, also when no further mail is sent.
 */
export const resetLinkLifetimeMs = dayMs;

/** Password reset and change-e-mail codes. */
export const resetCodeLifetimeMs = 30 * 60_000;
export const changeEmailCodeLifetimeMs = 30 * 60_000;
/** Longer than our own codes: it goes through a colleague's hands. */
export const accountingCodeLifetimeMs = dayMs;
export const changeEmailUndoMs = 7 * dayMs;
/** How long the copy of somebody's own data can be fetched. */
export const dataExportLifetimeMs = 7 * dayMs;

/** Reset mails to one address in one hour (docs/evidence/assurance.md, row 15). */
export const resetMailsPerHour = 5;
export const resetMailsPerDay = 10;

/** Carousel and toast timing on the sign-in page (specification 9); 0 means "until closed". */
export const carouselIntervalMs = 4_000;
export const toastDurationMs = 0;

/** Manual scans in a calendar month on the free plan (specification 1). */
export const freeScansPerMonth = 5;

/** Domains and people of a workspace on the free plan. */
export const freeDomains = 3;
export const freeUsers = 1;

/** Days that backups are kept, and with them what was deleted; operations.md says how. */
export const backupRetentionDays = 30;

/** A closed account's data goes within one month of the request (specification 9); the cron adds an hour. */
export const closedAccountMs = 28 * dayMs;

/** Annual late charge in per cent; more would be void for the excess (Consumer Contract Act, article 9). */
export const lateChargePercent = 14.6;

/** Days of notice before a change to members' disadvantage, of the service or of a price (service terms). */
export const changeNoticeDays = 30;

/** Documents in one ZIP: two years of months. */
export const mostDocumentsInZip = 24;

/** Days that a member has for answering an inquiry before the membership may be cancelled (specification 9). */
export const inquiryAnswerDays = 10;

/** The captcha action a sign-in is checked under (specification 5). */
export const captchaSignInAction = "login";

/** Requests of one application that are kept in a minute where they were refused, by each process. */
export const applicationRefusalsPerMinute = 60;

/** Days that refused requests of applications are kept, and how many of one application. */
export const applicationRefusalsDays = 7;
export const applicationRefusalsMost = 1_000;
