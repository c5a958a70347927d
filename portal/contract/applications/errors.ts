/** What an application's call can be refused with beside the common errors, and the HTTP status. */
export const applicationErrors = {
  /** No token, or one that is not valid here (any more): get another. */
  TokenInvalid: 401,
  /** The token lacks the scope of the call. */
  ScopeInsufficient: 403,
} as const satisfies Readonly<Record<string, number>>;

export type ApplicationErrorType = keyof typeof applicationErrors | "NotFound";

declare module "@sekimori/kit-contract/wire-error" {
  interface ErrorTypes extends Record<keyof typeof applicationErrors, true> {}
}
