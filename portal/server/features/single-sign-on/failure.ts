import { AppError } from "@sekimori/kit-server/errors";
import type { SingleSignOnFailure } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { ExternalIdentityError } from "../../ports/external-identity.ts";

export const failed = (reason: SingleSignOnFailure, cause?: unknown): AppError =>
  new AppError("SingleSignOnFailed", { data: { reason }, cause });

/** What a provider's refusal or fault becomes; anything else stays what it is. */
export function ofProvider(error: unknown): unknown {
  if (!(error instanceof ExternalIdentityError)) return error;
  // Whom it refuses can do nothing about what is signed. Its administrator is told by a test.
  const reason = error.reason === "assertion-unsigned" ? "untrusted" : error.reason;
  return failed(reason, error);
}
