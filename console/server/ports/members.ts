import type {
  copyMember,
  endMemberSessions,
  findMembers,
  forceMemberReset,
  showHistory,
  showMember,
  undoMemberEnd,
  unlockMember,
} from "@sekimori/console-contract/endpoints/members";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";

/** Who does something, for the audit log, and why. */
export interface Acting {
  /** The name of somebody of the staff. */
  readonly by: string;
  readonly reason: string;
}

/**
 * Members' accounts, as the portal's own services open and change them: the same that the operator's
 * commands call. Each call is written down, with the name and the reason, in the commit that does it,
 * or before anything is returned.
 */
export interface Members {
  /** @throws AppError SearchInvalid. */
  find(text: string, acting: Acting): Promise<EndpointResult<typeof findMembers>>;
  /** @throws AppError MemberNotFound. */
  show(account: string, acting: Acting): Promise<EndpointResult<typeof showMember>>;
  /** @param before only what was before this event. @throws AppError MemberNotFound. */
  history(
    account: string,
    before: string | undefined,
    acting: Acting,
  ): Promise<EndpointResult<typeof showHistory>>;
  /** @throws AppError MemberNotFound. */
  unlock(account: string, acting: Acting): Promise<EndpointResult<typeof unlockMember>>;
  /** @throws AppError MemberNotFound. */
  forceReset(account: string, acting: Acting): Promise<EndpointResult<typeof forceMemberReset>>;
  /** @throws AppError MemberNotFound. */
  endSessions(account: string, acting: Acting): Promise<EndpointResult<typeof endMemberSessions>>;
  /** @throws AppError UndoRefused. */
  undoEnd(account: string, acting: Acting): Promise<EndpointResult<typeof undoMemberEnd>>;
  /** @throws AppError MemberNotFound, RecipientRefused, CopyIncomplete. */
  copy(
    account: string,
    wish: { readonly recipient: string; readonly incomplete: boolean },
    acting: Acting,
  ): Promise<EndpointResult<typeof copyMember>>;
}
