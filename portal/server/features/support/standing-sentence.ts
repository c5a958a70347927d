import { formatDay, formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import type { CalendarDay } from "../plan/plan-dates.ts";
import type { Standing } from "./account-standing.ts";

/** What the sentence about a member's standing says. */
export interface StandingWords {
  readonly standing: Standing;
  /** When the account was opened, or the sign-up begun. */
  readonly since: Date;
  /** When the data of who is closed or leaving is deleted. */
  readonly deletesOn: CalendarDay | null;
  readonly suspendedOn: CalendarDay | null;
  /** The latest moment until which a sign-in is refused; null: none is. */
  readonly lockedUntil: Date | null;
  readonly resetRequired: boolean;
}

function standingIn(words: StandingWords, locale: Locale): string {
  const day = (on: CalendarDay | null) => (on === null ? "?" : formatDay(on, locale));
  const since = formatMoment(words.since.toISOString(), locale);
  const [deletes, suspended] = [day(words.deletesOn), day(words.suspendedOn)];
  const ja: Record<Standing, string> = {
    active: `${since}からの会員です。`,
    suspended: `未払いのため、${suspended}からプランを停止しています。`,
    leaving: `退会の手続き中で、データは${deletes}に削除します。`,
    closed: `閉鎖したアカウントで、データは${deletes}までに削除します。`,
    unfinished: `${since}に始めた登録が、規約への同意の前で止まっています。`,
  };
  const en: Record<Standing, string> = {
    active: `A member since ${since}.`,
    suspended: `The plan has been suspended since ${suspended}, because months are unpaid.`,
    leaving: `Is closing; the data is deleted on ${deletes}.`,
    closed: `Closed; the data is deleted by ${deletes}.`,
    unfinished: `The sign-up that began at ${since} has not reached the agreement to the terms.`,
  };
  return { ja, en }[locale][words.standing];
}

function sentences(words: StandingWords, locale: Locale): string {
  const { lockedUntil, resetRequired } = words;
  const until = lockedUntil && formatMoment(lockedUntil.toISOString(), locale);
  const more =
    locale === "ja"
      ? [
          ...(until ? [`${until}まで、ログインを制限しています。`] : []),
          ...(resetRequired ? ["次のログインで、新しいパスワードを設定する必要があります。"] : []),
        ]
      : [
          ...(until ? [`Some sign-ins are refused until ${until}.`] : []),
          ...(resetRequired ? ["The next sign-in has to set a new password."] : []),
        ];
  return [standingIn(words, locale), ...more].join(locale === "ja" ? "" : " ");
}

/** Where a member stands, in a sentence or two. */
export const standingSentence = (words: StandingWords): Localized => ({
  ja: sentences(words, "ja"),
  en: sentences(words, "en"),
});
