import { msg } from "@lingui/core/macro";
import { addErrorSentences } from "../sentences/error-sentences.ts";

// What goes wrong with a card or a payment (specification 8), for the pages that deal with one: what
// the sign-in page transfers leaves no room for it.
addErrorSentences({
  CardDeclined: msg`Card registration failed: the card was declined. Use another card or contact its issuer.`,
  ThreeDSecureFailed: msg`3-D Secure authentication failed. Try again or use another card.`,
  CardTokenInvalid: msg`We couldn't read the card details. Enter them again.`,
  PaymentGatewayError: msg`The payment company reported an error. Wait a while and try again.`,
  PaymentNetworkError: msg`We couldn't reach the payment company. Wait a while and try again.`,
  PaymentNotRestored: msg`We couldn't restore your payment details. Please re-enter them.`,
});
