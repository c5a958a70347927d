import type { Localized } from "@sekimori/kit-contract/locale";
import type { Exploitation, PriorityFactors } from "./priority.ts";
import type { Severity } from "./words.ts";

/** When something is due, in working days of Japan. */
export type DueIn =
  | { readonly kind: "left" | "overdue"; readonly workingDays: number }
  | { readonly kind: "today" };

const severityWords: Readonly<Record<Severity, Localized>> = {
  critical: { ja: "緊急", en: "Critical" },
  high: { ja: "深刻度「高」", en: "High" },
  medium: { ja: "深刻度「中」", en: "Medium" },
  low: { ja: "深刻度「低」", en: "Low" },
  info: { ja: "情報", en: "Information" },
};

const exploitationWords: Readonly<Record<Exploitation, Localized | undefined>> = {
  none: undefined,
  unknown: { ja: "悪用されているかは不明", en: "exploitation not known" },
  possible: {
    ja: "30日以内に悪用される確率が10%以上（EPSS）",
    en: "a chance of 10% or more of being exploited in 30 days (EPSS)",
  },
  likely: {
    ja: "30日以内に悪用される確率が50%以上（EPSS）",
    en: "a chance of 50% or more of being exploited in 30 days (EPSS)",
  },
  usable: { ja: "誰でも今すぐ利用できる状態", en: "anyone can use it now" },
  "perhaps-exploited": {
    ja: "悪用が確認された脆弱性（KEV）の可能性あり",
    en: "possibly a known exploited vulnerability (KEV)",
  },
  exploited: { ja: "悪用確認済み（KEV）", en: "known exploited (KEV)" },
};

function exposureWords({ exposure }: Pick<PriorityFactors, "exposure">): Localized {
  const has = (one: (typeof exposure)[number]) => exposure.includes(one);
  const reach = has("sign-in")
    ? { ja: "ログイン画面まで到達可能", en: "behind a sign-in" }
    : { ja: "誰でも到達可能", en: "open to anyone" };
  const where = has("main-name") ? { ja: "主要なホスト", en: "on a main host" } : undefined;
  const data = has("data") ? { ja: "データや決済を扱う", en: "with data or payments" } : undefined;
  const parts = [reach, where, data].filter((one) => one !== undefined);
  return {
    ja: parts.map(({ ja }) => ja).join("、"),
    en: parts.map(({ en }) => en).join(", "),
  };
}

function dueWords(due: DueIn): Localized {
  if (due.kind === "today") return { ja: "今日が期限", en: "due today" };
  const { workingDays: days } = due;
  const counted = `${days} working ${days === 1 ? "day" : "days"}`;
  if (due.kind === "left") return { ja: `期限まで${days}営業日`, en: `due in ${counted}` };
  // On a weekend after a due Friday no working day has passed.
  if (days === 0) return { ja: "期限切れ", en: "past its due date" };
  return { ja: `期限を${days}営業日超過`, en: `overdue by ${counted}` };
}

/**
 * Why a finding stands where it stands, as one line.
 *
 * @param due null for what has no date.
 */
export function prioritySentence(
  factors: Omit<PriorityFactors, "overdue">,
  due: DueIn | null,
): Localized {
  const parts = [
    severityWords[factors.severity],
    exploitationWords[factors.exploitation],
    exposureWords(factors),
    due === null ? undefined : dueWords(due),
  ].filter((one) => one !== undefined);
  return {
    ja: parts.map(({ ja }) => `${ja}。`).join(""),
    en: `${parts.map(({ en }) => en).join(", ")}.`,
  };
}
