import { catalogue } from "@sekimori/diagnosis/catalogue";
import type { Localized } from "@sekimori/kit-contract/locale";
import { alertKindCode, listCode, offerCode, roleCode } from "../../database/codes.ts";
import { activityWords } from "./activity-words.ts";
import {
  acceptanceWords,
  actWords,
  assetStateWords,
  categoryWords,
  columnWords,
  eventWords,
  findingStateWords,
  importWords,
  languageWords,
  listWords,
  offerWords,
  proofWords,
  roleWords,
  ruleWords,
  scheduleWords,
  scopeWords,
  severityWords,
  sortWords,
} from "./personal-words.ts";
import type { Field, Fields } from "./readable-row.ts";

/** A table that keeps something about people inside a workspace. */
export interface Part {
  readonly table: string;
  /** What a person calls it. */
  readonly name: Localized;
  /** The columns that name the person. */
  readonly by: readonly string[];
  /** What of a row is about them; never a digest, a sealed value or somebody else's words. */
  readonly keep: Fields;
  /** What it was done to. It is the workspace's, and told only to those who may see all of it now. */
  readonly inside?: Fields;
}

const text = (ja: string, en: string): Field => ({ label: { ja, en } });
const moment = (ja: string, en: string): Field => ({ label: { ja, en }, as: "moment" });

const at = moment("日時", "Time");
const ipAddress = text("IPアドレス", "IP address");
const createdAt = moment("作成日時", "Created");
const expiresAt = moment("有効期限", "Expires");
const undoneAt = moment("元に戻した日時", "Undone");
const id = text("ID", "ID");
const domainId = text("ドメインのID", "Domain ID");
const findingId = text("検出事項のID", "Finding ID");
const viewName = text("保存したビュー", "Saved view");
const role: Field = { ...text("役割", "Role"), words: roleWords, codes: roleCode };
const list: Field = { ...text("一覧", "List"), words: listWords, codes: listCode };
const what: Field = { ...text("依頼の内容", "Request"), words: offerWords };

const checkTitles = Object.fromEntries(
  [...catalogue()].map(([check, { title }]) => [check, title]),
);
const check: Field = { ...text("検出事項の種類", "Finding type"), words: checkTitles };

const group = text("グループ", "Group");
const domain = text("ドメイン", "Domain");
const responsible = text("責任者", "Responsible");
const schedule: Field = { ...text("自動診断", "Automatic scans"), words: scheduleWords };
const label = text("ラベル", "Label");
const name = text("名前", "Name");

/** What an entry of the log tells beside what was done. */
const activityDetail: Field = {
  ...text("詳細", "Details"),
  fields: {
    act: { ...text("操作", "Action"), words: actWords },
    name,
    group,
    label,
    schedule,
    responsible,
    what,
    account: text("相手のアカウントID", "Account ID of the other person"),
    from: text("変更前・開始", "From"),
    to: text("変更後・終了", "To"),
    until: text("期限", "Until"),
    reason: { ...text("理由", "Reason"), words: acceptanceWords },
    state: { ...text("状態", "Status"), words: assetStateWords },
    role: { ...text("役割", "Role"), words: roleWords },
    kind: { ...text("通知の種類", "Kind of alert"), words: ruleWords },
    suspended: text("利用の停止", "Suspended"),
    closed: text("アカウントの閉鎖", "Account closed"),
    count: text("件数", "Number"),
    added: text("追加した件数", "Number added"),
    bulk: text("一括操作のID", "Bulk action ID"),
    file: text("ファイル名", "File name"),
    form: text("形式", "Format"),
    scope: {
      ...text("対象", "Scope"),
      words: {
        all: { ja: "すべてのドメイン", en: "All domains" },
        group: { ja: "グループ", en: "Group" },
        domain: { ja: "ドメイン", en: "Domain" },
        view: { ja: "保存したビュー", en: "Saved view" },
      },
    },
    recipients: text("宛先の人数", "Number of recipients"),
    scopes: { ...text("権限", "Permissions"), words: scopeWords, as: "spaced" },
    version: text("版", "Version"),
    reference: text("お問い合わせ番号", "Reference"),
    finding: findingId,
    check,
    host: text("ホスト", "Host"),
    domain,
    assignee: text("担当者", "Assigned to"),
    due: text("期限", "Due"),
    columns: text("列", "Columns"),
  },
};

