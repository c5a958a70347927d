import type { ErrorTable } from "@sekimori/kit-contract/wire-error";

/** What an application's call can be refused with beside the common errors, and the HTTP status. */
export const applicationErrors = {
  TokenInvalid: { status: 401, message: "The token is missing, unknown, expired or revoked." },
  ScopeInsufficient: {
    status: 403,
    message: "The token's scopes don't open this call; `data.scope` names the one that does.",
  },
} as const satisfies ErrorTable;

export type ApplicationErrorType = keyof typeof applicationErrors | "NotFound";

declare module "@sekimori/kit-contract/wire-error" {
  interface ErrorTypes extends Record<keyof typeof applicationErrors, true> {}
}
