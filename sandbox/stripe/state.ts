import { randomBytes } from "node:crypto";

/** Objects as the company shows them; only what it documents and a merchant may rely on. */
export type Shown = Record<string, unknown> & { readonly id: string };

export interface Method extends Shown {
  readonly object: "payment_method";
  readonly type: "card";
  customer: string | null;
  billing_details: { name: string | null; email: null; phone: null; address: null };
  card: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
  };
}

/** What a browser has to do next: go to the issuer's page, and come back. */
export interface NextAction {
  readonly type: "redirect_to_url";
  readonly redirect_to_url: { readonly url: string; readonly return_url: string };
}

export interface Intent extends Shown {
  status: string;
  next_action: NextAction | null;
  customer: string | null;
  payment_method: string | null;
  metadata: Record<string, string>;
}

export interface PaymentIntent extends Intent {
  readonly object: "payment_intent";
  readonly amount: number;
  latest_charge: string | null;
  last_payment_error: Record<string, unknown> | null;
  cancellation_reason: string | null;
  readonly payment_method_options: {
    readonly card: { readonly request_three_d_secure: "any" | "automatic" | "challenge" };
  };
}

export interface SetupIntent extends Intent {
  readonly object: "setup_intent";
  last_setup_error: Record<string, unknown> | null;
}

export interface Refund extends Shown {
  readonly object: "refund";
  readonly amount: number;
  readonly created: number;
  readonly charge: string | null;
  readonly payment_intent: string;
  status: string;
}

export interface Dispute extends Shown {
  readonly object: "dispute";
  readonly amount: number;
  status: string;
  balance_transactions: Transaction[];
}

export interface Transaction extends Shown {
  readonly object: "balance_transaction";
  readonly amount: number;
  readonly fee: number;
  readonly type: string;
  readonly created: number;
  readonly source: string | null;
}

export interface StoredEvent extends Shown {
  readonly object: "event";
  readonly type: string;
}

/** What the company remembers. Kept in memory: it lives as long as a test. */
export interface Memory {
  readonly customers: Map<string, Shown>;
  readonly methods: Map<string, Method>;
  /** The number behind a method, which nobody is ever told. */
  readonly numbers: Map<string, string>;
  readonly setups: Map<string, SetupIntent>;
  readonly payments: Map<string, PaymentIntent>;
  readonly charges: Map<string, Shown>;
  readonly refunds: Map<string, Refund>;
  readonly disputes: Map<string, Dispute>;
  readonly payouts: Map<string, Shown>;
  /** Oldest first. */
  readonly transactions: Transaction[];
  readonly events: StoredEvent[];
}

export const emptyMemory = (): Memory => ({
  customers: new Map(),
  methods: new Map(),
  numbers: new Map(),
  setups: new Map(),
  payments: new Map(),
  charges: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  payouts: new Map(),
  transactions: [],
  events: [],
});

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;
