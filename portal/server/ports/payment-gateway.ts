import type { CardBrand } from "@sekimori/portal-contract/card-brands";
/** A card as the payment company describes it. */
export interface GatewayCard {
  readonly id: string;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly holder: string;
  /** The same for every card of one number; undefined where the company does not say. */
  readonly fingerprint: string | undefined;
}

export type RegistrationFailure = "declined" | "three_d_secure" | "token" | "gateway";

/** Where a card registration stands at the payment company. */
export type Registration =
  | { readonly id: string; readonly state: "requires_action"; readonly redirectUrl: string }
  | { readonly id: string; readonly state: "authenticated" | "expired" | "cancelled" }
  | { readonly id: string; readonly state: "succeeded"; readonly card: GatewayCard }
  | { readonly id: string; readonly state: "failed"; readonly failure: RegistrationFailure };

/**
 * Why a charge failed, by who can mend it.
 *
 * - `declined`: the issuer refused now and may accept later (funds, limits, its own faults).
 * - `card`: this card will never be accepted again: lost, stolen, closed, expired.
 * - `authentication`: the issuer wants its holder present (3-D Secure).
 * - `gateway`: the company could not ask the issuer.
 */
export type ChargeFailure = "declined" | "card" | "authentication" | "gateway";

export type Charge =
  | { readonly id: string; readonly state: "succeeded" }
  | { readonly id: string; readonly state: "pending" }
  /** Nothing moves before its holder has been to this page of the issuer's. */
  | { readonly id: string; readonly state: "requires_action"; readonly redirectUrl: string }
  | {
      readonly id: string;
      readonly state: "failed";
      readonly failure: ChargeFailure;
      /** The company's own word for it, for the operator. */
      readonly code: string;
    };

/** A refund leaves at once or is decided by the issuer later; only `succeeded` has moved money. */
export interface Refund {
  readonly id: string;
  readonly state: "pending" | "succeeded" | "failed" | "cancelled";
  /** The charge of which it gives back `amount` yen. */
  readonly charge: string;
  readonly amount: number;
  /** The key it was asked for with. Not one of ours: somebody made it at the company itself. */
  readonly reference: string | undefined;
}

export interface Dispute {
  readonly id: string;
  /** The charge that the holder's bank took back. */
  readonly charge: string;
  /** Yen. */
  readonly amount: number;
  readonly state: "open" | "won" | "lost";
  /**
   * What the company took from us and gave back, oldest first, each by the id that its ledger has
   * for it. A bank's mere question moves nothing; a dispute that was won may be opened again.
   */
  readonly movements: readonly Pick<GatewayMovement, "id" | "amount" | "at">[];
}

/** One movement in the company's own ledger of what it owes us. */
export interface GatewayMovement {
  /** The company's own name of this entry, which no other has. */
  readonly id: string;
  readonly kind: "charge" | "fee" | "refund" | "dispute" | "dispute_won" | "payout" | "other";
  /** Yen: positive when the company owes us more, negative when less. */
  readonly amount: number;
  /** The charge, refund or dispute it belongs to; of a payout the company's own name for it. */
  readonly source: string;
  readonly at: Date;
}

/** A notification whose signature was checked. It is a hint: what it names has to be asked for. */
export interface GatewayEvent {
  readonly id: string;
  readonly subject:
    | {
        readonly kind: "registration" | "card" | "charge" | "refund" | "dispute";
        readonly id: string;
      }
    | undefined;
}

/** Which fields people type their card into: the company's own, in one of two ways. */
export interface GatewayFields {
  /** `frame`: a page of the company's. `script`: its script puts its fields into our page. */
  readonly kind: "frame" | "script";
  /** Of that page or script. */
  readonly url: string;
  readonly origin: string;
  readonly publishableKey: string;
  /** What the policy of our pages must allow besides. */
  readonly frameOrigins: readonly string[];
  readonly connectOrigins: readonly string[];
}

