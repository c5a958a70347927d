// Generated from the migrations; see portal/server/README.md. Do not edit.
import type { ColumnType, Generated } from "kysely";

export interface Tables {
  "portal.account": {
    id: string;
    email_digest: string;
    personal: Buffer;
    user_type: "1" | "2";
    language: "ja" | "en";
    is_agree_service: Generated<boolean>;
    mfa_enabled: Generated<boolean>;
    password_reset_required: Generated<boolean>;
    promotional_mail: Generated<boolean>;
    created_at: Date;
    closed_at: Date | null;
    revision: Generated<number>;
  };
  "portal.agreement": {
    id: string;
    account_id: string;
    documents: ColumnType<unknown, string, string>;
    shown: ColumnType<unknown, string, string>;
    locale: "ja" | "en";
    promotional_mail: boolean;
    agreed_at: Date;
    ip_address: string;
    device: string;
  };
  "portal.audit_event": {
    id: ColumnType<string, string | number, string | number>;
    account_id: string | null;
    action: string;
    at: Date;
    ip_address: string | null;
    device: string | null;
    detail: ColumnType<unknown, string, string>;
    previous_hash: Buffer;
    hash: Buffer;
  };
  "portal.card": {
    id: string;
    account_id: string;
    gateway: string;
    gateway_card: string;
    brand: "visa" | "mastercard" | "jcb" | "amex" | "diners";
    last4: string;
    expiry_month: number;
    expiry_year: number;
    holder: Buffer;
    created_at: Date;
    removed_at: Date | null;
  };
  "portal.card_attempt": {
    id: string;
    account_id: string;
    purpose: "sign-up" | "replace";
    state: "created" | "requires_action" | "authenticated" | "succeeded" | "failed" | "expired" | "cancelled";
    failure: "declined" | "three_d_secure" | "token" | "gateway" | "network" | null;
    gateway: string;
    registration: string | null;
    redirect_url: string | null;
    card_token: Buffer | null;
    return_digest: string;
    return_used_at: Date | null;
    locale: "ja" | "en";
    created_at: Date;
    changed_at: Date;
  };
  "portal.contract": {
    id: string;
    account_id: string;
    plan: "detailed" | "free" | "security24";
    free_until: ColumnType<Date, string, string> | null;
    next_billing_on: ColumnType<Date, string, string> | null;
    monthly_price: number | null;
    tax_percent: ColumnType<string, string | number, string | number>;
    started_on: ColumnType<Date, string, string>;
    ended_on: ColumnType<Date, string, string> | null;
    created_at: Date;
  };
  "portal.credential": {
    account_id: string;
    password_hash: string;
    changed_at: Date;
  };
  "portal.email_change": {
    account_id: string;
    email_digest: string;
    email: Buffer;
    code_digest: string;
    tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
  };
  "portal.email_change_undo": {
    token_digest: string;
    account_id: string;
    email_digest: string;
    email: Buffer;
    created_at: Date;
    expires_at: Date;
  };
  "portal.external_identity": {
    issuer: string;
    subject: string;
    account_id: string;
    linked_at: Date;
  };
  "portal.external_request": {
    state_digest: string;
    browser_digest: string;
    purpose: "sign-in" | "sign-up";
    plan: "detailed" | "free" | "security24" | null;
    locale: "ja" | "en";
    secrets: Buffer;
    created_at: Date;
    expires_at: Date;
  };
  "portal.known_device": {
    account_id: string;
    token_digest: string;
    first_seen_at: Date;
    last_seen_at: Date;
  };
  "portal.notice": {
    id: string;
    title_ja: string;
    title_en: string;
    body_ja: string;
    body_en: string;
    published_at: Date;
  };
  "portal.notice_read": {
    account_id: string;
    read_up_to: Date;
  };
  "portal.oidc_client": {
    client_id: string;
    metadata: ColumnType<unknown, string, string>;
    secret: Buffer | null;
    created_at: Date;
  };
  "portal.oidc_consent": {
    account_id: string;
    client_id: string;
    scope: string;
    granted_at: Date;
  };
  "portal.oidc_key": {
    kid: string;
    algorithm: "RS256" | "ES256";
    private_key: Buffer;
    signs_from: Date;
    published_until: Date | null;
  };
  "portal.oidc_record": {
    model: string;
    id_digest: string;
    payload: ColumnType<unknown, string, string>;
    grant_id: string | null;
    expires_at: Date | null;
    consumed_at: Date | null;
    session_id: string | null;
  };
  "portal.oidc_session": {
    id_digest: string;
    uid: string;
    session_id: string | null;
    payload: ColumnType<unknown, string, string>;
    expires_at: Date;
  };
  "portal.password_reset": {
    account_id: string;
    code_digest: string;
    created_at: Date;
    expires_at: Date;
  };
  "portal.payment_event": {
    gateway: string;
    event: string;
    received_at: Date;
  };
  "portal.reset_guess": {
    email_digest: string;
    tries: number;
    expires_at: Date;
  };
  "portal.session": {
    id: string;
    token_digest: string;
    account_id: string;
    created_at: Date;
    authenticated_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    device: string;
    ip_address: string;
    first_factor: Generated<"password" | "external">;
    second_factor: Generated<boolean>;
  };
  "portal.sign_in_attempt": {
    id: string;
    token_digest: string;
    account_id: string;
    kind: "otp" | "reset" | "link";
    code_digest: string | null;
    code_expires_at: Date | null;
    code_sent_at: Date | null;
    tries: Generated<number>;
    external_issuer: string | null;
    external_subject: string | null;
    created_at: Date;
    expires_at: Date;
  };
  "portal.sign_up_flow": {
    id: string;
    cookie_digest: string;
    origin: "register" | "external-id" | "login";
    plan: "detailed" | "free" | "security24";
    step: "verification" | "information" | "confirmation" | "payment" | "agreement";
    locale: "ja" | "en";
    email_digest: string;
    email: Buffer;
    code_digest: string | null;
    code_tries: Generated<number>;
    code_sent_at: Date | null;
    code_expires_at: Date | null;
    link_digest: string | null;
    information: Buffer | null;
    password_hash: string | null;
    external_issuer: string | null;
    external_subject: string | null;
    account_id: string | null;
    created_at: Date;
    cookie_expires_at: Date;
    expires_at: Date;
  };
}
