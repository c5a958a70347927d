/** Limits and figures of karte; each stands here and nowhere else. */

/** Names the workspace that a page shows; a call is refused when the session is at another one. */
export const workspaceHeader = "x-karte-workspace";

/** Entries of one page of a list: unless asked otherwise, and at most. */
export const pageSize = 50;
export const pageSizes = [25, 50, 100] as const;

/** A list's count is exact up to here; beyond it is shown as "10,000+". */
export const countedUpTo = 10_000;

/** The same for a list that words narrow. */
export const searchCountedUpTo = 1_000;

/** Rows of one import, and bytes of its file. */
export const importRowsMost = 10_000;
/** Rows that are shown of a larger one: more than people read. */
export const importRowsShown = 500;
export const importBytesMost = 4 * 1024 * 1024;

/** Domains that one bulk act may take. */
export const bulkMost = 100_000;

/** So many are changed within the call; more are a job's, in portions of so many. */
export const bulkAtOnce = 1_000;

/** Labels that a domain or a finding may have, and letters of one. */
export const labelsMost = 20;
export const labelMost = 60;
/** Characters of all labels of a domain together, with what stands between: an index holds them. */
export const labelsTextMost = 400;

/** Of those that a bulk act left out for one reason, so many are named. */
export const skippedNamedMost = 20;

/** For how long a bulk act can be undone. */
export const undoDays = 30;

/** A proof of ownership lapses after so long without a successful check (the engine's figure). */
export const proofDays = 30;

/** A run whose worker has been silent for so long is taken up by another. */
export const heartbeatSeconds = 30;

/** An acceptance's end is announced so long before. */
export const acceptanceNoticeDays = 14;

/** The longest time for which a finding can be accepted. */
export const acceptanceDaysMost = 366;

/** The typical time to fix is that of the fixes of so many days. */
export const timeToFixDays = 90;

/** Results of each kind that the search over everything shows. */
export const searchResultsMost = 8;

/** People who are invited at a time. */
export const invitedAtOnceMost = 50;

/**
 * New addresses that one account may invite in a day, and how many more than its people a plan with
 * few of them gives. Withdrawn invitations count.
 */
export const invitedPerDayMost = 200;
export const invitedBeyondPlan = 5;

/** Invitations lapse after so long. */
export const invitationDays = 14;

/** Something offered to a member waits so long for their word. */
export const offerDays = 14;

/** Workspaces on one contract, at most. */
export const workspacesMost = 20;

/** A closed workspace can be opened again for so long; then its data is deleted. */
export const closedWorkspaceDays = 28;

/** How long ago a sign-in may be for dangerous acts. */
export const recentSignInSeconds = 600;

/** Views of lists that one person keeps in a workspace. */
export const viewsMost = 50;

/** Rules of alerts of a workspace, and addresses that are told of events. */
export const alertRulesMost = 50;
export const webhooksMost = 20;

/** Ticket systems of a workspace, and causes of which one press makes tickets. */
export const ticketSystemsMost = 10;
export const ticketsAtOnceMost = 50;

/** How often a ticket system is asked what has become of its tickets. */
export const ticketPollMinutes = 15;

/** Policies of a workspace, people whom one tells, and days of history that one is tried on. */
export const policiesMost = 30;
export const policyPeopleMost = 100;
export const policyTrialDaysMost = 90;

/** Findings of a trial that are shown, and how many are looked for. */
export const policyTrialRowsMost = 20;

/**
 * Names of a workspace that may be the organization's, how many one press adds or puts aside, letters of a file that is
 * read, and addresses of it that are looked up.
 */
export const candidatesMost = 1_000;
export const candidatesAtOnceMost = 100;
export const candidateFileMost = 200_000;
export const candidateAddressesMost = 1_000;

/** Names that look like a domain, of which one search asks the DNS. */
export const lookAlikesMost = 200;

/** Subdomains that one scan has scanned by themselves as they appear. */
export const newHostsMost = 20;

/** API tokens of a workspace, and the longest time for which one counts. */
export const tokensMost = 20;
export const tokenDaysMost = 366;

/** Calls a minute: of one token, and of all tokens of a workspace together. */
export const tokenCallsPerMinute = 300;
export const workspaceCallsPerMinute = 600;

/** For so long an answer is given again to the same Idempotency-Key. */
export const idempotencyHours = 24;

/** Events of the stream for programs: how long it has them, and how many one answer has. */
export const streamDays = 90;
export const streamEventsMost = 1_000;

/**
 * Days before a certificate's end on which everybody hears of it who has not said otherwise: later than
 * programs renew it by themselves, and early enough for people.
 */
export const certificateNoticeDays = 14;

/** Days before an expiry on which a rule can tell of it, at most. */
export const expiryNoticeDaysMost = 90;

/** Alerts stand behind the bell for so long; the log of webhooks for so long. */
export const alertDays = 90;
export const webhookLogDays = 30;

/** Working days from a finding's first sight until it should be mended; without one it has no date. */
export const dueWorkingDays = { critical: 3, high: 10, medium: 30, low: 60, info: null } as const;

/** Reports are kept for so long. */
export const reportDays = 90;

/** The longest period of one report. */
export const reportPeriodDaysMost = 366;

/** Reports of a workspace that wait or are being made at a time. */
export const reportsWaitingMost = 5;

/** Monthly reports of a workspace. */
export const reportSchedulesMost = 20;

/** Pages of the portal that karte leads to, always in the whole window. */
export const portalPaths = {
  /** The portal's page that shows karte; karte's own path follows. */
  frame: "/third-party/karte",
  account: "/setting/security",
  legalNotice: "/notation",
  terms: "/terms",
  /** Where a person takes away what all applications keep about them. */
  data: "/setting/security?tab=contract",
} as const;
