import { ApiError } from "@sekimori/kit-web/client/api-error";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";

/** The error of an attempt that failed without a call of ours failing. */
export function paymentError(type: PortalErrorType): ApiError {
  return new ApiError({ type, status: 0, message: `The card registration ended as ${type}.` });
}
