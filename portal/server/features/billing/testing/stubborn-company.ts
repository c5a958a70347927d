import { randomUUID } from "node:crypto";
import type { PortalContext } from "../../../context.ts";
import {
  type Charge,
  type PaymentGateway,
  PaymentGatewayError,
  type Refund,
} from "../../../ports/payment-gateway.ts";

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Death extends Error {}

interface Kept {
  readonly id: string;
  readonly card: string;
  readonly amount: number;
  readonly succeeded: boolean;
  readonly answer: Charge;
  /** The day on which it was first asked for this. */
  readonly askedOn: string;
  /** The day on which its outcome was told; null before. */
  toldOn: string | null;
}

const unauthenticated = (id: string): Charge => ({
  id,
  state: "failed",
  failure: "authentication",
  code: "authentication_required",
});

const impossible = () => {
  throw new Error("not part of the model");
};

/**
 * A payment company in memory that does everything wrong that a real one may: it declines, wants the
 * holder at the issuer's page, loses its answer after charging, faults before, and its caller dies in
 * the middle of a call. It keeps its keys, as the real one does for a day.
 */
export class StubbornCompany {
  readonly charges = new Map<string, Kept>();
  readonly refunds = new Map<
    string,
    { charge: string; amount: number; succeeded: boolean; state: Refund["state"] }
  >();
  mayDie = false;
  deaths = 0;
  lost = 0;
  /** Charges given up because their holder never came back. */
  abandoned = 0;
  readonly #random: () => number;
  readonly #today: () => string;
  readonly #bad = new Set<string>();
  /** Cards whose issuer wants to see the holder. */
  readonly #guarded = new Set<string>();
  readonly #asked = new Map<string, string>();
  #healed = false;

  /** @param today the day in Tokyo */
  constructor(random: () => number, today: () => string) {
    this.#random = random;
    this.#today = today;
  }

  newCard(): string {
    return `card_${randomUUID()}`;
  }

  /** Some cards that were refused are good again. */
  recoverSome(): void {
    for (const card of this.#bad) if (this.#random() < 0.5) this.#bad.delete(card);
  }

  /** From here on every answer arrives. */
  heal(): void {
    this.#healed = true;
  }

  readonly ignoreDeath = (error: unknown): void => {
    if (!(error instanceof Death)) throw error;
  };

  /** Successful charges beyond the first for any invoice. */
  async chargedTwice({ db }: PortalContext): Promise<number> {
    const attempts = await db
      .selectFrom("portal.charge_attempt")
      .select(["invoice_id", "idempotency_key"])
      .execute();
    const perInvoice = new Map<string, number>();
    for (const { invoice_id: invoice, idempotency_key: key } of attempts) {
      if (this.charges.get(key)?.succeeded) {
        perInvoice.set(invoice, (perInvoice.get(invoice) ?? 0) + 1);
      }
    }
    return [...perInvoice.values()].filter((count) => count > 1).length;
  }

  #tell(key: string): Charge | undefined {
    const kept = this.charges.get(key);
    if (kept && kept.answer.state !== "requires_action") kept.toldOn ??= this.#today();
    return kept?.answer;
  }

  /**
   * What a holder did at the issuer's page, if that is still open; with it the charge is decided,
   * whether anybody comes back to tell or not.
   *
   * @param proved false for who could not, and for a charge that is given up
   */
  decideAtIssuer(redirectUrl: string, proved: boolean): void {
    const [key, kept] = this.#openAt(redirectUrl) ?? [];
    if (key === undefined || kept === undefined) return;
    if (proved) this.#guarded.delete(kept.card);
    const { id } = kept;
    const answer: Charge = proved ? { id, state: "succeeded" } : unauthenticated(id);
    this.charges.set(key, { ...kept, answer, succeeded: proved });
  }

