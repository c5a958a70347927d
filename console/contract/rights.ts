import type { RequestedAct } from "./words.ts";

/** Roles with something to do at the operator's console. */
export const consoleRoles = ["support", "billing", "security", "auditor", "administrator"] as const;

/** What somebody who works here may be; one person may be several. An integrator has a console apart. */
export const roles = [...consoleRoles, "integrator"] as const;

export type Role = (typeof roles)[number];

/**
 * Every act at the console and the roles that may do it: the one table of rights. The server enforces
 * it in one place, and the screens read the same.
 */
export const rights = {
  "find-members": consoleRoles,
  /** A member on one page, with the history. */
  "see-member": consoleRoles,
  "unlock-member": ["support", "security"],
  "end-sessions": ["support", "security"],
  /** A new password at the next log-in. */
  "force-reset": ["support", "security"],
  /** Whether billing goes on: what is tried again, given up, made void, left alone. */
  "handle-billing": ["billing"],
  /** Up to an amount; more needs a second person. */
  refund: ["billing"],
  /** These: one asks, another who may do the same confirms. */
  "refund-more": ["billing", "administrator"],
  "close-member": ["administrator"],
  /** Who works here, and as what; and the removal of an administrator. */
  "appoint-staff": ["administrator"],
  /** Going back to the address that a member had: help with an account that was taken over. */
  "restore-address": ["security", "administrator"],
  /** Help for who has lost every factor: the delay of an account's recovery begins. */
  "recover-member": ["security", "administrator"],
  /** What the paid plan costs. */
  "announce-price": ["billing", "administrator"],
  /** New signing keys, and everything sealed with the current data key. */
  "rotate-keys": ["security", "administrator"],
  /** A cancellation, or the closing of an account, taken back for the member. */
  "undo-end": ["support"],
  /** All of a member's data, sealed for a key. */
  "copy-member": ["security", "administrator"],
  /** Of whoever is no administrator: taking rights away waits for nobody. */
  "remove-staff": ["administrator"],
  "see-staff": consoleRoles,
  /** What waits for a second person. */
  "see-requests": consoleRoles,
  /** One's own, whatever role one has by now; that of another takes the right to confirm it. */
  "withdraw-requests": consoleRoles,
  "decide-requests": ["billing", "security", "administrator"],
  /** Sums of a month, and what keeps its books open; no names. */
  "see-month": ["billing", "auditor", "administrator"],
  /** Billing a day and comparing it again, and closing the month. */
  "run-month": ["billing"],
  /** Names of members stand in the file. */
  "export-month": ["billing", "auditor"],
  /** What waits for somebody, without names. */
  "see-work": consoleRoles,
  /** Mails, and messages to our own webhooks. */
  resend: ["support", "security"],
  "retry-jobs": ["support", "security", "administrator"],
  /** That a member has answered an inquiry. */
  "note-answers": ["support"],
  /** Counts of registrations, of nobody. */
  "see-funnel": consoleRoles,
  "see-prices": consoleRoles,
  /** Names and days; no key. */
  "see-keys": ["security", "auditor", "administrator"],
  "see-maintenance": consoleRoles,
  /** Closing parts of the product for a while, and opening them again. */
  "run-maintenance": ["administrator"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Act = keyof typeof rights;

export const acts = Object.keys(rights) as readonly Act[];

/** Whether one of somebody's roles opens an act. */
export const mayDo = (held: readonly Role[], act: Act): boolean => {
  const opening: readonly Role[] = rights[act];
  return held.some((role) => opening.includes(role));
};

/** What somebody may do who may ask for this, or confirm it. */
export const actOfRequest: Readonly<Record<RequestedAct, Act>> = {
  refund: "refund-more",
  "close-member": "close-member",
  "appoint-staff": "appoint-staff",
  "remove-staff": "appoint-staff",
  "restore-address": "restore-address",
  "recover-member": "recover-member",
  "announce-price": "announce-price",
  "rotate-signing-keys": "rotate-keys",
  "rotate-data-keys": "rotate-keys",
};

/** Whether the operator's console is for somebody. */
export const worksAtConsole = (held: readonly Role[]): boolean =>
  held.some((role) => (consoleRoles as readonly Role[]).includes(role));

/** All that somebody may do. */
export const actsOf = (held: readonly Role[]): Act[] => acts.filter((act) => mayDo(held, act));
