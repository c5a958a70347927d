import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";
import { FieldsError } from "../card-fields/fields-host.ts";
import type { FieldsErrorCode } from "../card-fields/fields-messages.ts";
import { StepUpCancelled } from "../sentences/step-up-cancelled.ts";
import { paymentError } from "./payment-error.ts";

/** What a page does about a registration that failed. */
export type CardFailure =
  /** Nobody knows whether the server received the card: it must be asked. */
  | { readonly kind: "ask"; readonly reason: ApiError }
  | { readonly kind: "tell"; readonly error: ApiError }
  /** The fields say it themselves, or the person did not want to go on. */
  | { readonly kind: "told" };

/** Errors of the fields that the fields do not show themselves. */
const errorOfFields: Partial<Readonly<Record<FieldsErrorCode, PortalErrorType>>> = {
  key: "CardTokenInvalid",
  network: "PaymentNetworkError",
  company: "PaymentGatewayError",
};

/** After these the card may have arrived. */
const unanswered = ["Network", "Offline", "Timeout", "PaymentNetworkError"];

/** @param sent whether the card's token was on its way to the server. */
export function cardFailure(error: unknown, sent: boolean): CardFailure {
  if (error instanceof StepUpCancelled) return { kind: "told" };
  if (error instanceof FieldsError) {
    const type = errorOfFields[error.code];
    return type ? { kind: "tell", error: paymentError(type) } : { kind: "told" };
  }
  if (!isApiError(error)) return { kind: "tell", error: paymentError("Unexpected") };
  return sent && unanswered.includes(error.type)
    ? { kind: "ask", reason: error }
    : { kind: "tell", error };
}
