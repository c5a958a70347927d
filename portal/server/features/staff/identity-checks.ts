/** How the first of two persons made sure that it is the member who asks; the mailbox is no answer. */
export const identityChecks = ["in-person", "by-video", "by-letter", "by-organization"] as const;

export type IdentityCheck = (typeof identityChecks)[number];
