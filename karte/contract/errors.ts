import { commonErrors, type ErrorTable } from "@sekimori/kit-contract/wire-error";

/** Every error type karte's API can answer with, and its HTTP status; sentences are the client's. */
export const karteErrors = {
  ...commonErrors,

  NotAMember: { status: 403, message: "The person isn't a member of the workspace." },
  WorkspaceSwitched: { status: 409, message: "Another tab has entered another workspace." },
  NotAllowed: { status: 403, message: "The role doesn't allow this; `data.act` names it." },
  RecentSignInRequired: { status: 403, message: "This needs a recent sign-in." },
  QuotaSpent: {
    status: 409,
    message: "This month's manual scans are used up; `data` has the limit and when it renews.",
  },
  PlanLimit: {
    status: 409,
    message: "The plan holds no more of this; `data` says of what, and how many.",
  },
  ProofMissing: { status: 409, message: "The domain's ownership isn't verified, or no longer." },
  ConsentMissing: { status: 409, message: "Nobody has agreed to scans of this domain." },
  AlreadyRunning: { status: 409, message: "The domain is being scanned already." },
  RecheckSpent: {
    status: 409,
    message: "Today's rechecks are used up; `data.limit` says how many there are.",
  },
  FileUnreadable: {
    status: 400,
    message: "The file can't be read as a table; `data` says why, and in which row.",
  },
  ImportUnderWay: {
    status: 409,
    message:
      "Another file of the workspace is being checked; try again after `data.retryAfterSeconds`.",
  },
  ImportHasErrors: {
    status: 409,
    message: "The import has rows that are refused; nothing was added.",
  },
  CannotUndo: { status: 409, message: "It is too late to undo this, or something depends on it." },
  LastOwner: { status: 409, message: "A workspace keeps at least one owner." },
  BillingOwner: {
    status: 409,
    message: "The workspace lives on this person's contract; hand that over first.",
  },
  WrongState: {
    status: 409,
    message: "The finding's state doesn't allow this; `data.state` names it.",
  },
  InvitationInvalid: {
    status: 404,
    message: "The invitation was used or withdrawn, has lapsed, or is for another address.",
  },
  TooManyWaiting: {
    status: 409,
    message: "Too many of these wait already; `data.limit` says how many may.",
  },
  AddressRefused: {
    status: 400,
    message: "The address isn't an https address that the public can reach.",
  },
  TicketSystemRefused: {
    status: 409,
    message:
      "The ticket system can't be used like this; `data.problem` says why, and `data.field` what to mend.",
  },
  TooManyTickets: {
    status: 409,
    message: "One call makes tickets for at most `data.limit` causes; nothing was made.",
  },
  CursorExpired: {
    status: 410,
    message:
      "Events after this cursor may be gone, because it is older than 90 days or from before a restore; begin again without one.",
  },
  TokenInvalid: { status: 401, message: "The token is missing, unknown, expired or revoked." },
  ScopeInsufficient: {
    status: 403,
    message: "The token's scopes don't open this call; `data.scope` names the one that does.",
  },
  IdempotencyKeyReused: { status: 409, message: "The Idempotency-Key was used for another call." },
  OutcomeUnknown: {
    status: 409,
    message: "The call with this Idempotency-Key goes on or broke off; look before making it anew.",
  },
  PortalUnavailable: { status: 503, message: "The portal can't be reached." },
} as const satisfies ErrorTable;

export type KarteErrorType = keyof typeof karteErrors;

declare module "@sekimori/kit-contract/wire-error" {
  interface ErrorTypes extends Record<KarteErrorType, true> {}
}
