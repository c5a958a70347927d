/**
 * Which characters a label may have by IDNA 2008 (RFC 5892). The URL standard's mapping (UTS 46) also
 * takes symbols and emoji, which registries refuse and no organisation's name has.
 */

/** Section 2.6: allowed, and disallowed, whatever their category. */
const allowedBesides = /[ß\u03c2\u06fd\u06fe\u0f0b\u3007]/u;
const exceptions = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u;

/** Sections 2.3, 2.4 and 2.9: what nobody sees, marks for symbols and music, old Hangul letters. */
const ignorable =
  /\p{Default_Ignorable_Code_Point}|\p{White_Space}|\p{Noncharacter_Code_Point}|[\u20d0-\u20ff]|[\u{1d100}-\u{1d24f}]/u;
const oldHangul = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;

/** Section 2.1, and 2.5 for ASCII; an underscore is no part of it, but names of hosts have it. */
const letterOrDigit = /[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}_-]/u;

/** Appendix A: allowed behind, before or beside these. The URL standard judges the two joiners. */
const contexts: Readonly<
  Record<string, (before: string, after: string, label: string) => boolean>
> = {
  "\u00b7": (before, after) => before === "l" && after === "l",
  "\u0375": (_, after) => /^\p{Script=Greek}/u.test(after),
  "\u05f3": (before) => /^\p{Script=Hebrew}/u.test(before),
  "\u05f4": (before) => /^\p{Script=Hebrew}/u.test(before),
  "\u30fb": (_, __, label) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label),
  "\u200c": () => true,
  "\u200d": () => true,
};

/** Arabic digits of both kinds in one label (appendices A.8 and A.9). */
const mixedDigits = /[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]/u;

/** Section 2.2: what changes when it is folded was another character. */
const isStable = (character: string) =>
  character === character.normalize("NFKC").toLowerCase().normalize("NFKC");

function mayStand(character: string, before: string, after: string, label: string): boolean {
  const context = contexts[character];
  if (context !== undefined) return context(before, after, label);
  if (allowedBesides.test(character)) return true;
  if (exceptions.test(character) || ignorable.test(character) || oldHangul.test(character)) {
    return false;
  }
  return isStable(character) && letterOrDigit.test(character);
}

/**
 * The first character of a name that IDNA 2008 does not allow where it stands.
 *
 * @param unicode a name in U-labels, lower case, mapped as the URL standard says
 * @returns undefined where every character may stand
 */
export function disallowedIn(unicode: string): string | undefined {
  for (const label of unicode.split(".")) {
    if (/^[a-z0-9_-]*$/.test(label)) continue;
    const wrong = [...label].find(
      (character, at, all) => !mayStand(character, all[at - 1] ?? "", all[at + 1] ?? "", label),
    );
    if (wrong !== undefined) return wrong;
    const [digit] = mixedDigits.exec(label) ?? [];
    if (digit !== undefined) return digit.slice(0, 1);
  }
  return undefined;
}
