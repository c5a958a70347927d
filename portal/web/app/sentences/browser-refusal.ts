import { ApiError } from "@sekimori/kit-web/client/api-error";

/** What a browser, or the person at it, says no by: no call of ours has failed. */
export type BrowserRefusal = "PasskeyCancelled" | "PasskeyImpossible" | "PasskeyDuplicate";

const refusalOf: Readonly<Record<string, BrowserRefusal>> = {
  // Cancelled, timed out, or no passkey: browsers do not say which, so that no page learns of it.
  NotAllowedError: "PasskeyCancelled",
  AbortError: "PasskeyCancelled",
  // The authenticator has a passkey of this account already.
  InvalidStateError: "PasskeyDuplicate",
};

/** As a screen takes it, with the other failures. */
export function explainedRefusal(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof ApiError) return cause;
  const type = refusalOf[cause.name] ?? "PasskeyImpossible";
  return new ApiError({ type, status: 0, message: cause.message, cause });
}
