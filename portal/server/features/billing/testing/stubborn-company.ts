import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { PortalContext } from "../../../context.ts";
import {
  type Charge,
  type PaymentGateway,
  PaymentGatewayError,
  type Refund,
} from "../../../ports/payment-gateway.ts";
import { randomOf } from "./seeded-random.ts";

class Death extends Error {}

interface Kept {
  readonly id: string;
  /** What we call what it was asked for, the same whenever a seed is lived through again. */
  readonly name: string;
  /** When it was first asked for this: a day later the company has forgotten the key. */
  readonly at: number;
  readonly card: string;
  readonly amount: number;
  readonly succeeded: boolean;
  readonly answer: Charge;
  /** The day on which it was first asked for this. */
  readonly askedOn: string;
  /** The day on which its outcome was told; null before. */
  toldOn: string | null;
}

interface KeptRefund {
  readonly id: string;
  readonly key: string;
  readonly charge: string;
  readonly amount: number;
  readonly at: number;
  state: Refund["state"];
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
 * holder at the issuer's page, loses its answer after charging, faults before, is silent for a day
 * about what was given back of a charge, and its caller dies in the middle of a call. It keeps its
 * keys for a day, and whoever repeats a request after that is charged or paid again.
 *
 * What it does depends on the seed and on what it is asked for, not on the order in which it is asked.
 */
export class StubbornCompany {
  readonly charges = new Map<string, Kept>();
  readonly refunds: KeptRefund[] = [];
  mayDie = false;
  deaths = 0;
  lost = 0;
  /** Charges given up because their holder never came back. */
  abandoned = 0;
  /** Requests that were made again although they had been done. */
  repeated = 0;
  /** Answers to what became of a refund that never came. */
  silent = 0;
  readonly #seed: number;
  readonly #now: () => Date;
  readonly #today: () => string;
  readonly #nameOf: (key: string) => Promise<string>;
  /** Cards that are refused, from the day after on. */
  readonly #bad = new Map<string, string>();
  /** Cards whose issuer wants to see the holder, from the day after on. */
  readonly #guarded = new Map<string, string>();
  readonly #asked = new Map<string, { readonly on: string; times: number }>();
  #healed = false;

  /**
   * @param today the day in Tokyo
   * @param nameOf what the attempt under a key is for, the same in each life of the seed
   */
  constructor(
    seed: number,
    clock: { readonly now: () => Date; readonly today: () => string },
    nameOf: (key: string) => Promise<string>,
  ) {
    this.#seed = seed;
    this.#now = clock.now;
    this.#today = clock.today;
    this.#nameOf = nameOf;
  }

  #luck = (...of: readonly (string | number)[]) => randomOf(this.#seed, of.join(" "));

  #isSince(days: ReadonlyMap<string, string>, card: string): boolean {
    const day = days.get(card);
    return day !== undefined && day < this.#today();
  }

  /** Some cards that were refused are good again. */
  recoverSome(): void {
    for (const card of [...this.#bad.keys()]) {
      if (this.#luck("recovers", card, this.#today())() < 0.5) this.#bad.delete(card);
    }
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

  #decide(id: string, card: string, isPresent: boolean, luck: number): Charge {
    if (this.#isSince(this.#guarded, card)) {
      if (!isPresent) return unauthenticated(id);
      return { id, state: "requires_action", redirectUrl: `https://issuer.example/${id}` };
    }
    const day = this.#today();
    const declined = { id, state: "failed", failure: "declined", code: "funds" } as const;
    if (this.#isSince(this.#bad, card)) return declined;
    if (luck < 0.06) {
      if (!this.#bad.has(card)) this.#bad.set(card, day);
      return declined;
    }
    if (luck < 0.07) return { id, state: "failed", failure: "card", code: "lost_card" };
    if (luck < 0.13) {
      if (!this.#guarded.has(card)) this.#guarded.set(card, day);
      if (!isPresent) return unauthenticated(id);
      return { id, state: "requires_action", redirectUrl: `https://issuer.example/${id}` };
    }
    return { id, state: "succeeded" };
  }

  #isKept = ({ at }: { readonly at: number }) => this.#now().getTime() - at < dayMs;

  /** Whether nothing is heard of a charge's refunds today. */
  #isSilent = (charge: string) =>
    !this.#healed && this.#luck("silent", charge, this.#today())() < 0.15;

  #show = ({ id, key, charge, amount, state }: KeptRefund): Refund => ({
    id,
    charge,
    amount,
    state,
    reference: key,
  });

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
    findTokenCard: impossible,
    getCard: impossible,
    deleteCard: async () => {},
    findDispute: impossible,
    parseWebhook: impossible,
    listMovements: impossible,

    charge: async ({ idempotencyKey, card, amount, returnUrl }) => {
      const name = await this.#nameOf(idempotencyKey);
      const kept = this.charges.get(idempotencyKey);
      if (kept && this.#isKept(kept)) return this.#tell(idempotencyKey) ?? kept.answer;
      if (kept?.succeeded) this.repeated += 1;
      const asked = this.#asked.get(idempotencyKey) ?? { on: this.#today(), times: 0 };
      this.#asked.set(idempotencyKey, asked);
      asked.times += 1;
      const luck = this.#luck("charge", name, asked.times);
      const isHealed = this.#healed;
      if (!isHealed && luck() < 0.02) {
        throw new PaymentGatewayError("network", "never arrived");
      }
      const answer = this.#decide(
        `ch_${name.replaceAll(" ", "_")}`,
        card,
        returnUrl !== undefined,
        isHealed ? 0.5 : luck(),
      );
      const succeeded = answer.state === "succeeded";
      const { id } = answer;
      const [askedOn, at] = [asked.on, this.#now().getTime()];
      const made = { id, name, at, card, amount, succeeded, answer, askedOn, toldOn: null };
      this.charges.set(idempotencyKey, made);
      if (this.mayDie && luck() < 0.2) {
        this.deaths += 1;
        throw new Death("the process died after charging");
      }
      if (!isHealed && luck() < 0.05) {
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

    refund: async ({ idempotencyKey: key, charge, amount }) => {
      if (this.#isSilent(charge)) throw new PaymentGatewayError("network", "never arrived");
      const made = this.refunds.filter((refund) => refund.charge === charge);
      const known = made.find((refund) => refund.key === key);
      if (known && this.#isKept(known)) return this.#show(known);
      if (known) this.repeated += 1;
      const id = `re_${charge}_${made.length}`;
      const luck = this.#luck(id);
      const state = luck() < 0.5 ? ("pending" as const) : ("succeeded" as const);
      const refund: KeptRefund = { id, key, charge, amount, at: this.#now().getTime(), state };
      this.refunds.push(refund);
      if (this.mayDie && luck() < 0.5) {
        this.deaths += 1;
        throw new Death("the process died after giving back");
      }
      if (!this.#healed && luck() < 0.2) {
        throw new PaymentGatewayError("network", "the answer was lost");
      }
      return this.#show(refund);
    },

    findRefundByReference: async (charge, reference) => {
      if (this.#isSilent(charge)) {
        this.silent += 1;
        throw new PaymentGatewayError("network", "no answer");
      }
      const refund = this.refunds.find((one) => one.charge === charge && one.key === reference);
      return refund && this.#show(refund);
    },

    findRefund: async (id) => {
      const refund = this.refunds.find((one) => one.id === id);
      if (!refund) throw new PaymentGatewayError("refused", "no such refund");
      if (refund.state === "pending") {
        refund.state = this.#luck("settles", id)() < 0.3 ? "failed" : "succeeded";
      }
      return this.#show(refund);
    },
  };
}
