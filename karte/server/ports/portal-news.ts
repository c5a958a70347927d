/** What the portal tells of somebody unasked: a hint, after which what it is about is read anew. */
export type PortalNews =
  /** Plan, trial, billing day, end or suspension have changed. */
  | "plan-changed"
  /** Language or two-factor have changed. */
  | "member-changed"
  /** An organisation's directory keeps its owner out. */
  | "access-ended"
  /** The account is closed. */
  | "account-closed"
  /** The portal has deleted the account and its data. */
  | "account-deleted";

/**
 * Hears what the portal tells. It may come twice and out of order.
 *
 * @param account the `sub` of the portal's ID tokens.
 * @param happenedBefore by the product's clock: what came later is no matter of this news.
 * @throws whatever kept it from being worked on: the portal tells it again.
 */
export type HearNews = (news: PortalNews, account: string, happenedBefore: Date) => Promise<void>;
