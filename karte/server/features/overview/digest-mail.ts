import { acceptanceNoticeDays } from "@sekimori/karte-contract/constants";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { Grade } from "@sekimori/karte-contract/words";
import { formatDayInYear } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { type Block, details, link, note, paragraph } from "@sekimori/kit-server/mail/letter";
import { plainText } from "@sekimori/kit-server/plain-text";
import type { MailedPerson } from "../../mails/greeted.ts";
import { composeMail, type MailSettings } from "../../mails/mail-layout.ts";

/** A count, which stops somewhere. */
interface Count {
  readonly value: number;
  readonly more: boolean;
}

/** What a week's digest tells, of what its reader sees. */
export interface Digest {
  readonly workspace: string;
  /** First and last day of the week. */
  readonly from: string;
  readonly to: string;
  readonly verdict: readonly Localized[];
  readonly grade: Grade | null;
  /** At the end of the week before; null where there was none. */
  readonly gradeBefore: Grade | null;
  readonly critical: number;
  readonly open: number;
  readonly newFindings: number;
  readonly fixedFindings: number;
  readonly overdue: Count;
  /** Acceptances that end soon. */
  readonly acceptancesEnding: number;
  readonly first: readonly {
    readonly title: Localized;
    readonly place: string;
    readonly assignee: string | null;
    readonly due: string | null;
    readonly why: Localized;
  }[];
}

/** Nothing changed, nothing presses: one line says so. */
export function isQuiet(digest: Digest): boolean {
  const { critical, newFindings, fixedFindings, overdue, acceptancesEnding } = digest;
  return (
    digest.grade === digest.gradeBefore &&
    [critical, newFindings, fixedFindings, overdue.value, acceptancesEnding].every((n) => n === 0)
  );
}

const words = {
  ja: {
    subject: (from: string, to: string) => `週ごとのまとめ（${from}〜${to}）`,
    line: (workspace: string) => `「${workspace}」の先週のまとめです。`,
    quiet: (workspace: string, grade: string, open: string) =>
      `「${workspace}」では、先週に変わったことはなく、緊急の検出事項も期限を過ぎた検出事項もありません（評価 ${grade}、未対応 ${open}）。`,
    grade: "評価",
    before: (grade: Grade | null) => (grade === null ? "" : `（前の週 ${grade}）`),
    newFindings: "新しい検出事項",
    fixed: "解決した検出事項",
    overdue: "期限を過ぎた検出事項",
    ending: `${acceptanceNoticeDays}日以内に終わるリスク受容`,
    count: (value: string, more: boolean) => `${value}件${more ? "以上" : ""}`,
    first: "最初に対応するもの",
    nobody: "担当者なし",
    due: (day: string) => `期限 ${day}`,
    parts: "、",
    named: (place: string, facts: string) => `${place}（${facts}）。`,
    link: "概要を見る",
    why: "このメールは、週ごとのまとめをオンにしている方に、毎週月曜日の朝にお送りしています。",
    end: "ログインせずに、配信を停止できます。「通知」の画面でもオフにできます。",
    endLink: "配信を停止する",
  },
  en: {
    subject: (from: string, to: string) => `Weekly digest, ${from} to ${to}`,
    line: (workspace: string) => `Here's last week in “${workspace}”.`,
    quiet: (workspace: string, grade: string, open: string) =>
      `Nothing changed in “${workspace}” last week: no finding is critical, and none is overdue (grade ${grade}, ${open} open).`,
    grade: "Grade",
    before: (grade: Grade | null) => (grade === null ? "" : ` (${grade} the week before)`),
    newFindings: "New findings",
    fixed: "Fixed findings",
    overdue: "Overdue findings",
    ending: `Risk acceptances that end within ${acceptanceNoticeDays} days`,
    count: (value: string, more: boolean) => `${value}${more ? " or more" : ""}`,
    first: "What to fix first",
    nobody: "unassigned",
    due: (day: string) => `due ${day}`,
    parts: ", ",
    named: (place: string, facts: string) => `${place} (${facts}). `,
    link: "View the overview",
    why: "You're receiving this email because your weekly digest is on. We send it on Monday mornings.",
    end: "You can stop it without logging in, or turn it off on the Alerts page.",
    endLink: "Unsubscribe",
  },
} as const;

function blocksOf(digest: Digest, locale: Locale): readonly Block[] {
  const say = words[locale];
  const count = (value: number, more = false) => say.count(value.toLocaleString(locale), more);
  const { workspace, grade, gradeBefore, overdue, first } = digest;
  if (isQuiet(digest)) {
    return [paragraph(say.quiet(workspace, grade ?? "–", count(digest.open)))];
  }
  const toDo = first.map(({ title, place, assignee, due, why }) => {
    const day = due && say.due(formatDayInYear(due, locale));
    const facts = [assignee || say.nobody, day].filter(Boolean).join(say.parts);
    return [title[locale], `${say.named(plainText(place, 200), facts)}${why[locale]}`] as const;
  });
  const verdict = digest.verdict.map((sentence) => sentence[locale]);
  return [
    paragraph(say.line(workspace)),
    paragraph(verdict.join(locale === "en" ? " " : "")),
    details([
      [say.grade, `${grade ?? "–"}${say.before(gradeBefore)}`],
      [say.newFindings, count(digest.newFindings)],
      [say.fixed, count(digest.fixedFindings)],
      [say.overdue, count(overdue.value, overdue.more)],
      [say.ending, count(digest.acceptancesEnding)],
    ]),
    ...(toDo.length > 0 ? [note(say.first), details(toDo)] : []),
  ];
}

/** The mail of a week. */
export function digestMail(
  settings: MailSettings,
  about: {
    readonly person: MailedPerson;
    readonly locale: Locale;
    readonly digest: Digest;
    /** Where its link ends it, and what offers that in mail programs. */
    readonly unsubscribe: {
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };
  },
): QueuedMail {
  const { person, locale, digest, unsubscribe } = about;
  const say = words[locale];
  const [from, to] = [digest.from, digest.to].map((day) => formatDayInYear(day, locale));
  const mail = composeMail(settings, {
    person,
    locale,
    subject: say.subject(from ?? "", to ?? ""),
    blocks: [
      ...blocksOf(digest, locale),
      link(say.link, new URL(pagePaths.overview, settings.karteOrigin).href),
      note(say.end),
      link(say.endLink, unsubscribe.url),
    ],
    why: say.why,
  });
  return { ...mail, headers: unsubscribe.headers };
}
