// Generated from the migrations. Do not edit.
import type { ColumnType, Generated } from "kysely";

export interface Tables {
  "sandbox.clock": {
    only_row: Generated<boolean>;
    offset_ms: ColumnType<string, string | number | undefined, string | number>;
  };
  "sandbox.identity_account": {
    subject: string;
    created_at: Date;
    email: string;
    email_verified: boolean;
    name: string;
  };
  "sandbox.identity_record": {
    model: string;
    id: string;
    payload: ColumnType<unknown, string, string>;
    grant_id: string | null;
    user_code: string | null;
    uid: string | null;
    expires_at: Date | null;
    consumed_at: Date | null;
  };
  "sandbox.identity_secret": {
    only_row: Generated<boolean>;
    jwks: ColumnType<unknown, string, string>;
    cookie_key: string;
  };
  "sandbox.mail": {
    id: ColumnType<string, string | number | undefined, string | number>;
    received_at: Date;
    envelope_from: string;
    envelope_to: string[];
    raw: Buffer;
  };
  "sandbox.mail_greylist": {
    address: string;
  };
  "sandbox.payment_balance": {
    sequence: ColumnType<string, string | number | undefined, string | number>;
    created_at: Date;
    kind: "charge" | "fee" | "refund" | "dispute" | "dispute_won" | "payout";
    amount: number;
    source: string;
  };
  "sandbox.payment_card": {
    id: string;
    created_at: Date;
    deleted_at: Date | null;
    customer_ref: string;
    brand: string;
    last4: string;
    expiry_month: number;
    expiry_year: number;
    holder: string;
    behaviour: string;
    fingerprint: string;
  };
  "sandbox.payment_charge": {
    id: string;
    created_at: Date;
    idempotency_key: string;
    card_id: string;
    amount: number;
    currency: string;
    description: string;
    status: "succeeded" | "failed" | "requires_action";
    failure: string | null;
    decline_code: string | null;
    return_url: string | null;
    wrong_codes: Generated<number>;
  };
  "sandbox.payment_dispute": {
    id: string;
    created_at: Date;
    charge_id: string;
    amount: number;
    status: "open" | "won" | "lost";
  };
  "sandbox.payment_event": {
    sequence: ColumnType<string, string | number | undefined, string | number>;
    id: string;
    created_at: Date;
    type: string;
    data: ColumnType<unknown, string, string>;
    attempts: Generated<number>;
    next_attempt_at: Generated<Date | null>;
    delivered_at: Date | null;
    last_error: string | null;
  };
  "sandbox.payment_idempotency": {
    key: string;
    request_hash: string;
    created_at: Date;
    answer: ColumnType<unknown, string, string> | null;
  };
  "sandbox.payment_refund": {
    id: string;
    created_at: Date;
    idempotency_key: string;
    charge_id: string;
    amount: number;
    status: Generated<"pending" | "succeeded" | "failed">;
    settles_at: Date | null;
  };
  "sandbox.payment_registration": {
    id: string;
    created_at: Date;
    updated_at: Date;
    expires_at: Date;
    settles_at: Date | null;
    status: "requires_action" | "authenticated" | "succeeded" | "failed" | "expired" | "cancelled";
    failure: "declined" | "three_d_secure" | "token" | "gateway" | null;
    decline_code: string | null;
    customer_ref: string;
    return_url: string;
    locale: string | null;
    wrong_codes: Generated<number>;
    token_id: string | null;
    card_id: string | null;
  };
  "sandbox.payment_switch": {
    only_row: Generated<boolean>;
    hold_webhooks: Generated<boolean>;
  };
  "sandbox.payment_token": {
    id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    brand: string;
    last4: string;
    expiry_month: number;
    expiry_year: number;
    holder: string;
    behaviour: string;
    fingerprint: string;
  };
}
