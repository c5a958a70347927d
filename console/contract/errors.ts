import { commonErrors, type ErrorTable } from "@sekimori/kit-contract/wire-error";

/** Every error type the console's API can answer with, and its HTTP status; sentences are the client's. */
export const consoleErrors = {
  ...commonErrors,

  NetworkNotAllowed: {
    status: 403,
    message: "The console isn't open to this network: CONSOLE_ALLOWED_NETWORKS doesn't name it.",
  },
  NotStaff: { status: 403, message: "The account isn't one of the staff's." },
  NotAllowed: { status: 403, message: "No role of theirs allows this; `data.act` names it." },
  SearchInvalid: { status: 400, message: "Nothing can be looked for by this." },
  MemberNotFound: { status: 404, message: "No account has this id, or it is deleted." },
} as const satisfies ErrorTable;

export type ConsoleErrorType = keyof typeof consoleErrors;

declare module "@sekimori/kit-contract/wire-error" {
  interface ErrorTypes extends Record<ConsoleErrorType, true> {}
}