/** What a list is narrowed by, as its filters are called. */
const narrowing: Field = {
  ...text("絞り込み", "Filters"),
  as: "query",
  fields: {
    q: text("検索", "Search"),
    query: text("検索条件", "Query"),
    grade: text("評価", "Grade"),
    severity: { ...text("深刻度", "Severity"), words: severityWords },
    proof: { ...text("所有確認", "Ownership"), words: proofWords },
    schedule,
    group,
    grouped: text("グループの有無", "In a group"),
    responsible,
    state: { ...text("状態", "Status"), words: { ...findingStateWords, ...assetStateWords } },
    category: { ...text("分野", "Area"), words: categoryWords },
    check,
    domain,
    host: text("ホスト", "Host"),
    assignee: text("担当者", "Assigned to"),
    cause: text("原因", "Cause"),
    newerThanDays: text("初回の検出（日以内）", "First seen, at most days ago"),
    olderThanDays: text("初回の検出（日以上前）", "First seen, at least days ago"),
    type: text("種類", "Type"),
    sort: { ...text("並べ替え", "Sorted by"), words: sortWords },
    order: {
      ...text("順序", "Order"),
      words: { asc: { ja: "昇順", en: "Ascending" }, desc: { ja: "降順", en: "Descending" } },
    },
    size: text("表示件数", "Page size"),
    columns: { ...text("列", "Columns"), words: columnWords },
  },
};

/** An act on many domains or findings. */
const act: Field = {
  ...text("操作", "Action"),
  fields: {
    kind: { ...text("操作", "Action"), words: actWords },
    group: text("グループのID", "Group ID"),
    label,
    schedule,
    responsible: text("責任者のアカウントID", "Account ID of the responsible person"),
    assignee: text("担当者のアカウントID", "Account ID of the assigned person"),
    on: text("期限", "Due"),
    reason: { ...text("理由", "Reason"), words: acceptanceWords },
    until: text("期限", "Until"),
    text: text("説明", "Explanation"),
  },
};

