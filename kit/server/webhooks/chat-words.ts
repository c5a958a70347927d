/** What a chat says of what has happened. */
export interface ChatWords {
  readonly title: string;
  /** May hold a stranger's text: no form lets it be more than text. */
  readonly lines: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
}

/** Longer messages are not read; the rest stands behind the link. */
export const chatCharactersMost = 1_500;

/** Of the title: what Slack lets a header have. */
export const chatTitleMost = 150;

/** No longer than so many UTF-16 units, with a mark that something follows; no character is cut in two. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, Math.max(0, most - 1))
    .toWellFormed()
    .replace(/\ufffd$/, "")}…`;
}

const lengthOf = ({ title, lines, link }: ChatWords) =>
  [title, ...lines, link?.label ?? ""].reduce((sum, { length }) => sum + length, 0) + lines.length;

/** The same words with lines that have no more than so many characters each. */
const withLines = (words: ChatWords, most: number): ChatWords => ({
  ...words,
  lines: words.lines.map((line) => cutText(line, most)),
});

/**
 * Words that are no longer than `most` characters in all, counted without the address of the link. The
 * longest lines give way, all to the same length.
 */
export function fitWords(words: ChatWords, most = chatCharactersMost): ChatWords {
  const titled = {
    ...words,
    title: cutText(words.title.toWellFormed(), Math.min(chatTitleMost, most)),
    lines: words.lines.map((line) => line.toWellFormed()),
  };
  return longest(titled, (some) => lengthOf(some) <= most);
}

/** The words with the longest lines that pass; without any where no length does. */
export function longest(words: ChatWords, passes: (words: ChatWords) => boolean): ChatWords {
  if (passes(words)) return words;
  let fits = 0;
  let fails = Math.max(0, ...words.lines.map(({ length }) => length));
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (passes(withLines(words, middle))) fits = middle;
    else fails = middle;
  }
  return fits === 0 ? { ...words, lines: [] } : withLines(words, fits);
}
