import type { AccountInformation } from "@sekimori/portal-contract/fields";

/** Beginnings of a word are found from so many letters on, and tell words apart up to so many. */
const shortest = 2;
const longest = 12;

/** What a firm is, in its name; nobody looks for it, and it stands before or after. */
const legalForms =
  /株式会社|有限会社|合同会社|合名会社|合資会社|(?:一般|公益)[社財]団法人|特定非営利活動法人|npo法人|社会福祉法人|医療法人(?:社団|財団)?|学校法人|宗教法人|独立行政法人|\([株有同名資社財医学福]\)/g;
const latinForms = new Set(
  "co ltd inc llc llp corp corporation company limited kk gmbh plc".split(" "),
);

const letters = (text: string): readonly string[] => [...text];

const split = (text: string): string[] =>
  text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((part) => part !== "");

/** The words of a name, in one width and case, without what says that it is a firm, unless it says nothing else. */
export function wordsOf(name: string): readonly string[] {
  const text = name.normalize("NFKC").toLowerCase();
  const all = split(text);
  const own = split(text.replace(legalForms, " ")).filter((part) => !latinForms.has(part));
  return [...new Set(own.length > 0 ? own : all)];
}

/** Every word that an account is found by: of its holder's and its company's name, and each as one word. */
export function wordsOfAccount(information: AccountInformation): readonly string[] {
  const { lastName, firstName } = information;
  const company = information.userType === "1" ? wordsOf(information.companyName) : [];
  const [last, first] = [wordsOf(lastName), wordsOf(firstName)];
  const whole = [company.join(""), [...last, ...first].join("")];
  return [...new Set([...company, ...last, ...first, ...whole])].filter((word) => word !== "");
}

/** The beginnings by which a word is found; a word of one letter is its own. */
export function beginningsOf(word: string): readonly string[] {
  const all = letters(word);
  const from = Math.min(shortest, all.length);
  const to = Math.min(longest, all.length);
  return Array.from({ length: to - from + 1 }, (_, index) => all.slice(0, from + index).join(""));
}

/** The beginning that every word has which begins like this one. */
export const beginningOf = (word: string): string => letters(word).slice(0, longest).join("");

/** Whether each word begins one of an account's; one letter is a whole word. */
export const isNamed = (own: readonly string[], words: readonly string[]): boolean =>
  words.every((word) =>
    own.some((one) => (letters(word).length < shortest ? one === word : one.startsWith(word))),
  );
