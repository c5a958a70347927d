import { z } from "zod";
import { cardViewSchema } from "./card-view.ts";
import { cardLimits, perAccount, portalEndpoint } from "./declare.ts";
import { shownSchema } from "./final-confirmation.ts";
import { cardAttemptSchema } from "./sign-up.ts";

const tag = "Payment";

export const getCard = portalEndpoint({
  name: "getCard",
  method: "GET",
  path: "/payment/card",
  tag,
  summary: "The saved card, masked.",
  access: "account",
  response: z.object({ card: cardViewSchema.nullable() }),
  errors: [],
  limits: [],
  load: "read",
});

export const replaceCard = portalEndpoint({
  name: "replaceCard",
  method: "POST",
  path: "/payment/card",
  tag,
  summary: "Registers a card in place of the present one, which goes only after success.",
  access: "recent",
  body: z.strictObject({
    attempt: z.uuid(),
    cardToken: z.string().min(1).max(255),
    /** As the list of invoices named what is unpaid: the new card is charged for it at once. */
    shown: shownSchema,
  }),
  response: cardAttemptSchema,
  errors: [
    "Conflict",
    "TermsChanged",
    "CardDeclined",
    "ThreeDSecureFailed",
    "CardTokenInvalid",
    "PaymentGatewayError",
    "PaymentNetworkError",
  ],
  limits: cardLimits,
});

export const removeExpiredCard = portalEndpoint({
  name: "removeExpiredCard",
  method: "DELETE",
  path: "/payment/card",
  tag,
  summary: "Removes an expired card.",
  access: "recent",
  response: z.object({}),
  errors: ["NotFound", "Conflict"],
  limits: [perAccount(20, 3600)],
});
