import { createHmac, timingSafeEqual } from "node:crypto";
import { cardBrands } from "@sekimori/portal-contract/card-brands";
import { z } from "zod";
import {
  type Charge,
  type ChargeFailure,
  type GatewayCard,
  type GatewayEvent,
  type PaymentGateway,
  PaymentGatewayError,
  type Refund,
  type Registration,
} from "../ports/payment-gateway.ts";
import { type Call, createCaller, isOk, parseAnswer } from "./sandbox-payment-calls.ts";

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
  brand: z.enum(cardBrands),
  last4: z.string(),
  expiry_month: z.int(),
  expiry_year: z.int(),
  holder: z.string(),
  fingerprint: z.string(),
});

const tokenCardSchema = cardSchema.pick({ brand: true, last4: true });

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

const chargeSchema = z.discriminatedUnion("status", [
  z.object({ id: z.string(), status: z.literal("succeeded") }),
  z.object({ id: z.string(), status: z.literal("requires_action"), redirect_url: z.url() }),
  z.object({
    id: z.string(),
    status: z.literal("failed"),
    failure: z.string().optional(),
    decline_code: z.string().optional(),
  }),
]);

const refundSchema = z.object({
  id: z.string(),
  status: z.enum(["pending", "succeeded", "failed"]),
  charge_id: z.string(),
  amount: z.int(),
  idempotency_key: z.string(),
});

const disputeSchema = z.object({
  id: z.string(),
  charge_id: z.string(),
  amount: z.int(),
  status: z.enum(["open", "won", "lost"]),
  entries: z.array(z.object({ sequence: z.int(), amount: z.int(), created_at: z.iso.datetime() })),
});

const balanceSchema = z.object({
  entries: z.array(
    z.object({
      sequence: z.int(),
      kind: z.enum(["charge", "fee", "refund", "dispute", "dispute_won", "payout"]),
      amount: z.int(),
      source: z.string(),
      created_at: z.iso.datetime(),
    }),
  ),
});

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ id: z.string() }),
});

/** Entries of the company's ledger are numbered. */
const entryId = ({ sequence }: { readonly sequence: number }) => `entry-${sequence}`;

