import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Brand } from "../payment/card-number.ts";
import type { CardBehaviour } from "../payment/test-cards.ts";

interface ClockTable {
  only_row: Generated<boolean>;
  /** bigint: the driver gives a string. */
  offset_ms: ColumnType<string, number, number>;
}

interface MailTable {
  id: GeneratedAlways<string>;
  received_at: Date;
  envelope_from: string;
  envelope_to: string[];
  raw: Buffer;
}

interface CardFacts {
  brand: Brand;
  last4: string;
  expiry_month: number;
  expiry_year: number;
  holder: string;
  behaviour: CardBehaviour;
  fingerprint: string;
}

interface TokenTable extends CardFacts {
  id: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

interface CardTable extends CardFacts {
  id: string;
  created_at: Date;
  deleted_at: Date | null;
  customer_ref: string;
}

export type RegistrationStatus =
  | "requires_action"
  | "authenticated"
  | "succeeded"
  | "failed"
  | "expired"
  | "cancelled";

export type RegistrationFailure = "declined" | "three_d_secure" | "token" | "gateway";

interface RegistrationTable {
  id: string;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  settles_at: Date | null;
  status: RegistrationStatus;
  failure: RegistrationFailure | null;
  decline_code: string | null;
  customer_ref: string;
  return_url: string;
  locale: string | null;
  wrong_codes: Generated<number>;
  token_id: string | null;
  card_id: string | null;
}

interface ChargeTable {
  id: string;
  created_at: Date;
  idempotency_key: string;
  card_id: string;
  amount: number;
  currency: "JPY";
  description: string;
  status: "succeeded" | "failed";
  failure: string | null;
  decline_code: string | null;
}

interface RefundTable {
  id: string;
  created_at: Date;
  idempotency_key: string;
  charge_id: string;
  amount: number;
}

interface IdempotencyTable {
  key: string;
  request_hash: string;
  created_at: Date;
  answer: ColumnType<unknown, string | null, string>;
}

interface EventTable {
  sequence: GeneratedAlways<string>;
  id: string;
  created_at: Date;
  type: string;
  data: ColumnType<unknown, string, never>;
  attempts: Generated<number>;
  next_attempt_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  delivered_at: Date | null;
  last_error: string | null;
}

interface IdentitySecretTable {
  only_row: Generated<boolean>;
  jwks: ColumnType<unknown, string, never>;
  cookie_key: string;
}

interface IdentityAccountTable {
  subject: string;
  created_at: Date;
  email: string;
  email_verified: boolean;
  name: string;
}

interface IdentityRecordTable {
  model: string;
  id: string;
  payload: ColumnType<unknown, string, string>;
  grant_id: string | null;
  user_code: string | null;
  uid: string | null;
  expires_at: Date | null;
  consumed_at: Date | null;
}

/** The tables of the sandbox's own PostgreSQL schema, as its migrations make them. */
export interface SandboxTables {
  "sandbox.clock": ClockTable;
  "sandbox.mail": MailTable;
  "sandbox.mail_greylist": { address: string };
  "sandbox.identity_secret": IdentitySecretTable;
  "sandbox.identity_account": IdentityAccountTable;
  "sandbox.identity_record": IdentityRecordTable;
  "sandbox.payment_token": TokenTable;
  "sandbox.payment_card": CardTable;
  "sandbox.payment_registration": RegistrationTable;
  "sandbox.payment_charge": ChargeTable;
  "sandbox.payment_refund": RefundTable;
  "sandbox.payment_idempotency": IdempotencyTable;
  "sandbox.payment_event": EventTable;
  "sandbox.payment_switch": { only_row: Generated<boolean>; hold_webhooks: Generated<boolean> };
}