  #openAt(redirectUrl: string): [string, Kept] | undefined {
    return [...this.charges].find(
      ([, { answer }]) => answer.state === "requires_action" && answer.redirectUrl === redirectUrl,
    );
  }

  #decide(card: string, isPresent: boolean): Charge {
    const id = `ch_${randomUUID()}`;
    if (this.#guarded.has(card)) {
      if (!isPresent) return unauthenticated(id);
      return { id, state: "requires_action", redirectUrl: `https://issuer.example/${id}` };
    }
    if (this.#bad.has(card)) return { id, state: "failed", failure: "declined", code: "funds" };
    const luck = this.#healed ? 0.5 : this.#random();
    if (luck < 0.06) {
      this.#bad.add(card);
      return { id, state: "failed", failure: "declined", code: "funds" };
    }
    if (luck < 0.07) return { id, state: "failed", failure: "card", code: "lost_card" };
    if (luck < 0.13) {
      this.#guarded.add(card);
      return this.#decide(card, isPresent);
    }
    return { id, state: "succeeded" };
  }

  readonly gateway: PaymentGateway = {
    name: "sandbox",
    signatureHeader: "payment-signature",
    fields: {
      kind: "frame",
      url: "http://localhost",
      origin: "http://localhost",
      publishableKey: "pk",
      frameOrigins: [],
      connectOrigins: [],
    },
    startCardRegistration: impossible,
    findCardRegistration: impossible,
    getCard: impossible,
    deleteCard: async () => {},
    findDispute: impossible,
    parseWebhook: impossible,
    listMovements: impossible,

    charge: async ({ idempotencyKey, card, amount, returnUrl }) => {
      const known = this.#tell(idempotencyKey);
      if (known) return known;
      const askedOn = this.#asked.get(idempotencyKey) ?? this.#today();
      this.#asked.set(idempotencyKey, askedOn);
      if (!this.#healed && this.#random() < 0.02) {
        throw new PaymentGatewayError("network", "never arrived");
      }
      const answer = this.#decide(card, returnUrl !== undefined);
      const succeeded = answer.state === "succeeded";
      const { id } = answer;
      const kept = { id, card, amount, succeeded, answer, askedOn, toldOn: null };
      this.charges.set(idempotencyKey, kept);
      if (this.mayDie && this.#random() < 0.2) {
        this.deaths += 1;
        throw new Death("the process died after charging");
      }
      if (!this.#healed && this.#random() < 0.05) {
        this.lost += 1;
        throw new PaymentGatewayError("network", "the answer was lost");
      }
      return this.#tell(idempotencyKey) ?? answer;
    },

    findCharge: async (idempotencyKey) => this.#tell(idempotencyKey),

    cancelCharge: async (id) => {
      const [key, kept] = [...this.charges].find(([, charge]) => charge.id === id) ?? [];
      if (key === undefined || kept === undefined) {
        throw new PaymentGatewayError("refused", "no such charge");
      }
      if (kept.answer.state === "requires_action") {
        this.abandoned += 1;
        this.decideAtIssuer(kept.answer.redirectUrl, false);
      }
      return this.#tell(key) ?? kept.answer;
    },

    refund: async ({ idempotencyKey, charge, amount }) => {
      const id = `re_${idempotencyKey}`;
      const shown = { id, charge, amount, reference: idempotencyKey };
      const known = this.refunds.get(idempotencyKey);
      if (known) return { ...shown, state: known.state };
      const isSlow = this.#random() < 0.5;
      const state = isSlow ? ("pending" as const) : ("succeeded" as const);
      this.refunds.set(idempotencyKey, { charge, amount, succeeded: !isSlow, state });
      if (!this.#healed && this.#random() < 0.2) {
        throw new PaymentGatewayError("network", "the answer was lost");
      }
      return { ...shown, state };
    },

    findRefundByReference: async (_charge, reference) => {
      const refund = this.refunds.get(reference);
      return refund && { id: `re_${reference}`, ...refund, reference };
    },

    findRefund: async (id) => {
      const refund = this.refunds.get(id.slice(3));
      if (!refund) throw new PaymentGatewayError("refused", "no such refund");
      if (refund.state === "pending") {
        const fails = this.#random() < 0.3;
        refund.state = fails ? "failed" : "succeeded";
        refund.succeeded = !fails;
      }
      const { charge, amount, state } = refund;
      return { id, state, charge, amount, reference: id.slice(3) };
    },
  };
}
