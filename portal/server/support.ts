// What support is told of members, as an operator's command or a console shows it.
export type { SignInLock } from "./features/sign-in/locks.ts";
export type { History } from "./features/support/account-history.ts";
export type { AccountSearch, FoundAccount } from "./features/support/find-accounts.ts";
export type { MemberAccess } from "./features/support/member-access.ts";
export type { MemberConsents } from "./features/support/member-consents.ts";
export type { MemberMoney } from "./features/support/member-money.ts";
export type { OpenRequest } from "./features/support/open-requests.ts";
export type { ShownMember } from "./features/support/show-account.ts";
