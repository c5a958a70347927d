/** Ends of names under which organisations of Japan register beside their own. */
const TOPS = [
  "jp",
  "co.jp",
  "ne.jp",
  "or.jp",
  "com",
  "net",
  "org",
  "biz",
  "info",
  "tokyo",
  "io",
  "app",
];

/** Letters that are taken for one another in a Latin typeface. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  a: ["4"],
  b: ["6"],
  e: ["3"],
  g: ["q", "9"],
  i: ["1", "l"],
  l: ["1", "i"],
  m: ["rn", "nn"],
  n: ["m"],
  o: ["0"],
  q: ["g"],
  s: ["5"],
  u: ["v"],
  v: ["u"],
  w: ["vv"],
  z: ["2"],
  "0": ["o"],
  "1": ["l", "i"],
};

/** Words that whoever pretends to be an organisation, or the organisation itself, puts beside its name. */
const WORDS = ["login", "support", "mail", "shop", "pay", "group", "online", "web", "jp"];

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Names that look like a registrable domain, the likeliest first: the same name under other top levels, with a word
 * beside it, and with one slip of the fingers or one letter that is taken for another.
 *
 * @param suffix the public suffix that it stands under
 * @param most how many are made
 */
export function lookAlikes(domain: string, suffix: string, most: number): readonly string[] {
  const own = domain.slice(0, -suffix.length - 1);
  const found = new Set<string>();
  const add = (label: string, top = suffix) => {
    if (LABEL.test(label)) found.add(`${label}.${top}`);
  };
  // Letters of other scripts are whole words of their own: they have other ends, and no slips.
  for (const top of TOPS) add(own, top);
  if (!own.startsWith("xn--")) {
    for (const word of WORDS) for (const label of [`${own}-${word}`, `${own}${word}`]) add(label);
    const letters = [...own];
    const at = (index: number, instead: string) => letters.toSpliced(index, 1, instead).join("");
    for (const [index, letter] of letters.entries()) {
      for (const instead of ALIKE[letter] ?? []) add(at(index, instead));
      if (letters.length > 3) add(at(index, ""));
      add(at(index, letter + letter));
      const next = letters[index + 1];
      if (next !== undefined) add(letters.toSpliced(index, 2, next, letter).join(""));
      if (index > 0 && letter !== "-") add(at(index, `-${letter}`));
    }
    add(own.replaceAll("-", ""));
  }
  found.delete(domain);
  return [...found].slice(0, most);
}
