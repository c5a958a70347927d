import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Company, found } from "./company.ts";
import { fieldPage, stripeScript } from "./fields-script.ts";
import type { StandInKeys } from "./keys.ts";
import { answerPaymentChallenge } from "./payments.ts";
import { answerChallenge } from "./setups.ts";
import { testCards } from "./test-cards.ts";

interface BrowserOptions {
  readonly company: Company;
  readonly keys: StandInKeys;
  readonly token: (number: string, card: { month: number; year: number; name: string }) => string;
}

/** The issuer's page of 3-D Secure. */
const challengePage = `<!doctype html><html lang="en"><title>3-D Secure</title>
<h1>3-D Secure</h1><form method="post"><button name="right" value="yes">Complete</button>
<button name="right" value="no">Fail</button></form></html>`;

const isPayment = (id: string): boolean => id.startsWith("pi_");

const labels = { number: "Card number", expiry: "Expiry date", code: "Security code" } as const;
const kindParams = z.object({ kind: z.enum(["number", "expiry", "code"]) });

const typedCard = z.strictObject({
  key: z.string(),
  number: z.string(),
  month: z.coerce.number(),
  year: z.coerce.number(),
  code: z.string(),
  name: z.string(),
});

/** What browsers get from the company: its script, the frames of its fields, the issuer's page. */
export function browserRoutes(
  app: FastifyInstance,
  { company, keys, token }: BrowserOptions,
): void {
  app.get("/stripe.js", (_request, reply) =>
    reply
      .type("text/javascript")
      .header("cross-origin-resource-policy", "cross-origin")
      .send(stripeScript),
  );
  app.get("/fields/:kind", (request, reply) => {
    const { kind } = kindParams.parse(request.params);
    return reply.type("text/html").send(fieldPage(kind, labels[kind]));
  });
  app.post("/fields/methods", (request) => {
    const { key, number, month, year, name } = typedCard.parse(JSON.parse(String(request.body)));
    const refuse = (type: string, message: string) => ({ error: { type, message } });
    if (key !== keys.publishableKey) return refuse("authentication_error", "Invalid API Key.");
    if (testCards[number] === undefined)
      return refuse("card_error", "Your card number is invalid.");
    const id = token(number, { month, year: 2_000 + (year % 100), name });
    const { brand, last4 } = found(company.memory.methods, id, "PaymentMethod").card;
    return { paymentMethod: { id, card: { brand, last4 } } };
  });
  app.get("/3ds/:id", (request, reply) => {
    const { id } = request.params as { id: string };
    if (isPayment(id)) found(company.memory.payments, id, "payment_intent");
    else found(company.memory.setups, id, "setupintent");
    return reply.type("text/html").send(challengePage);
  });
  app.post("/3ds/:id", (request, reply) => {
    const { id } = request.params as { id: string };
    const isRight = new URLSearchParams(String(request.body)).get("right") === "yes";
    const answer = isPayment(id) ? answerPaymentChallenge : answerChallenge;
    return reply.redirect(answer(company, id, isRight), 303);
  });
}
