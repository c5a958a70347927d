// Generated from the migrations. Do not edit.
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
    updated_at: Generated<Date>;
    monthly_summary: Generated<boolean>;
    access_ended_at: Date | null;
  };
  "portal.account_role": {
    account_id: string;
    audience: string;
    role: string;
    granted_at: Date;
  };
  "portal.account_search": {
    account_id: string;
    digests: Generated<string[]>;
    is_stale: Generated<boolean>;
  };
  "portal.account_search_backfill": {
    only_row: Generated<boolean>;
    reached: string;
    finished_at: Date | null;
  };
  "portal.accounting_address": {
    account_id: string;
    email: Buffer;
    since: Date;
  };
  "portal.accounting_copy": {
    invoice_id: string;
    at: Date;
  };
  "portal.accounting_proof": {
    account_id: string;
    email: Buffer;
    code_digest: string;
    tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
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
  "portal.audit_checkpoint": {
    event_id: ColumnType<string, string | number, string | number>;
    hash: Buffer;
    at: Date;
    signature: Buffer;
  };
  "portal.audit_event": {
    id: ColumnType<string, string | number, string | number>;
    account_id: string | null;
    action: string;
    at: Date;
    ip_address: string | null;
    device: string | null;
    detail: ColumnType<unknown, string, string>;
    previous_hash: Buffer | null;
    hash: Buffer | null;
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
    fingerprint_digest: string | null;
    warned_days: number | null;
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
    owed: string[] | null;
  };
  "portal.charge_attempt": {
    id: string;
    invoice_id: string;
    attempt_number: number;
    account_id: string;
    amount: number;
    gateway: string;
    gateway_card: string;
    card_last4: string;
    idempotency_key: string;
    prepared: string | null;
    gateway_charge: string | null;
    state: "created" | "sent" | "unknown" | "succeeded" | "failed";
    failure: "declined" | "card" | "authentication" | "gateway" | null;
    failure_code: string | null;
    created_at: Date;
    sent_at: Date | null;
    finished_at: Date | null;
    returns_to: "pay-link" | "my-page" | null;
    is_one_time: Generated<boolean>;
    one_time_token: Buffer | null;
    link_digest: string | null;
  };
  "portal.closed_month": {
    month: string;
    closed_at: Date;
    operator: string;
    postings: number;
    balances: ColumnType<unknown, string, string>;
  };
  "portal.contract": {
    id: string;
    account_id: string;
    plan: "detailed" | "free" | "security24";
    free_until: string | null;
    next_billing_on: string | null;
    monthly_price: number | null;
    tax_percent: ColumnType<string, string | number, string | number>;
    started_on: string;
    ended_on: string | null;
    created_at: Date;
    has_trial: Generated<boolean>;
    ends_on: string | null;
    end_reason: "cancelled" | "replaced" | "trial-ended" | "price-refused" | "withdrawn" | "closed" | null;
    suspended_on: string | null;
    was_billed: Generated<boolean>;
    may_catch_up: Generated<boolean>;
    prices_from: string | null;
  };
  "portal.contract_notice": {
    contract_id: string;
    kind: "first-charge" | "price-announced" | "price-reminder";
    about: string;
    sent_at: Date;
    monthly_price: number;
  };
  "portal.credential": {
    account_id: string;
    password_hash: string;
    changed_at: Date;
  };
  "portal.data_export": {
    account_id: string;
    id: string;
    requested_at: Date;
    ready_at: Date | null;
    expires_at: Date;
    content: Buffer | null;
    missing: Generated<string[]>;
  };
  "portal.deletion": {
    account_id: string;
    reason: "withdrawn" | "closed";
    deleted_at: Date;
    removed: ColumnType<unknown, string, string>;
    kept: ColumnType<unknown, string, string>;
  };
  "portal.dispute": {
    id: string;
    attempt_id: string;
    amount: number;
    state: "open" | "won" | "lost";
    changed_at: Date;
    movements: Generated<number>;
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
    id: Generated<string>;
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
  "portal.former_hold": {
    cookie_digest: string;
    expires_at: Date;
  };
  "portal.gateway_pace": {
    gateway: string;
    next_at: Date;
  };
  "portal.inquiry": {
    id: string;
    account_id: string;
    asked_on: string;
    answered_on: string | null;
  };
  "portal.invoice": {
    id: string;
    kind: "invoice" | "credit-note";
    number: ColumnType<string, string | number, string | number> | null;
    contract_id: string;
    account_id: string;
    period: string;
    state: "draft" | "open" | "paid" | "void" | "uncollectible";
    issued_on: string;
    due_on: string;
    amount: number;
    tax_percent: number;
    tax_amount: number;
    late_charge: Generated<number>;
    total: number;
    snapshot: Buffer | null;
    snapshot_hash: string | null;
    corrects: string | null;
    paid_on: string | null;
    first_failed_on: string | null;
    next_try_at: Date | null;
    needs_holder: Generated<boolean>;
    created_at: Date;
    document_removed_on: string | null;
  };
  "portal.invoice_document": {
    invoice_id: string;
    locale: "ja" | "en";
    pdf: Buffer;
    sha256: string;
    made_at: Date;
    sealed_as: Generated<string | null>;
  };
  "portal.invoice_number": {
    only_row: Generated<boolean>;
    last: ColumnType<string, string | number, string | number>;
  };
  "portal.known_device": {
    account_id: string;
    token_digest: string;
    first_seen_at: Date;
    last_seen_at: Date;
  };
  "portal.late_charge": {
    invoice_id: string;
    contract_id: string;
    principal: number;
    days: number;
    amount: number;
    arose_on: string;
    billed_on_invoice: string | null;
  };
  "portal.ledger_entry": {
    sequence: ColumnType<string, string | number | undefined, string | number>;
    posting_id: string;
    account: "receivable" | "revenue" | "tax" | "late-charge" | "gateway" | "bank" | "fees" | "disputed" | "loss";
    amount: number;
    invoice_id: string | null;
  };
  "portal.ledger_posting": {
    id: string;
    kind: "issued" | "paid" | "refunded" | "fee" | "payout" | "dispute" | "dispute-won" | "dispute-lost";
    source: string;
    posted_on: string;
    created_at: Date;
    happened_on: string | null;
  };
  "portal.maintenance": {
    area: "sign-up" | "log-in" | "payment" | "management-application" | "everything";
    reason_ja: string;
    reason_en: string;
    started_at: Date;
    started_by: string;
    ends_at: Date | null;
  };
  "portal.monthly_summary": {
    account_id: string;
    month: string;
    outcome: "mailed" | "nothing";
    at: Date;
  };
  "portal.notice": {
    id: string;
    title_ja: string;
    title_en: string;
    body_ja: string;
    body_en: string;
    published_at: Date;
    audience: Generated<"all" | "detailed" | "free" | "security24">;
    shown_until: Date | null;
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
    secret_digest: string | null;
    former_secret_digest: string | null;
    former_secret_until: Date | null;
    organisation_id: string | null;
    walk_redirect_uri: string | null;
    walk_secret_digest: string | null;
    walk_until: Date | null;
    walk_finishing_at: Date | null;
  };
  "portal.oidc_consent": {
    account_id: string;
    client_id: string;
    scope: string;
    granted_at: Date;
    claims: Generated<string>;
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
    successor: Buffer | null;
  };
  "portal.oidc_refusal": {
    id: ColumnType<string, string | number | undefined, string | number>;
    at: Date;
    reference: string;
    endpoint: string;
    client_id: string;
    is_registered: boolean;
    error: string;
    description: string | null;
    detail: string | null;
    received: ColumnType<unknown, string, string>;
    registered: ColumnType<unknown, string, string>;
  };
  "portal.oidc_resource": {
    identifier: string;
    name: string;
    scope: string;
    token_format: "jwt" | "opaque";
    algorithm: "RS256" | "ES256";
    token_seconds: number;
    created_at: Date;
  };
  "portal.oidc_session": {
    id_digest: string;
    uid: string;
    session_id: string | null;
    payload: ColumnType<unknown, string, string>;
    expires_at: Date;
  };
  "portal.operator_event": {
    id: string;
    at: Date;
  };
  "portal.organisation": {
    id: string;
    holder_id: string;
    created_at: Date;
    break_glass_id: string | null;
    groups_claim: string | null;
    next_address: Generated<string>;
  };
  "portal.organisation_domain": {
    id: string;
    organisation_id: string;
    domain: string;
    token: string;
    claimed_at: Date;
    proved_at: Date | null;
    checked_at: Date | null;
    problem: "missing" | "unreachable" | "held" | null;
    unseen_since: Date | null;
    warnings: Generated<number>;
    lapsed_at: Date | null;
    connection_id: string | null;
    follows_first: Generated<boolean>;
  };
  "portal.organisation_group_role": {
    organisation_id: string;
    value: string;
    role: "viewer" | "member" | "admin";
    domain_groups: string[] | null;
  };
  "portal.organisation_member": {
    account_id: string;
    organisation_id: string;
    role: "owner" | "member";
    joined_at: Date;
    has_own_plan: Generated<boolean>;
    provider_groups: string[] | null;
  };
  "portal.organisation_rule": {
    organisation_id: string;
    kind: string;
    holds_from: Date;
    rule: ColumnType<unknown, string, string>;
    set_at: Date;
    reminders: Generated<number>;
    reminded_up_to: string | null;
    enforced_at: Date | null;
  };
  "portal.parked_contract": {
    contract_id: string;
    reason: "missed-months" | "broken-books" | "unknown-charge" | "unknown-refund" | "refused-request" | "operator";
    detail: string;
    parked_at: Date;
  };
  "portal.passkey": {
    id: string;
    account_id: string;
    credential_id: string;
    rp_id: string;
    public_key: Buffer;
    counter: ColumnType<string, string | number, string | number>;
    transports: string[];
    aaguid: string;
    backup_eligible: boolean;
    backed_up: boolean;
    name: Buffer;
    created_at: Date;
    last_used_at: Date | null;
    copy_told_at: Date | null;
  };
  "portal.passkey_challenge": {
    digest: string;
    expires_at: Date;
  };
  "portal.pay_link": {
    token_digest: string;
    invoice_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  "portal.payment_event": {
    gateway: string;
    event: string;
    received_at: Date;
  };
  "portal.plan_price": {
    plan: "detailed" | "free" | "security24";
    effective_on: string;
    monthly_price: number;
    tax_percent: number;
    announced_at: Date;
  };
  "portal.price_answer": {
    id: ColumnType<string, string | number | undefined, string | number>;
    contract_id: string;
    effective_on: string;
    monthly_price: number;
    former_price: number | null;
    locale: "ja" | "en" | null;
    accepted: boolean;
    answered_at: Date;
  };
  "portal.reconciliation": {
    day: string;
    finished_at: Date;
    movements: number;
    total: number;
  };
  "portal.reconciliation_difference": {
    day: string;
    kind: "charge" | "fee" | "refund" | "dispute" | "dispute_won" | "payout" | "other";
    source: string;
    ours: number;
    theirs: number;
    actor: "operator" | "payment-company" | "bank";
  };
  "portal.recovery_code": {
    account_id: string;
    code_digest: string;
    created_at: Date;
    used_at: Date | null;
  };
  "portal.recovery_delay": {
    id: string;
    account_id: string;
    email_digest: string;
    started_at: Date;
    ends_at: Date;
    finish_by: Date;
    stop_digest: string;
    finish_digest: string | null;
    mails_sent: number;
    outcome: "stopped" | "proved" | "done" | null;
    closed_at: Date | null;
    by_staff: Generated<boolean>;
  };
  "portal.refund": {
    id: string;
    invoice_id: string;
    attempt_id: string;
    amount: number;
    reason: string;
    operator: string;
    idempotency_key: string;
    gateway_refund: string | null;
    state: "created" | "pending" | "succeeded" | "failed" | "cancelled";
    credit_note: string | null;
    created_at: Date;
    finished_at: Date | null;
    sent_at: Date | null;
    released_at: Date | null;
    alone_by: string | null;
  };
  "portal.reset_request": {
    id: string;
    browser_digest: string;
    email_digest: string;
    account_id: string | null;
    link_digest: string | null;
    code_digest: string | null;
    tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
  };
  "portal.scim_group": {
    id: string;
    organisation_id: string;
    display_name: string;
    external_id: string | null;
    revision: Generated<number>;
    created_at: Date;
    changed_at: Date;
  };
  "portal.scim_group_member": {
    group_id: string;
    user_id: string;
  };
  "portal.scim_token": {
    id: string;
    organisation_id: string;
    token_digest: string;
    hint: string;
    created_at: Date;
    expires_at: Date;
    last_used_at: Date | null;
    warnings: Generated<number>;
  };
  "portal.scim_user": {
    id: string;
    organisation_id: string;
    user_name_digest: string;
    external_id: string | null;
    email_digest: string;
    personal: Buffer;
    active: boolean;
    account_id: string | null;
    revision: Generated<number>;
    created_at: Date;
    changed_at: Date;
  };
  "portal.second_factor_guess": {
    account_id: string;
    browser_digest: string;
    failures: number;
    last_failed_at: Date;
    told_at: Date | null;
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
    first_factor: Generated<string>;
    second_factor: Generated<boolean>;
    second_way: string | null;
    provider_amr: string[] | null;
    provider_acr: string | null;
    sso_login_id: string | null;
  };
  "portal.sign_in_attempt": {
    id: string;
    token_digest: string;
    account_id: string;
    kind: "otp" | "reset" | "link" | "step-up" | "factor" | "other-account";
    code_digest: string | null;
    code_expires_at: Date | null;
    code_sent_at: Date | null;
    tries: Generated<number>;
    external_issuer: string | null;
    external_subject: string | null;
    created_at: Date;
    expires_at: Date;
    session_id: string | null;
    provider_amr: string[] | null;
    provider_acr: string | null;
    links_issuer: string | null;
    links_subject: string | null;
    sso_login_id: string | null;
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
    link_used_at: Date | null;
    external_name: Buffer | null;
    provider_amr: string[] | null;
    former_digest: string | null;
  };
  "portal.sign_up_tally": {
    began_at: Date;
    source: "register" | "external-id" | "login";
    plan: "free" | "detailed" | "security24";
    step: "began" | "verification" | "information" | "confirmation" | "payment" | "agreement" | "finished";
  };
  "portal.sso_assertion": {
    connection_id: string;
    assertion_digest: string;
    expires_at: Date;
  };
  "portal.sso_connection": {
    id: string;
    organisation_id: string;
    issuer: string;
    client_id: string | null;
    client_secret: Buffer | null;
    scopes: string | null;
    revision: Generated<number>;
    secret_changed_at: Date;
    test: ColumnType<unknown, string, string> | null;
    tested_at: Date | null;
    enabled_at: Date | null;
    created_at: Date;
    protocol: Generated<"openid" | "saml">;
    sso_url: string | null;
    certificates: string[] | null;
    certificates_end_at: Date | null;
    certificate_warnings: Generated<number>;
    allows_provider_start: Generated<boolean>;
    sign_out: Generated<"here" | "offered" | "done">;
    slo_url: string | null;
    address: string | null;
  };
  "portal.sso_identity": {
    id: string;
    connection_id: string;
    issuer: string;
    subject: string;
    account_id: string;
    linked_at: Date;
  };
  "portal.sso_joining": {
    token_digest: string;
    connection_id: string;
    issuer: string;
    subject: string;
    email_digest: string;
    personal: Buffer;
    provider_amr: string[] | null;
    provider_acr: string | null;
    created_at: Date;
    expires_at: Date;
    provider_groups: string[] | null;
    sso_login_id: string | null;
  };
  "portal.sso_key": {
    organisation_id: string;
    signing_certificate: string;
    encryption_certificate: string;
    private_keys: Buffer;
    created_at: Date;
  };
  "portal.sso_login": {
    id: string;
    connection_id: string;
    issuer: string;
    subject: string;
    provider_session: string | null;
    hint: Buffer;
    created_at: Date;
    expires_at: Date;
  };
  "portal.sso_logout": {
    state_digest: string;
    connection_id: string;
    request_id: string | null;
    created_at: Date;
    expires_at: Date;
  };
  "portal.sso_visit": {
    state_digest: string;
    browser_digest: string;
    connection_id: string;
    revision: number;
    tester_id: string | null;
    secrets: Buffer;
    created_at: Date;
    expires_at: Date;
    answer: Buffer | null;
    began_at_provider: Generated<boolean>;
  };
  "portal.staff": {
    account_id: string;
    name: string;
    roles: string[];
    appointed_by: string;
    appointed_at: Date;
    ended_at: Date | null;
    last_seen_at: Date | null;
  };
  "portal.staff_request": {
    id: string;
    act: "refund" | "close-member" | "appoint-staff" | "remove-staff" | "restore-address" | "recover-member" | "announce-price" | "rotate-signing-keys" | "rotate-data-keys";
    account_id: string | null;
    invoice: string | null;
    amount: number | null;
    note: string | null;
    reason: string;
    asked_by: string;
    asked_name: string;
    asked_at: Date;
    is_alone: boolean;
    expires_at: Date;
    state: Generated<"waiting" | "confirmed" | "withdrawn">;
    decided_name: string | null;
    decided_at: Date | null;
    staff_name: string | null;
    staff_roles: string[] | null;
    changed_at: Date | null;
    identity_checked: "in-person" | "by-video" | "by-letter" | "by-organization" | null;
    effective_on: string | null;
    monthly_price: number | null;
    tax_percent: number | null;
    is_of_service: Generated<boolean | null>;
  };
  "portal.totp_secret": {
    id: string;
    account_id: string;
    secret: Buffer;
    created_at: Date;
    confirmed_at: Date | null;
    last_step: number | null;
    burnt_step: number | null;
    last_used_at: Date | null;
  };
  "portal.trial": {
    id: string;
    plan: "detailed" | "free" | "security24";
    account_id: string;
    started_on: string;
  };
  "portal.trial_card": {
    card_digest: string;
    account_id: string;
    since: string;
  };
  "portal.trusted_browser": {
    id: string;
    account_id: string;
    series_digest: string;
    token_digest: string;
    former_digest: string | null;
    rotated_at: Date;
    device: string;
    created_at: Date;
    last_used_at: Date | null;
    expires_at: Date;
  };
}
