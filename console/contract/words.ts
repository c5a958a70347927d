/** Where a member stands. */
export const standings = ["active", "unfinished", "suspended", "leaving", "closed"] as const;

/** Where a contract stands. */
export const contractStates = ["trial", "active", "cancelling", "suspended", "ended"] as const;

/** Why billing leaves a contract alone. */
export const parkingReasons = [
  "missed-months",
  "unknown-charge",
  "unknown-refund",
  "broken-books",
  "refused-request",
  "operator",
] as const;

export type ParkingReason = (typeof parkingReasons)[number];

/** What one person asks for and another confirms. */
export const requestedActs = [
  "refund",
  "close-member",
  "appoint-staff",
  "remove-staff",
  "restore-address",
  "recover-member",
  "announce-price",
  "rotate-signing-keys",
  "rotate-data-keys",
] as const;

export type RequestedAct = (typeof requestedActs)[number];

/** How the first of two persons made sure that it is the member who asks for help. */
export const identityChecks = ["in-person", "by-video", "by-letter", "by-organization"] as const;

export type IdentityCheck = (typeof identityChecks)[number];

/** Which keys are made anew, or used for everything. */
export const keyKinds = ["signing", "data"] as const;

/** By what somebody began to register. */
export const signUpSources = ["register", "external-id", "login"] as const;

/** Which accounting services a month is exported for. */
export const accountingFormats = ["freee", "moneyforward"] as const;

/** Who has to act on a sum that differs. */
export const differenceActors = ["operator", "payment-company", "bank"] as const;

/** Where an invoice stands; one that was given up can be paid. */
export const invoiceStates = ["open", "paid", "void", "uncollectible"] as const;

/** Whether a key signs tokens now, will, or did so that tokens of it are still about. */
export const signingKeyStates = ["signing", "waiting", "retired"] as const;

/** What is asked of the portal on the way, in order. */
export const walkSteps = ["pushed", "authorization", "token", "userinfo", "revocation"] as const;

/** What is looked at in the answers. */
export const walkChecks = [
  "state",
  "answer-issuer",
  "signature",
  "algorithm",
  "issuer",
  "audience",
  "time",
  "nonce",
  "access-token",
  "subject",
] as const;

export type WalkCheck = (typeof walkChecks)[number];
