/** A card as the payment company describes it. */
export interface GatewayCard {
  readonly id: string;
  readonly brand: "visa" | "mastercard" | "jcb" | "amex" | "diners";
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly holder: string;
}

export type RegistrationFailure = "declined" | "three_d_secure" | "token" | "gateway";

/** Where a card registration stands at the payment company. */
export type Registration =
  | { readonly id: string; readonly state: "requires_action"; readonly redirectUrl: string }
  | { readonly id: string; readonly state: "authenticated" | "expired" | "cancelled" }
  | { readonly id: string; readonly state: "succeeded"; readonly card: GatewayCard }
  | { readonly id: string; readonly state: "failed"; readonly failure: RegistrationFailure };

export type Charge =
  | { readonly id: string; readonly state: "succeeded" }
  | { readonly id: string; readonly state: "failed"; readonly failure: "declined" | "gateway" };

/** A notification whose signature was checked. */
export interface GatewayEvent {
  readonly id: string;
  readonly registration: string | undefined;
}

/**
 * The payment company did not do what was asked.
 *
 * - `gateway`: it answered with a fault; nothing happened.
 * - `network`: no answer came; whether it happened is unknown until it is asked again.
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
 * Every method throws PaymentGatewayError.
 */
export interface PaymentGateway {
  /** Name stored beside its identifiers. */
  readonly name: "sandbox" | "stripe";
  /** What the page needs to show the company's own card fields. */
  readonly fields: {
    readonly url: string;
    readonly origin: string;
    readonly publishableKey: string;
  };

  startCardRegistration(request: {
    readonly idempotencyKey: string;
    readonly token: string;
    /** Where the holder's browser returns to after 3-D Secure. */
    readonly returnUrl: string;
    readonly customer: string;
    readonly locale: "ja" | "en";
  }): Promise<Registration>;

  /** Asks the company itself; a browser's word about a registration proves nothing. */
  findCardRegistration(id: string): Promise<Registration>;

  /** Undefined when there is no such card any more. */
  getCard(id: string): Promise<GatewayCard | undefined>;

  /** Deleting a card that is gone already succeeds. */
  deleteCard(id: string): Promise<void>;

  /** Charges without the holder present; `amount` in yen. */
  charge(request: {
    readonly idempotencyKey: string;
    readonly card: string;
    readonly amount: number;
    readonly description: string;
  }): Promise<Charge>;

  /** The charge made under a key, if any: what to ask after no answer came. */
  findCharge(idempotencyKey: string): Promise<Charge | undefined>;

  refund(request: { readonly idempotencyKey: string; readonly charge: string }): Promise<void>;

  /**
   * Checks a notification's signature over its raw body.
   *
   * @throws PaymentGatewayError `refused` when it is missing, wrong or too old.
   */
  parseWebhook(rawBody: string, signature: string | undefined, now: Date): GatewayEvent;
}
