import type { Localized } from "@sekimori/kit-contract/locale";
import type { AuditEvent } from "../audit/audit.ts";
import { activityWords } from "../data-export/activity-words.ts";

/** What operators' acts on an account are called. */
const operatorWords: Partial<Readonly<Record<AuditEvent["action"], Localized>>> = {
  "operator.account-read": { ja: "運営：会員の情報を閲覧", en: "Support: looked at the member" },
  "operator.accounts-searched": { ja: "運営：会員を検索", en: "Support: searched for the member" },
  "operator.account-unlocked": {
    ja: "運営：ログインの制限を解除",
    en: "Support: unlocked sign-in",
  },
  "operator.account-copied": {
    ja: "運営：データの写しを作成",
    en: "Support: made a copy of the member's data",
  },
  "operator.reset-forced": {
    ja: "運営：新しいパスワードの設定を要求",
    en: "Operator: required a new password",
  },
  "operator.confirmation-asked": {
    ja: "運営：もう一人の承認を依頼",
    en: "Operator: asked a second person to confirm",
  },
  "operator.confirmation-withdrawn": {
    ja: "運営：承認の依頼を却下",
    en: "Operator: took a request back or declined it",
  },
  "operator.refund-asked": { ja: "運営：返金を依頼", en: "Operator: asked for a refund" },
  "operator.charge-retried": { ja: "運営：請求を再試行", en: "Operator: retried a charge" },
  "operator.invoice-given-up": {
    ja: "運営：請求書を回収不能と判断",
    en: "Operator: gave an invoice up as uncollectible",
  },
  "operator.invoice-voided": { ja: "運営：請求書を取り消し", en: "Operator: voided an invoice" },
  "operator.contract-parked": {
    ja: "運営：契約を請求の対象から除外",
    en: "Operator: excluded a contract from billing",
  },
  "operator.contract-released": {
    ja: "運営：契約の請求を再開",
    en: "Operator: resumed billing of a contract",
  },
  "operator.inquiry-sent": { ja: "運営：確認を依頼", en: "Operator: sent an inquiry" },
  "operator.inquiry-answered": {
    ja: "運営：確認への回答を記録",
    en: "Operator: noted the answer to an inquiry",
  },
  "operator.role-granted": { ja: "運営：役割を付与", en: "Operator: granted a role" },
  "operator.staff-appointed": {
    ja: "運営：運営者に任命",
    en: "Operator: appointed the member to staff",
  },
  "operator.staff-removed": {
    ja: "運営：運営者から解任",
    en: "Operator: removed the member from staff",
  },
  "operator.role-revoked": { ja: "運営：役割を取り消し", en: "Operator: revoked a role" },
};

/** What an event of an account is called; the member's own acts as on My Page. */
export function wordsOfAct(action: string): Localized {
  const known: Partial<Record<string, Localized>> = { ...activityWords, ...operatorWords };
  return known[action] ?? { ja: action, en: action };
}
