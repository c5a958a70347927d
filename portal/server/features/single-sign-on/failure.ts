import { AppError } from "@sekimori/kit-server/errors";
import type { SingleSignOnFailure } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { ExternalIdentityError } from "../../ports/external-identity.ts";

export const failed = (reason: SingleSignOnFailure, cause?: unknown): AppError =>
  new AppError("SingleSignOnFailed", { data: { reason }, cause });

/** What a provider's refusal or fault becomes; anything else stays what it is. */
export const ofProvider = (error: unknown): unknown =>
  error instanceof ExternalIdentityError ? failed(error.reason, error) : error;
