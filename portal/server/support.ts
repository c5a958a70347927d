// What support is told of members, as an operator's command or a console shows it.
export type { SignInLock } from "./features/sign-in/locks.ts";
export type { AccountSearch, FoundAccount } from "./features/support/find-accounts.ts";