/**
 * The payment company did not do what was asked.
 *
 * - `gateway`: it answered with a fault; nothing happened.
 * - `network`: it is not known whether it happened, until it is asked again; or the company cannot
 *   be asked now.
 * - `refused`: it understood and refused the request itself (a fault of ours or of a forger).
 */
export class PaymentGatewayError extends Error {
  override readonly name = "PaymentGatewayError";
  readonly reason: "gateway" | "network" | "refused";

  constructor(reason: "gateway" | "network" | "refused", message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/**
 * The company that keeps the cards and moves the money. Every write carries an idempotency key of
 * ours: repeating it with the same input gives the first answer and has no second effect.
 * Every method throws PaymentGatewayError, and keeps to the pace at which the company takes calls.
 */
export interface PaymentGateway {
  /** Name stored beside its identifiers. */
  readonly name: "sandbox" | "stripe";
  /** The header of a notification that its signature stands in. */
  readonly signatureHeader: string;
  readonly fields: GatewayFields;

  startCardRegistration(request: {
    readonly idempotencyKey: string;
    readonly token: string;
    /** Where the holder's browser returns to after 3-D Secure. */
    readonly returnUrl: string;
    readonly customer: string;
    /** A card of the same owner that the company knew before, so that it puts both together. */
    readonly formerCard: string | undefined;
    readonly locale: "ja" | "en";
  }): Promise<Registration>;

  /** Asks the company itself; a browser's word about a registration proves nothing. */
  findCardRegistration(id: string): Promise<Registration>;

  /** The card behind a token of the company's fields; undefined for none that can be used. */
  findTokenCard(token: string): Promise<Pick<GatewayCard, "brand" | "last4"> | undefined>;

  /** The card as it is now: its issuer may have renewed it. Undefined when it is gone. */
  getCard(id: string): Promise<GatewayCard | undefined>;

  /** Deleting a card that is gone already succeeds. */
  deleteCard(id: string): Promise<void>;

  /**
   * Charges `amount` yen. A company that separates making from confirming gives its id to
   * `onPrepared` before any money moves, and is asked by it later.
   */
  charge(request: {
    readonly idempotencyKey: string;
    /**
     * A kept card's name; or a token of the company's fields, for a card that is charged this once
     * and not kept. Its holder has to be present, and is asked by 3-D Secure where there is any.
     */
    readonly card: string;
    /** Our name for the card's owner, as at the card's registration. */
    readonly customer: string;
    readonly amount: number;
    readonly description: string;
    /**
     * The holder is present, and their browser comes back here after 3-D Secure. Without it nobody
     * is: the answer is never `requires_action`.
     */
    readonly returnUrl?: string;
    readonly onPrepared?: (id: string) => Promise<void>;
  }): Promise<Charge>;

  /**
   * The charge made under a key, if any: what to ask after no answer came.
   *
   * @param prepared the id that `onPrepared` was given; null when it never was
   */
  findCharge(idempotencyKey: string, prepared: string | null): Promise<Charge | undefined>;

  /**
   * Gives up a charge that waits for its holder, so that it cannot succeed any more.
   *
   * @returns what became of it: it may have succeeded just before
   */
  cancelCharge(id: string): Promise<Charge>;

  /** Gives `amount` yen of a charge back. */
  refund(request: {
    readonly idempotencyKey: string;
    readonly charge: string;
    readonly amount: number;
  }): Promise<Refund>;

  findRefund(id: string): Promise<Refund>;

  /**
   * The refund of a charge that was asked for under a key: what to ask after no answer came.
   * Undefined: the company has the charge and no such refund of it. Where it cannot tell, it throws.
   *
   * @param reference the key of the request
   */
  findRefundByReference(charge: string, reference: string): Promise<Refund | undefined>;

  findDispute(id: string): Promise<Dispute>;

  /** The company's ledger from one moment up to before another, oldest first. */
  listMovements(from: Date, to: Date): AsyncIterable<GatewayMovement>;

  /**
   * Checks a notification's signature over its raw body.
   *
   * @throws PaymentGatewayError `refused` when it is missing, wrong or too old.
   */
  parseWebhook(rawBody: string, signature: string | undefined, now: Date): GatewayEvent;
}
