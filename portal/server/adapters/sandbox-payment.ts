import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import {
  type Charge,
  type GatewayCard,
  type PaymentGateway,
  PaymentGatewayError,
  type Registration,
} from "../ports/payment-gateway.ts";

export interface SandboxPaymentOptions {
  /** Origin at which the server reaches the company's API. */
  readonly apiOrigin: string;
  /** The page with the card fields, as browsers reach it. */
  readonly fieldsUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Milliseconds to wait for an answer; 10 s unless given. */
  readonly timeout?: number;
}

/** A webhook older or newer than this is refused, so that a recorded one cannot be replayed. */
const webhookToleranceSeconds = 5 * 60;

const cardSchema = z.object({
  id: z.string(),
  brand: z.enum(["visa", "mastercard", "jcb", "amex", "diners"]),
  last4: z.string(),
  expiry_month: z.int(),
  expiry_year: z.int(),
  holder: z.string(),
});

const registrationSchema = z.discriminatedUnion("status", [
  z.object({ id: z.string(), status: z.literal("requires_action"), redirect_url: z.url() }),
  z.object({ id: z.string(), status: z.enum(["authenticated", "expired", "cancelled"]) }),
  z.object({ id: z.string(), status: z.literal("succeeded"), card: cardSchema }),
  z.object({
    id: z.string(),
    status: z.literal("failed"),
    failure: z.enum(["declined", "three_d_secure", "token", "gateway"]),
  }),
]);

const chargeSchema = z.object({
  id: z.string(),
  status: z.enum(["succeeded", "failed"]),
  failure: z.string().optional(),
});

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ id: z.string() }),
});

function toCard(card: z.infer<typeof cardSchema>): GatewayCard {
  const { id, brand, last4, holder } = card;
  return { id, brand, last4, holder, expiryMonth: card.expiry_month, expiryYear: card.expiry_year };
}

function toRegistration(answer: z.infer<typeof registrationSchema>): Registration {
  const { id } = answer;
  switch (answer.status) {
    case "requires_action":
      return { id, state: "requires_action", redirectUrl: answer.redirect_url };
    case "succeeded":
      return { id, state: "succeeded", card: toCard(answer.card) };
    case "failed":
      return { id, state: "failed", failure: answer.failure };
    default:
      return { id, state: answer.status };
  }
}

function toCharge({ id, status, failure }: z.infer<typeof chargeSchema>): Charge {
  return status === "succeeded"
    ? { id, state: "succeeded" }
    : { id, state: "failed", failure: failure === "gateway" ? "gateway" : "declined" };
}

interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** The sandbox's payment company. For development, demos and tests. */
export function sandboxPaymentGateway(options: SandboxPaymentOptions): PaymentGateway {
  const call = async (request: Call): Promise<Response> => {
    try {
      return await fetch(new URL(`/payment/api${request.path}`, options.apiOrigin), {
        method: request.method,
        headers: {
          authorization: `Bearer ${options.secretKey}`,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
          ...(request.idempotencyKey === undefined
            ? {}
            : { "idempotency-key": request.idempotencyKey }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        redirect: "error",
        signal: AbortSignal.timeout(options.timeout ?? 10_000),
      });
    } catch (cause) {
      throw new PaymentGatewayError("network", "no answer from the payment company", cause);
    }
  };

  const ask = async <S extends z.ZodType>(request: Call, schema: S): Promise<z.output<S>> => {
    const response = await call(request);
    if (!response.ok) {
      await response.body?.cancel();
      const reason = response.status >= 500 ? "gateway" : "refused";
      throw new PaymentGatewayError(reason, `${request.path} answered ${response.status}`);
    }
    let answer: unknown;
    try {
      answer = await response.json();
    } catch (cause) {
      throw new PaymentGatewayError("network", "the answer broke off", cause);
    }
    const parsed = schema.safeParse(answer);
    if (!parsed.success) {
      throw new PaymentGatewayError("gateway", "an answer of unknown form", parsed.error);
    }
    return parsed.data;
  };

  const isSignatureRight = (body: string, signature: string, now: Date): boolean => {
    const [, seconds = "", mac = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    if (mac === "") return false;
    const age = Math.abs(now.getTime() / 1000 - Number(seconds));
    const expected = createHmac("sha256", options.webhookSecret)
      .update(`${seconds}.${body}`)
      .digest();
    return age <= webhookToleranceSeconds && timingSafeEqual(Buffer.from(mac, "hex"), expected);
  };

  return {
    name: "sandbox",
    fields: {
      url: options.fieldsUrl,
      origin: new URL(options.fieldsUrl).origin,
      publishableKey: options.publishableKey,
    },

    async startCardRegistration({ idempotencyKey, token, returnUrl, customer, locale }) {
      const body = { token, return_url: returnUrl, customer_ref: customer, locale };
      const path = "/card-registrations";
      return toRegistration(
        await ask({ method: "POST", path, body, idempotencyKey }, registrationSchema),
      );
    },

    async findCardRegistration(id) {
      const path = `/card-registrations/${encodeURIComponent(id)}`;
      return toRegistration(await ask({ method: "GET", path }, registrationSchema));
    },

    async getCard(id) {
      const response = await call({ method: "GET", path: `/cards/${encodeURIComponent(id)}` });
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      if (!response.ok) throw new PaymentGatewayError("gateway", `answered ${response.status}`);
      return toCard(cardSchema.parse(await response.json()));
    },

    async deleteCard(id) {
      const response = await call({ method: "DELETE", path: `/cards/${encodeURIComponent(id)}` });
      await response.body?.cancel();
      if (!response.ok && response.status !== 404) {
        throw new PaymentGatewayError("gateway", `answered ${response.status}`);
      }
    },

    async charge({ idempotencyKey, card, amount, description }) {
      const body = { card_id: card, amount, currency: "JPY", description };
      return toCharge(
        await ask({ method: "POST", path: "/charges", body, idempotencyKey }, chargeSchema),
      );
    },

    async findCharge(idempotencyKey) {
      const path = `/charges?idempotency_key=${encodeURIComponent(idempotencyKey)}`;
      const { charges } = await ask(
        { method: "GET", path },
        z.object({ charges: z.array(chargeSchema) }),
      );
      const [charge] = charges;
      return charge && toCharge(charge);
    },

    async refund({ idempotencyKey, charge }) {
      const body = { charge_id: charge };
      await ask({ method: "POST", path: "/refunds", body, idempotencyKey }, z.object({}));
    },

    parseWebhook(rawBody, signature, now) {
      if (signature === undefined || !isSignatureRight(rawBody, signature, now)) {
        throw new PaymentGatewayError("refused", "the notification's signature is wrong");
      }
      const event = eventSchema.parse(JSON.parse(rawBody));
      const isRegistration = event.type.startsWith("card_registration.");
      return { id: event.id, registration: isRegistration ? event.data.id : undefined };
    },
  };
}
