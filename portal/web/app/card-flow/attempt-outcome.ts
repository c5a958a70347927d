import type { CardAttempt } from "@sekimori/portal-contract/endpoints/sign-up";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";

/** What a page does about a card registration. */
export type AttemptOutcome =
  | { readonly kind: "done" }
  /** 3-D Secure has not been answered; it goes on at this address. */
  | { readonly kind: "unfinished"; readonly redirectUrl: string }
  /** The payment company has not said yet. */
  | { readonly kind: "waiting" }
  | { readonly kind: "failed"; readonly type: PortalErrorType }
  /** Given up by the person or run out of time: not an error, the card is entered again. */
  | { readonly kind: "over"; readonly state: "expired" | "cancelled" };

const errorOfFailure: Readonly<Record<NonNullable<CardAttempt["failure"]>, PortalErrorType>> = {
  declined: "CardDeclined",
  three_d_secure: "ThreeDSecureFailed",
  token: "CardTokenInvalid",
  gateway: "PaymentGatewayError",
  network: "PaymentNetworkError",
};

/** Reads the server's answer about an attempt. */
export function attemptOutcome({ state, redirectUrl, failure }: CardAttempt): AttemptOutcome {
  switch (state) {
    case "succeeded":
      return { kind: "done" };
    case "requires_action":
      return redirectUrl === null ? { kind: "waiting" } : { kind: "unfinished", redirectUrl };
    case "created":
      return { kind: "waiting" };
    case "failed":
      return { kind: "failed", type: errorOfFailure[failure ?? "gateway"] };
    case "expired":
    case "cancelled":
      return { kind: "over", state };
  }
}
