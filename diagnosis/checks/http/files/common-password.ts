import list from "../../../data/generated/common-passwords.json" with { type: "json" };

const COMMON: ReadonlySet<string> = new Set(list.entries);
/** What the keys of digits give with the shift key, on an American keyboard. */
const SHIFTED = ")!@#$%^&*(";
/** Signs that stand for letters in words: "p@ssw0rd", "s3cr3t". */
const LETTERS: Readonly<Record<string, string>> = {
  "@": "a",
  $: "s",
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
};
/** Numbers that people add to a word: few digits, a year, a row. */
const ADDED = /^(?:\d{0,3}|(?:19|20)\d\d|1234(?:5(?:6(?:7(?:89?)?)?)?)?)$/;

/** What is longer was not typed by anybody. */
const LONGEST = 64;
/** Signs that people add; brackets, quotes and a dollar in front are a variable's. */
const SIGNS = /^[!@#%^&*?.,_+=~-]{0,3}\$?$/;

/** Letters in place of the signs that stand for them. */
export const spelled = (text: string) =>
  text.replaceAll(/[@$01345]/g, (sign) => LETTERS[sign] ?? sign);

/**
 * Whether a password is one of those that anyone tries first, also where capitals, signs and a number that
 * people add hide it: "Welcome2024!", "P@ssw0rd1", "!QAZ2wsx".
 */
export function isCommonPassword(password: string): boolean {
  if (password.length > LONGEST) return false;
  const lower = password.toLowerCase();
  const unshifted = lower.replaceAll(/[)!@#$%^&*(]/g, (sign) => String(SHIFTED.indexOf(sign)));
  if (COMMON.has(lower) || COMMON.has(unshifted)) return true;
  const core = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");
  const [before = "", after = ""] = core === "" ? [] : lower.split(core);
  const isPlain = [before, after].every(
    (part) => ADDED.test(part.replaceAll(/\D/g, "")) && SIGNS.test(part.replaceAll(/\d/g, "")),
  );
  return isPlain && core.length > 3 && (COMMON.has(core) || COMMON.has(spelled(core)));
}
