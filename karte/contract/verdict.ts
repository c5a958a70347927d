import type { Localized } from "@sekimori/kit-contract/locale";
import type { Grade } from "./words.ts";

/** What a verdict is made of. Days are "YYYY-MM-DD" in the reader's words. */
export interface VerdictFacts {
  readonly critical: number;
  /** The most urgent of all; null when nothing is open. */
  readonly first: {
    readonly title: Localized;
    readonly place: string;
    readonly assignee: string | null;
    readonly due: Localized | null;
  } | null;
  readonly overdue: { readonly count: number; readonly more: boolean; readonly longest: number };
  readonly domains: { readonly all: number; readonly seen: number };
  /** Now, and at the end of the month before; null where there was none. */
  readonly grade: Grade | null;
  readonly gradeBefore: Grade | null;
  /** Fixed since that month's end. */
  readonly fixed: number;
}

/** With less than this share seen nobody can say that nothing is wrong. */
const seenLeast = 0.8;

/** A verdict is never longer. */
const sentencesMost = 2;

const number = (value: number, more = false): Localized => ({
  ja: `${value.toLocaleString("ja")}${more ? "件以上" : "件"}`,
  en: `${value.toLocaleString("en")}${more ? " or more" : ""}`,
});

function criticalCount(critical: number): Localized {
  const en =
    critical === 1
      ? "1 critical finding is open."
      : `${number(critical).en} critical findings are open.`;
  return { ja: `緊急の検出事項が${number(critical).ja}、未対応です。`, en };
}

export interface VerdictOptions {
  /** Whether it names the first finding; a text in which a list below does only counts. */
  readonly namesFirst?: boolean;
}

function criticalOpen(
  { critical, first }: VerdictFacts,
  { namesFirst = true }: VerdictOptions,
): Localized | undefined {
  if (critical === 0) return undefined;
  if (!namesFirst) return criticalCount(critical);
  if (first === null) return undefined;
  const { title, place, assignee, due } = first;
  const ja = [assignee ? `担当：${assignee}` : "担当者なし", due && `期限：${due.ja}`];
  const en = [assignee ?? "unassigned", due && `due ${due.en}`];
  return {
    ja: `緊急${number(critical).ja}が未対応です。最優先は「${title.ja}」（${place}、${ja.filter(Boolean).join("、")}）です。`,
    en: `${number(critical).en} critical open; first: ${title.en} (${place}, ${en.filter(Boolean).join(", ")}).`,
  };
}

function late({ overdue: { count, more, longest } }: VerdictFacts): Localized | undefined {
  if (count === 0) return undefined;
  const counted = number(count, more);
  // On the weekend after a due Friday no working day has passed.
  if (longest === 0) {
    return { ja: `期限超過が${counted.ja}あります。`, en: `${counted.en} overdue.` };
  }
  const days = `${longest} working ${longest === 1 ? "day" : "days"}`;
  return {
    ja: `期限超過が${counted.ja}、最長${longest}営業日です。人員か期限のご判断をお願いします。`,
    en: `${counted.en} overdue, by up to ${days}: please assign people or set new dates.`,
  };
}

function unseen({ domains: { all, seen } }: VerdictFacts): Localized | undefined {
  if (all === 0 || seen / all >= seenLeast) return undefined;
  const [left, total] = [number(all - seen), number(all)];
  return {
    ja: `${total.ja}中${left.ja}のドメインは未診断のため、安全とは言えません。`,
    en: `${left.en} of ${total.en} domains weren't scanned, so we can't call them safe.`,
  };
}

function course({ grade, gradeBefore, fixed }: VerdictFacts): Localized | undefined {
  if (grade === null || gradeBefore === null || grade === gradeBefore) return undefined;
  if (grade > gradeBefore) {
    return {
      ja: `評価が先月末の${gradeBefore}から${grade}に下がりました。`,
      en: `The grade has dropped from ${gradeBefore} to ${grade} since the end of last month.`,
    };
  }
  return {
    ja: `先月末より改善しました（${gradeBefore}→${grade}、解決${number(fixed).ja}）。`,
    en: `Better than at the end of last month (${gradeBefore} to ${grade}, ${number(fixed).en} fixed).`,
  };
}

/** "Are we all right?": what matters most, in one or two sentences. */
export function verdictOf(facts: VerdictFacts, options: VerdictOptions = {}): readonly Localized[] {
  const sentences = [criticalOpen(facts, options), late(facts), unseen(facts), course(facts)]
    .filter((one) => one !== undefined)
    .slice(0, sentencesMost);
  if (sentences.length > 0) return sentences;
  return [
    {
      ja: "直ちに対応が必要な問題は見つかりませんでした。",
      en: "No findings need action now.",
    },
  ];
}
