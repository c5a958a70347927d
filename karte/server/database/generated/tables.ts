// Generated from the migrations. Do not edit.
import type { ColumnType, Generated } from "kysely";

export interface Tables {
  "karte.activity": {
    workspace_id: string;
    id: ColumnType<string, string | number, string | number>;
    at: Date;
    action: string;
    account_id: string | null;
    ip_address: string | null;
    detail: ColumnType<unknown, string, string>;
    previous_hash: Buffer | null;
    hash: Buffer | null;
  };
  "karte.address_pace": {
    key: ColumnType<string, string | number, string | number>;
    kind: string;
    next_at: Date;
  };
  "karte.alert": {
    id: string;
    workspace_id: string;
    domain_id: string | null;
    kind: number;
    key: string;
    at: Date;
    finding_id: string | null;
    detail: ColumnType<unknown, string, string>;
  };
  "karte.alert_receipt": {
    workspace_id: string;
    alert_id: string;
    domain_id: string | null;
    account_id: string;
    at: Date;
    bell: boolean;
    read_at: Date | null;
    mail: boolean;
    mailed_at: Date | null;
  };
  "karte.alert_rule": {
    id: string;
    workspace_id: string;
    kind: number;
    severity: number | null;
    days: number | null;
    group_id: string | null;
    mail: boolean;
    bell: boolean;
    webhook: boolean;
    recipients: string[];
    created_by: string;
    created_at: Date;
    view_list: number | null;
    view_name: string | null;
    view_query: string | null;
  };
  "karte.api_answer": {
    workspace_id: string;
    token_id: string;
    key_digest: string;
    request_digest: string;
    begun_at: Date;
    answer: Buffer | null;
  };
  "karte.api_token": {
    id: string;
    workspace_id: string;
    label: string;
    digest: string;
    hint: string;
    scopes: string[];
    group_ids: string[] | null;
    created_by: string;
    created_at: Date;
    expires_at: Date;
    last_used_at: Date | null;
  };
  "karte.asset": {
    id: string;
    workspace_id: string;
    domain_id: string;
    key: string;
    type: number;
    name: string;
    state: number;
    judged: Generated<boolean>;
    grade: Generated<number>;
    detail: ColumnType<unknown, string, string>;
    open_findings: Generated<number>;
    first_seen_at: Date;
    last_seen_at: Date;
    missing_since: Date | null;
    search_text: Generated<string>;
    grams: Generated<string[]>;
  };
  "karte.asset_observation": {
    workspace_id: string;
    domain_id: string;
    asset_id: string;
    run_id: string;
    seen_at: Date;
    grade: number;
  };
  "karte.asset_observation_2026_11": {
    workspace_id: string;
    domain_id: string;
    asset_id: string;
    run_id: string;
    seen_at: Date;
    grade: number;
  };
  "karte.asset_observation_2026_12": {
    workspace_id: string;
    domain_id: string;
    asset_id: string;
    run_id: string;
    seen_at: Date;
    grade: number;
  };
  "karte.asset_observation_2027_01": {
    workspace_id: string;
    domain_id: string;
    asset_id: string;
    run_id: string;
    seen_at: Date;
    grade: number;
  };
  "karte.bulk_act": {
    id: string;
    workspace_id: string;
    account_id: string;
    act: ColumnType<unknown, string, string>;
    domain_ids: string[];
    state: "waiting" | "working" | "done" | "failed" | "undoing" | "undone";
    done: Generated<number>;
    skipped: ColumnType<unknown, string | undefined, string>;
    at: Date;
    undone_at: Date | null;
    total: Generated<number>;
    reached: Generated<number>;
    problem: string | null;
  };
  "karte.bulk_portion": {
    bulk_id: string;
    workspace_id: string;
    portion: number;
    before: ColumnType<unknown, string, string>;
  };
  "karte.check_count": {
    workspace_id: string;
    check_id: string;
    findings: ColumnType<string, string | number, string | number>;
    hosts: ColumnType<string, string | number, string | number>;
    domains: ColumnType<string, string | number, string | number>;
  };
  "karte.consent": {
    id: string;
    workspace_id: string;
    domain_id: string;
    account_id: string;
    organisation: string;
    version: string;
    hosting: "yes" | "no" | "unknown";
    ip_address: string | null;
    at: Date;
    withdrawn_at: Date | null;
  };
  "karte.contract_answer": {
    contract_owner: string;
    answer: ColumnType<unknown, string, string>;
    heard_at: Date;
  };
  "karte.domain": {
    id: string;
    workspace_id: string;
    name: string;
    name_unicode: string;
    registrable: string;
    label: Generated<string>;
    proof: Generated<number>;
    proof_token: string;
    proof_method: number | null;
    proof_covers: string | null;
    proof_covers_domain: boolean | null;
    proved_at: Date | null;
    proof_until: Date | null;
    proof_checked_at: Date | null;
    proof_failures: ColumnType<unknown, string | undefined, string>;
    consented: Generated<boolean>;
    schedule: Generated<number>;
    next_run_at: Generated<Date>;
    last_run_at: Generated<Date>;
    grade: Generated<number>;
    score: number | null;
    score_version: string | null;
    previous_grade: number | null;
    previous_score: number | null;
    open_critical: Generated<number>;
    open_high: Generated<number>;
    open_medium: Generated<number>;
    open_low: Generated<number>;
    open_info: Generated<number>;
    open_weight: ColumnType<string, string | number | undefined, string | number>;
    assets: Generated<number>;
    added_at: Date;
    added_by: string | null;
    import_id: string | null;
    deleted_at: Date | null;
    search_text: Generated<string>;
    grams: Generated<string[]>;
    responsible: string | null;
    responsible_key: Generated<string>;
    at_most: Generated<boolean>;
  };
  "karte.domain_check": {
    workspace_id: string;
    domain_id: string;
    check_id: string;
    findings: number;
    hosts: number;
  };
  "karte.domain_group": {
    id: string;
    workspace_id: string;
    name: string;
    created_at: Date;
  };
  "karte.file": {
    id: string;
    workspace_id: string;
    group_id: string | null;
    name: string;
    media_type: string;
    bytes: ColumnType<string, string | number, string | number>;
    sha256: Buffer;
    store: "database" | "s3";
    stored_at: Date | null;
    created_at: Date;
    expires_at: Date;
  };
  "karte.file_content": {
    file_id: string;
    workspace_id: string;
    sealed: Buffer;
  };
  "karte.finding": {
    id: string;
    workspace_id: string;
    domain_id: string;
    key: string;
    check_id: string;
    category: number;
    host: string;
    severity: number;
    state: number;
    is_open: Generated<number>;
    evidence_digest: string;
    unconfirmed_since: Date | null;
    accepted_reason: number | null;
    accepted_until: Date | null;
    accepted_by: string | null;
    accepted_text: string | null;
    acceptance_noticed: Generated<boolean>;
    reopened: Generated<number>;
    first_seen_at: Date;
    last_seen_at: Date;
    closed_at: Date | null;
    assignee: string | null;
    due_on: Generated<string>;
    points: Generated<number>;
    report: ColumnType<unknown, string, string>;
    exploitation: Generated<number>;
    exposure: Generated<number>;
    overdue_days: Generated<number>;
    settle_on: Generated<string>;
    priority: Generated<number>;
    work_order: ColumnType<string, string | number | undefined, string | number>;
  };
  "karte.finding_act": {
    id: string;
    workspace_id: string;
    account_id: string;
    act: ColumnType<unknown, string, string>;
    before: ColumnType<unknown, string, string>;
    at: Date;
    undone_at: Date | null;
  };
  "karte.finding_event": {
    id: ColumnType<string, string | number | undefined, string | number>;
    workspace_id: string;
    domain_id: string;
    finding_id: string;
    at: Date;
    kind: "state" | "comment" | "assignment" | "acceptance-notice";
    account_id: string | null;
    run_id: string | null;
    reason: string | null;
    from_state: number | null;
    to_state: number | null;
    assignee: string | null;
    text: string | null;
  };
  "karte.grade_history": {
    run_id: string;
    workspace_id: string;
    domain_id: string;
    at: Date;
    score: number | null;
    grade: number;
    score_version: string;
  };
  "karte.group_member": {
    workspace_id: string;
    group_id: string;
    domain_id: string;
  };
  "karte.group_sum": {
    workspace_id: string;
    group_id: string;
    slot: number;
    domains: number;
    critical: ColumnType<string, string | number, string | number>;
    high: ColumnType<string, string | number, string | number>;
    medium: ColumnType<string, string | number, string | number>;
    low: ColumnType<string, string | number, string | number>;
    info: ColumnType<string, string | number, string | number>;
  };
  "karte.import": {
    id: string;
    workspace_id: string;
    state: "checked" | "applied" | "undone";
    file_name: string;
    encoding: string;
    separator: string;
    account_id: string;
    at: Date;
    applied_at: Date | null;
    undone_at: Date | null;
    added: number;
    existing: number;
    refused: number;
    new_groups: ColumnType<unknown, string, string>;
    rows: ColumnType<unknown, string, string>;
  };
  "karte.invitation": {
    id: string;
    workspace_id: string;
    token_digest: string;
    personal: Buffer;
    email_digest: string;
    role: number;
    group_ids: string[] | null;
    invited_by: string;
    sent_at: Date;
    expires_at: Date;
    locale: Generated<string>;
  };
  "karte.known_account": {
    account_id: string;
    first_seen_at: Date;
  };
  "karte.list_columns": {
    workspace_id: string;
    account_id: string;
    list: number;
    columns: string[];
  };
  "karte.member": {
    workspace_id: string;
    account_id: string;
    role: number;
    restricted: Generated<boolean>;
    personal: Buffer;
    two_factor: Generated<boolean>;
    joined_at: Date;
    last_seen_at: Date | null;
    visited_at: Date | null;
    suspended_at: Date | null;
    two_factor_at: Generated<Date>;
    locale: Generated<string>;
    leaves_on: string | null;
    deleted_on: string | null;
  };
  "karte.member_group": {
    workspace_id: string;
    account_id: string;
    group_id: string;
  };
  "karte.offer": {
    id: string;
    workspace_id: string;
    what: number;
    from_account: string;
    to_account: string;
    offered_at: Date;
    expires_at: Date;
  };
  "karte.open_count": {
    workspace_id: string;
    severity: number;
    findings: ColumnType<string, string | number, string | number>;
  };
  "karte.place": {
    session_digest: string;
    account_id: string;
    workspace_id: string;
    at: Date;
  };
  "karte.quota_use": {
    contract_owner: string;
    month: string;
    used: number;
  };
  "karte.recheck_use": {
    workspace_id: string;
    day: string;
    used: number;
  };
  "karte.report": {
    id: string;
    workspace_id: string;
    group_id: string | null;
    domain_id: string | null;
    form: number;
    language: "ja" | "en";
    from_day: string;
    to_day: string;
    account_id: string | null;
    schedule_id: string | null;
    recipients: string[];
    state: Generated<number>;
    progress: Generated<number>;
    problem: "too-large" | "store-full" | "not-allowed" | "fault" | null;
    file_id: string | null;
    requested_at: Date;
    finished_at: Date | null;
    expires_at: Date;
    view_list: number | null;
    view_name: string | null;
    view_query: string | null;
  };
  "karte.report_schedule": {
    id: string;
    workspace_id: string;
    group_id: string | null;
    form: number;
    language: "ja" | "en";
    recipients: string[];
    created_by: string;
    created_at: Date;
    view_list: number | null;
    view_name: string | null;
    view_query: string | null;
  };
  "karte.run": {
    id: string;
    workspace_id: string;
    domain_id: string;
    kind: number;
    state: Generated<number>;
    phase: Generated<number>;
    version: Generated<number>;
    done: Generated<number>;
    total: Generated<number>;
    account_id: string | null;
    finding_id: string | null;
    quota_owner: string | null;
    quota_month: string | null;
    queued_at: Date;
    started_at: Date | null;
    heartbeat_at: Date | null;
    finished_at: Date | null;
    worker: string | null;
    attempts: Generated<number>;
    cancel_asked: Generated<boolean>;
    problem: string | null;
    score: number | null;
    grade: number | null;
    score_version: string | null;
    new_findings: Generated<number>;
    closed_findings: Generated<number>;
  };
  "karte.run_result": {
    run_id: string;
    workspace_id: string;
    domain_id: string;
    result: ColumnType<unknown, string, string>;
    findings: ColumnType<unknown, string, string>;
    standing: ColumnType<unknown, string, string> | null;
  };
  "karte.saved_view": {
    id: string;
    workspace_id: string;
    account_id: string;
    list: number;
    name: string;
    query: string;
    saved_at: Date;
  };
  "karte.score_count": {
    workspace_id: string;
    score: number;
    domains: number;
  };
  "karte.selection": {
    id: string;
    workspace_id: string;
    account_id: string;
    domain_ids: string[];
    at: Date;
  };
  "karte.workspace": {
    id: string;
    name: string;
    contract_owner: string;
    created_at: Date;
    closed_at: Date | null;
    closing_on: string | null;
  };
  "karte.workspace_grade": {
    workspace_id: string;
    day: string;
    score: number | null;
    grade: number;
    score_version: string;
  };
}
