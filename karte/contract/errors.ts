import { commonErrors } from "@sekimori/kit-contract/wire-error";

/** Every error type karte's API can answer with, and its HTTP status; sentences are the client's. */
export const karteErrors = {
  ...commonErrors,

  /** The person belongs to no workspace, or has just been removed from this one. */
  NotAMember: 403,
  /** Another tab has entered another workspace; the page shows what is no longer current. */
  WorkspaceSwitched: 409,
  /** The role does not allow the act; `data.act` names it. */
  NotAllowed: 403,
  /** A dangerous act needs a sign-in of the last ten minutes. */
  RecentSignInRequired: 403,
  /** Manual runs of the month are used up: `data.limit`, `data.renewsAt`. */
  QuotaSpent: 409,
  /** The plan holds no more of this: `data.what`, `data.limit`. */
  PlanLimit: 409,
  /** The domain's owner has not been proved, or the proof has lapsed. */
  ProofMissing: 409,
  /** Nobody has agreed to the examination of this domain. */
  ConsentMissing: 409,
  /** The domain is being diagnosed already. */
  AlreadyRunning: 409,
  /** Today's re-checks are used up: `data.limit`. */
  RecheckSpent: 409,
  /** The file cannot be read as a table: `data.reason`, `data.row`. */
  FileUnreadable: 400,
  /** Another file of the workspace is being checked: `data.retryAfterSeconds`. */
  ImportUnderWay: 409,
  /** The import has rows that are refused; nothing was added. */
  ImportHasErrors: 409,
  /** Too late to undo, or something depends on it by now. */
  CannotUndo: 409,
  /** A workspace keeps at least one owner. */
  LastOwner: 409,
  /** The workspace lives on this person's contract: that goes to somebody else first. */
  BillingOwner: 409,
  /** The finding's state does not allow the act: `data.state`. */
  WrongState: 409,
  /** The invitation was used, withdrawn or has lapsed, or is for another address. */
  InvitationInvalid: 404,
  /** Too many of these wait already: `data.limit`. */
  TooManyWaiting: 409,
  /** No webhook goes to this address: it is no https address that the public can reach. */
  AddressRefused: 400,
  /** The API token is unknown, has run out or was revoked. */
  TokenInvalid: 401,
  /** The API token's scopes do not open the call; `data.scope` names the one that would. */
  ScopeInsufficient: 403,
  /** The Idempotency-Key was used for another call. */
  IdempotencyKeyReused: 409,
  /** The call with this Idempotency-Key goes on, or broke off: look before it is made anew. */
  OutcomeUnknown: 409,
  /** The portal cannot be reached; what karte holds itself stays readable. */
  PortalUnavailable: 503,
} as const satisfies Readonly<Record<string, number>>;

export type KarteErrorType = keyof typeof karteErrors;

declare module "@sekimori/kit-contract/wire-error" {
  interface ErrorTypes extends Record<KarteErrorType, true> {}
}
