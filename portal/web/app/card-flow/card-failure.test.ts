import { ApiError } from "@sekimori/kit-web/client/api-error";
import { expect, test } from "vitest";
import { FieldsError } from "../card-fields/fields-host.ts";
import { StepUpCancelled } from "../sentences/step-up-cancelled.ts";
import { cardFailure } from "./card-failure.ts";

const answered = (type: string) => new ApiError({ type, status: 0, message: type });

test.each([
  ["the connection breaks on the way", answered("Network"), true, "ask"],
  ["the browser goes offline on the way", answered("Offline"), true, "ask"],
  ["the server does not answer", answered("Timeout"), true, "ask"],
  ["the company does not answer the server", answered("PaymentNetworkError"), true, "ask"],
  ["the browser is offline before", answered("Offline"), false, "Offline"],
  ["the card is declined", answered("CardDeclined"), true, "CardDeclined"],
  ["there are too many tries", answered("TooManyRequest"), true, "TooManyRequest"],
  ["the fields miss a digit", new FieldsError("invalid_fields"), false, "told"],
  ["the card is no test card", new FieldsError("not_a_test_card"), false, "told"],
  ["the fields do not answer", new FieldsError("network"), false, "PaymentNetworkError"],
  ["the company fails in the fields", new FieldsError("company"), false, "PaymentGatewayError"],
  ["the key is refused", new FieldsError("key"), false, "CardTokenInvalid"],
  ["the password is not confirmed", new StepUpCancelled(), true, "told"],
  ["something else breaks", new TypeError("x"), true, "Unexpected"],
] as const)("%s", (_case, error, sent, expected) => {
  const failure = cardFailure(error, sent);
  expect(failure.kind === "tell" ? failure.error.type : failure.kind).toBe(expected);
});
