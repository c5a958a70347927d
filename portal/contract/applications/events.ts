const kind = (name: string) => `urn:sekimori:event:${name}:1`;

/**
 * What applications are told of their members: a signed security event token (RFC 8417) for each,
 * posted to the application (RFC 8935). An event is a hint: what it is about is then read. That a
 * session has ended is told by OpenID Connect Back-Channel Logout, as to every application.
 */
export const applicationEvents = {
  /** Plan, trial or billing day have changed. */
  "plan-changed": kind("plan-changed"),
  /** Language, two-factor or the role by the organization's groups have changed. */
  "member-changed": kind("member-changed"),
  /** The directory of the account's organisation keeps its owner out: end sessions and tokens, delete nothing. */
  "access-ended": kind("access-ended"),
  /** The account is closed; its data is deleted within a month. */
  "account-closed": kind("account-closed"),
  /** The account's data is deleted; said together with `account-closed`, for it is closed too. */
  "account-deleted": kind("account-deleted"),
} as const;

export type ApplicationEventName = keyof typeof applicationEvents;
