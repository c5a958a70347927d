import type { ListName } from "@sekimori/karte-contract/lists";
import type { Role } from "@sekimori/karte-contract/rights";
import type { TokenScope } from "@sekimori/karte-contract/token-scopes";
import type {
  AcceptanceReason,
  AlertKind,
  AssetState,
  Category,
  DomainAct,
  FindingState,
  ProofState,
  Schedule,
  Severity,
} from "@sekimori/karte-contract/words";
import type { Localized } from "@sekimori/kit-contract/locale";

// Words of what rows hold, for the page of one's data. Those that the screens have too are theirs.

export type Words<Word extends string = string> = Readonly<Record<Word, Localized>>;

const word = (ja: string, en: string): Localized => ({ ja, en });

export const roleWords: Words<Role> = {
  viewer: word("閲覧者", "Viewer"),
  member: word("メンバー", "Member"),
  admin: word("管理者", "Administrator"),
  owner: word("所有者", "Owner"),
};

export const languageWords: Words<"ja" | "en"> = {
  ja: word("日本語", "Japanese"),
  en: word("英語", "English"),
};

export const offerWords: Words<"ownership" | "contract"> = {
  ownership: word("所有者の権限を譲渡する", "Transfer ownership"),
  contract: word("ほかのメンバーの契約に移す", "Transfer contract"),
};

export const listWords: Words<ListName> = {
  domains: word("ドメイン", "Domains"),
  findings: word("検出事項", "Findings"),
  assets: word("資産", "Assets"),
};

export const columnWords: Words = {
  grade: word("評価", "Grade"),
  findings: word("未解決の検出事項", "Open findings"),
  proof: word("所有確認", "Ownership"),
  "last-run": word("前回の診断", "Last scan"),
  "next-run": word("次回の診断", "Next scan"),
  groups: word("グループ", "Groups"),
  responsible: word("責任者", "Responsible"),
  place: word("場所", "Location"),
  state: word("状態", "Status"),
  "first-seen": word("初回の検出", "First seen"),
  "last-seen": word("最後の検出", "Last seen"),
  assignee: word("担当者", "Assigned to"),
  due: word("期限", "Due"),
  "found-by": word("発見経路", "Found through"),
};

/** What lists are sorted by: a column, or what has none. */
export const sortWords: Words = {
  ...columnWords,
  name: word("名前", "Name"),
  priority: word("優先度", "Priority"),
  severity: word("深刻度", "Severity"),
  host: word("ホスト", "Host"),
  age: word("初回の検出", "First seen"),
  added: word("追加日", "Date added"),
};

export const importWords: Words<"checked" | "applied" | "undone"> = {
  checked: word("確認のみ", "Checked only"),
  applied: word("追加済み", "Added"),
  undone: word("元に戻しました", "Undone"),
};

export const scheduleWords: Words<Schedule> = {
  none: word("手動のみ", "Manual only"),
  daily: word("毎日", "Daily"),
  weekly: word("毎週", "Weekly"),
  monthly: word("毎月", "Monthly"),
};

/** Acts on many at once, of domains and of findings. */
export const actWords: Words<
  DomainAct | "assign" | "due" | "accept" | "open" | "withdraw-acceptance"
> = {
  "add-to-group": word("グループに追加", "Added to a group"),
  "remove-from-group": word("グループから除外", "Removed from a group"),
  "add-labels": word("ラベルの追加", "Labels added"),
  "remove-labels": word("ラベルの削除", "Labels removed"),
  label: word("ラベルの変更", "Label changed"),
  schedule: word("自動診断", "Automatic scans"),
  responsible: word("責任者の変更", "Responsible person changed"),
  diagnose: word("診断の開始", "Scan started"),
  delete: word("削除", "Deleted"),
  assign: word("検出事項の担当の割り当て", "Finding assigned"),
  due: word("検出事項の期限の変更", "Due date of findings changed"),
  accept: word("リスクの受容", "Risk accepted"),
  open: word("未解決に変更", "Opened"),
  "withdraw-acceptance": word("リスク受容の取り消し", "Risk acceptance withdrawn"),
};

export const eventWords: Words<
  "state" | "comment" | "assignment" | "acceptance-notice" | "severity"
> = {
  state: word("状態の変更", "Status changed"),
  comment: word("コメント", "Comment"),
  assignment: word("検出事項の担当の割り当て", "Finding assigned"),
  "acceptance-notice": word("リスク受容の期限が近づいています", "Risk acceptance expires soon"),
  severity: word("深刻度の変化", "Severity changed"),
};

export const acceptanceWords: Words<AcceptanceReason> = {
  compensated: word("ほかの対策で守られている", "Another control protects against it"),
  "not-ours": word("自社のものではない", "Not ours"),
  "not-reproducible": word("再現できない", "Can't be reproduced"),
  "risk-taken": word("リスクを受け入れる", "We accept the risk"),
};

export const ruleWords: Words<AlertKind> = {
  "finding.new": word("「緊急」「高」の新しい検出事項", "New critical or high finding"),
  "grade.fell": word("評価の低下", "Grade dropped"),
  "certificate.ends": word("証明書の期限が近づいています", "Certificate expires soon"),
  "asset.new": word("新しい資産・ポート", "New asset or port"),
  "proof.lost": word("所有確認の失効", "Ownership no longer verified"),
  "acceptance.ends": word("リスク受容の期限が近づいています", "Risk acceptance expires soon"),
  "finding.assigned": word("検出事項の担当の割り当て", "Finding assigned"),
};

export const scopeWords: Words<TokenScope> = {
  read: word("一覧・詳細・レポートの閲覧", "Read lists, pages and reports"),
  run: word("診断の開始と中止", "Start and cancel scans"),
  findings: word("検出事項への対応", "Work on findings"),
  reports: word("レポートの申請", "Request reports"),
  domains: word("ドメイン・グループ・資産の変更", "Change domains, groups and assets"),
  activity: word("操作履歴の閲覧", "Read the activity log"),
};

export const severityWords: Words<Severity> = {
  critical: word("緊急", "Critical"),
  high: word("高", "High"),
  medium: word("中", "Medium"),
  low: word("低", "Low"),
  info: word("情報", "Info"),
};

export const findingStateWords: Words<FindingState> = {
  new: word("新規", "New"),
  open: word("未解決", "Open"),
  accepted: word("受容", "Accepted"),
  fixed: word("解決済み", "Fixed"),
  gone: word("消滅", "Removed"),
};

export const assetStateWords: Words<AssetState> = {
  candidate: word("候補", "Candidate"),
  approved: word("診断対象", "Scanned"),
  dependency: word("他社のもの", "Third party"),
  "monitor-only": word("監視のみ", "Monitored only"),
  ignored: word("無視", "Ignored"),
  "not-ours": word("自社のものではない", "Not ours"),
};

export const proofWords: Words<ProofState> = {
  none: word("未確認", "Not verified"),
  proved: word("確認済み", "Verified"),
  lapsed: word("確認期限切れ", "Verification expired"),
};

export const categoryWords: Words<Category> = {
  dns: word("名前（DNS）", "Names (DNS)"),
  mail: word("メール", "Email"),
  tls: word("TLS", "TLS"),
  http: word("Web", "Web"),
  ports: word("ポート・ソフトウェア", "Ports and software"),
};