/** Where karte keeps something about a person inside a workspace. A new such table belongs here. */
export const personalParts: readonly Part[] = [
  {
    table: "member",
    name: { ja: "メンバー", en: "Membership" },
    by: ["account_id"],
    keep: {
      role,
      restricted: text("一部のグループのみ閲覧", "Sees some groups only"),
      two_factor: text("二要素認証", "Two-factor authentication"),
      locale: { ...text("言語", "Language"), words: languageWords },
      joined_at: moment("参加日時", "Joined"),
      last_seen_at: moment("最後の利用", "Last active"),
      suspended_at: moment("停止日時", "Suspended"),
      by_directory: text("組織のグループによる参加", "Joined by the organization's groups"),
      alerts_mail: text("通知をメールで受け取る", "Alerts by email"),
      alerts_bell: text("通知を画面で受け取る", "Alerts in the app"),
      weekly_mail: text("週ごとのまとめを受け取る", "Weekly digest"),
      weekly_mailed_on: text("最後の週ごとのまとめ", "Latest weekly digest"),
    },
  },
  {
    table: "member_group",
    name: { ja: "閲覧できるグループ", en: "Groups you may see" },
    by: ["account_id"],
    keep: { group_id: text("グループのID", "Group ID") },
  },
  {
    table: "activity",
    name: { ja: "操作の履歴", en: "Activity" },
    by: ["account_id"],
    keep: {
      at,
      action: { ...text("操作", "Action"), words: activityWords },
      ip_address: ipAddress,
    },
    inside: { detail: activityDetail },
  },
  {
    table: "finding_event",
    name: { ja: "検出事項の経過", en: "What you did with findings" },
    by: ["account_id", "assignee"],
    keep: {
      at,
      kind: { ...text("内容", "What"), words: eventWords },
      text: text("コメント", "Comment"),
    },
    inside: { finding_id: findingId },
  },
  {
    table: "finding",
    name: { ja: "担当・受容した検出事項", en: "Findings assigned to or accepted by you" },
    by: ["assignee", "accepted_by"],
    keep: {
      accepted_text: text("受容の説明", "Explanation of the acceptance"),
      accepted_until: moment("受容の期限", "Accepted until"),
    },
    inside: { id, domain_id: domainId, check_id: check, host: text("ホスト", "Host") },
  },
  {
    table: "consent",
    name: { ja: "診断への同意", en: "Consents to scans" },
    by: ["account_id"],
    keep: {
      at,
      organisation: text("組織", "Organization"),
      version: text("同意した文面の版", "Version of the statement"),
      ip_address: ipAddress,
      withdrawn_at: moment("取り消した日時", "Withdrawn"),
    },
    inside: { domain_id: domainId },
  },
  {
    table: "domain",
    name: {
      ja: "追加した、または責任者であるドメイン",
      en: "Domains you added or are responsible for",
    },
    by: ["added_by", "responsible"],
    keep: { added_at: moment("追加日時", "Added") },
    inside: { id, name: domain },
  },
  {
    table: "run",
    name: { ja: "開始した診断", en: "Scans you started" },
    by: ["account_id"],
    keep: { queued_at: moment("開始日時", "Started") },
    inside: { id, domain_id: domainId },
  },
  {
    table: "import",
    name: { ja: "一括登録", en: "Imports" },
    by: ["account_id"],
    keep: { at },
    inside: {
      id,
      file_name: text("ファイル名", "File name"),
      state: { ...text("状態", "Status"), words: importWords },
    },
  },
  {
    table: "bulk_act",
    name: { ja: "ドメインの一括操作", en: "Bulk actions on domains" },
    by: ["account_id"],
    keep: { at },
    inside: { id, act, done: text("件数", "Number") },
  },
  {
    table: "finding_act",
    name: { ja: "検出事項の一括操作", en: "Bulk actions on findings" },
    by: ["account_id"],
    keep: { at, undone_at: undoneAt },
    inside: { id, act },
  },
  {
    table: "selection",
    name: { ja: "選択", en: "Selections" },
    by: ["account_id"],
    keep: { id, at },
  },
  {
    table: "saved_view",
    name: { ja: "保存したビュー", en: "Saved views" },
    by: ["account_id"],
    keep: { id, list, name, query: narrowing, saved_at: moment("保存日時", "Saved") },
  },
  {
    table: "list_columns",
    name: { ja: "一覧の列", en: "Columns of lists" },
    by: ["account_id"],
    keep: { list, columns: { ...text("列", "Columns"), words: columnWords } },
  },
  {
    table: "report",
    name: { ja: "レポート", en: "Reports" },
    by: ["account_id"],
    keep: { requested_at: moment("申請日時", "Requested") },
    inside: {
      id,
      from_day: text("開始日", "From"),
      to_day: text("終了日", "To"),
      view_name: viewName,
    },
  },
  {
    table: "report_schedule",
    name: { ja: "定期レポート", en: "Monthly reports" },
    by: ["created_by"],
    keep: { id, created_at: createdAt },
    inside: { view_name: viewName },
  },
  {
    table: "invitation",
    name: { ja: "招待", en: "Invitations you sent" },
    by: ["invited_by"],
    keep: { sent_at: moment("送信日時", "Sent"), expires_at: expiresAt },
    inside: { id, role },
  },
  {
    table: "offer",
    name: { ja: "譲渡・契約の引き受けの依頼", en: "Transfer requests" },
    by: ["from_account", "to_account"],
    keep: {
      id,
      what: { ...what, codes: offerCode },
      offered_at: moment("依頼日時", "Requested"),
      expires_at: moment("回答の期限", "Respond by"),
    },
  },
  {
    table: "alert_rule",
    name: { ja: "通知ルール", en: "Alert rules" },
    by: ["created_by"],
    keep: {
      kind: { ...text("通知の種類", "Kind of alert"), words: ruleWords, codes: alertKindCode },
      created_at: createdAt,
    },
    inside: { id, view_name: viewName },
  },
  {
    table: "alert_receipt",
    name: { ja: "受け取った通知", en: "Alerts you received" },
    by: ["account_id"],
    keep: {
      at,
      read_at: moment("既読にした日時", "Read"),
      mailed_at: moment("メール送信日時", "Emailed"),
    },
    inside: { alert_id: text("通知のID", "Alert ID") },
  },
  {
    table: "ticket_system",
    name: { ja: "接続したチケット管理システム", en: "Ticket systems you connected" },
    by: ["created_by"],
    keep: { id, label: name, created_at: createdAt },
  },
  {
    table: "policy",
    name: { ja: "ポリシー", en: "Policies you wrote or that name you" },
    by: ["assignee", "created_by"],
    keep: { id, name, created_at: createdAt },
  },
  {
    table: "ticket",
    name: { ja: "作成したチケット", en: "Tickets you asked for" },
    by: ["created_by"],
    keep: { id, created_at: createdAt },
    inside: {
      finding_id: findingId,
      domain_id: domainId,
      remote_key: text("チケット", "Ticket"),
    },
  },
  {
    table: "api_token",
    name: { ja: "APIトークン", en: "API tokens" },
    by: ["created_by"],
    keep: {
      id,
      label: name,
      scopes: { ...text("権限", "Permissions"), words: scopeWords },
      created_at: createdAt,
      expires_at: expiresAt,
      last_used_at: moment("最後の使用", "Last used"),
    },
  },
];

/** Where somebody's sessions have been, beside all workspaces. */
export const visitFields: Fields = {
  workspace_id: text("ワークスペースのID", "Workspace ID"),
  at,
};

/** A member as others see them. */
export const personFields: Fields = {
  name: text("氏名", "Name"),
  email: text("メールアドレス", "Email address"),
};
