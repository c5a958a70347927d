import { ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { replaceCard } from "@sekimori/portal-contract/endpoints/card";
import { type CardAttempt, cardAttempt } from "@sekimori/portal-contract/endpoints/sign-up";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";
import { attemptOutcome } from "../../app/card-fields/attempt-outcome.ts";
import { FieldsError } from "../../app/card-fields/fields-host.ts";
import type { CardToken } from "../../app/card-fields/fields-messages.ts";
import { client } from "../../app/client.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { queryClient } from "../../app/query-client.ts";
import { clientStorage } from "../../app/session/current.ts";

type Run = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** What became of a card: registered, or the person goes on at the issuer's page. */
export type Replaced = "registered" | "leaving";

const paymentError = (type: PortalErrorType) =>
  new ApiError({
    type,
    status: 0,
    message: `The card registration ended as ${type}.`,
    call: replaceCard,
  });

/** Sends the token; where nobody knows whether it arrived, the attempt is asked for instead. */
async function send(attempt: string, cardToken: string, run: Run): Promise<CardAttempt> {
  try {
    return await run(() => client.call(replaceCard, { body: { attempt, cardToken } }));
  } catch (error) {
    if (!isApiError(error, "Network", "Timeout", "PaymentNetworkError")) throw error;
    return client.call(cardAttempt, { params: { attempt } });
  }
}

/**
 * Registers the card behind a token in place of the present one.
 *
 * @throws ApiError with one of SPEC 8's payment errors
 */
export async function replaceCardBy(card: CardToken, run: Run): Promise<Replaced> {
  const attempt = crypto.randomUUID();
  clientStorage.write("paymentInfo", { attempt, brand: card.brand, last4: card.last4 });
  const outcome = attemptOutcome(await send(attempt, card.token, run));
  switch (outcome.kind) {
    case "done":
      clientStorage.write("paymentInfo", undefined);
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      return "registered";
    case "unfinished":
      window.location.assign(outcome.redirectUrl);
      return "leaving";
    case "failed":
      throw paymentError(outcome.type);
    case "waiting":
    case "over":
      throw paymentError("PaymentNetworkError");
  }
}

/** The error to show for what the fields could not do; undefined when they show it themselves. */
export function errorOfFields(error: unknown): ApiError | undefined {
  if (isApiError(error)) return error;
  if (!(error instanceof FieldsError)) return paymentError("Unexpected");
  switch (error.code) {
    case "key":
      return paymentError("CardTokenInvalid");
    case "network":
      return paymentError("PaymentNetworkError");
    case "company":
      return paymentError("PaymentGatewayError");
    default:
      return undefined;
  }
}
