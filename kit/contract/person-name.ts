import type { Locale } from "./locale.ts";

/** Scripts in which the family name stands first, and an address begins with its largest part. */
const fromTheLargest = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether a text is written in letters whose order stays what it is for readers of English, too. */
export const keepsItsOrder = (text: string): boolean => fromTheLargest.test(text);

/**
 * A full name: family name first in Japanese, and whatever the reader's language where the name is
 * written in the letters of Chinese, Japanese or Korean.
 */
export function personName(firstName: string, lastName: string, locale: Locale): string {
  const isFamilyFirst = locale === "ja" || keepsItsOrder(firstName + lastName);
  return (isFamilyFirst ? [lastName, firstName] : [firstName, lastName]).filter(Boolean).join(" ");
}