function toCard(card: z.infer<typeof cardSchema>): GatewayCard {
  const { id, brand, last4, holder, fingerprint } = card;
  const { expiry_month: expiryMonth, expiry_year: expiryYear } = card;
  return { id, brand, last4, holder, expiryMonth, expiryYear, fingerprint };
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

const failures: Readonly<Record<string, ChargeFailure>> = {
  lost_card: "card",
  stolen_card: "card",
  closed_account: "card",
  expired_card: "card",
  authentication_required: "authentication",
  authentication_failed: "authentication",
  authentication_abandoned: "authentication",
};

function toCharge(answer: z.infer<typeof chargeSchema>): Charge {
  const { id } = answer;
  if (answer.status === "succeeded") return { id, state: "succeeded" };
  if (answer.status === "requires_action") {
    return { id, state: "requires_action", redirectUrl: answer.redirect_url };
  }
  const code = answer.decline_code ?? answer.failure ?? "unknown";
  const failure = answer.failure === "gateway" ? "gateway" : (failures[code] ?? "declined");
  return { id, state: "failed", failure, code };
}

function toRefund(answer: z.infer<typeof refundSchema>): Refund {
  const { id, status: state, charge_id: charge, amount, idempotency_key: reference } = answer;
  return { id, state, charge, amount, reference };
}

const subjects = {
  card_registration: "registration",
  charge: "charge",
  refund: "refund",
  dispute: "dispute",
} as const;

function subjectOf(type: string, id: string): GatewayEvent["subject"] {
  const [object = ""] = type.split(".");
  const kind = Object.hasOwn(subjects, object)
    ? subjects[object as keyof typeof subjects]
    : undefined;
  return kind && { kind, id };
}

/** The sandbox's payment company. For development, demos and tests. */
export function sandboxPaymentGateway(options: SandboxPaymentOptions): PaymentGateway {
  const call = createCaller(options);

  const ask = async <S extends z.ZodType>(request: Call, schema: S): Promise<z.output<S>> => {
    const { status, body } = await call(request);
    if (!isOk(status)) {
      const reason = status >= 500 ? "gateway" : "refused";
      throw new PaymentGatewayError(reason, `${request.path} answered ${status}`);
    }
    const parsed = schema.safeParse(parseAnswer(body));
    if (!parsed.success) {
      throw new PaymentGatewayError("gateway", "an answer of unknown form", parsed.error);
    }
    return parsed.data;
  };

  const findCharge = async (idempotencyKey: string): Promise<Charge | undefined> => {
    const path = `/charges?idempotency_key=${encodeURIComponent(idempotencyKey)}`;
    const { charges } = await ask(
      { method: "GET", path },
      z.object({ charges: z.array(chargeSchema) }),
    );
    const [charge] = charges;
    return charge && toCharge(charge);
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
    signatureHeader: "payment-signature",
    fields: {
      kind: "frame",
      url: options.fieldsUrl,
      origin: new URL(options.fieldsUrl).origin,
      publishableKey: options.publishableKey,
      frameOrigins: [new URL(options.fieldsUrl).origin],
      connectOrigins: [],
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

    async findTokenCard(token) {
      const path = `/tokens/${encodeURIComponent(token)}`;
      const { status, body } = await call({ method: "GET", path });
      if (status === 404) return undefined;
      if (!isOk(status)) throw new PaymentGatewayError("gateway", `answered ${status}`);
      return tokenCardSchema.parse(parseAnswer(body));
    },

    async getCard(id) {
      const path = `/cards/${encodeURIComponent(id)}`;
      const { status, body } = await call({ method: "GET", path });
      if (status === 404) return undefined;
      if (!isOk(status)) throw new PaymentGatewayError("gateway", `answered ${status}`);
      return toCard(cardSchema.parse(parseAnswer(body)));
    },

    async deleteCard(id) {
      const path = `/cards/${encodeURIComponent(id)}`;
      const { status } = await call({ method: "DELETE", path });
      if (!isOk(status) && status !== 404) {
        throw new PaymentGatewayError("gateway", `answered ${status}`);
      }
    },

    async charge({ idempotencyKey, card, amount, description, returnUrl }) {
      const returns = returnUrl === undefined ? {} : { return_url: returnUrl };
      const of = card.startsWith("tok_") ? { token: card } : { card_id: card };
      const body = { ...of, amount, currency: "JPY", description, ...returns };
      const charge = toCharge(
        await ask({ method: "POST", path: "/charges", body, idempotencyKey }, chargeSchema),
      );
      // A repeated key gives the first answer, and its holder may have proved it since.
      return charge.state === "requires_action"
        ? ((await findCharge(idempotencyKey)) ?? charge)
        : charge;
    },

    findCharge,

    async cancelCharge(id) {
      const path = `/charges/${encodeURIComponent(id)}/cancel`;
      const idempotencyKey = `cancel:${id}`;
      return toCharge(await ask({ method: "POST", path, body: {}, idempotencyKey }, chargeSchema));
    },

    async refund({ idempotencyKey, charge, amount }) {
      const body = { charge_id: charge, amount };
      const path = "/refunds";
      const answer = await ask({ method: "POST", path, body, idempotencyKey }, refundSchema);
      return toRefund(answer);
    },

    async findRefund(id) {
      const path = `/refunds/${encodeURIComponent(id)}`;
      return toRefund(await ask({ method: "GET", path }, refundSchema));
    },

    async findRefundByReference(charge, reference) {
      const query = new URLSearchParams({ charge_id: charge, idempotency_key: reference });
      const { refunds } = await ask(
        { method: "GET", path: `/refunds?${query}` },
        z.object({ refunds: z.array(refundSchema) }),
      );
      const [refund] = refunds;
      return refund && toRefund(refund);
    },

    async findDispute(id) {
      const path = `/disputes/${encodeURIComponent(id)}`;
      const answer = await ask({ method: "GET", path }, disputeSchema);
      const { charge_id: charge, amount, status: state, entries } = answer;
      const movements = entries.map(({ amount: yen, created_at: at, ...entry }) => ({
        id: entryId(entry),
        amount: yen,
        at: new Date(at),
      }));
      return { id: answer.id, charge, amount, state, movements };
    },

    async *listMovements(from, to) {
      let after = 0;
      for (;;) {
        const query = new URLSearchParams({
          from: from.toISOString(),
          to: to.toISOString(),
          after: String(after),
        });
        const { entries } = await ask({ method: "GET", path: `/balance?${query}` }, balanceSchema);
        for (const { kind, amount, source, created_at: at, ...entry } of entries) {
          yield { id: entryId(entry), kind, amount, source, at: new Date(at) };
        }
        const last = entries.at(-1);
        if (last === undefined) return;
        after = last.sequence;
      }
    },

    parseWebhook(rawBody, signature, now) {
      if (signature === undefined || !isSignatureRight(rawBody, signature, now)) {
        throw new PaymentGatewayError("refused", "the notification's signature is wrong");
      }
      const event = eventSchema.parse(JSON.parse(rawBody));
      return { id: event.id, subject: subjectOf(event.type, event.data.id) };
    },
  };
}
