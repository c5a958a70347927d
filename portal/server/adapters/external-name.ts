import type { ExternalName } from "../ports/external-identity.ts";

const text = (value: unknown) => (typeof value === "string" ? value.trim().slice(0, 50) : "");

/** Chinese, Japanese and Korean names are written family name first. */
const familyFirst = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The name as its two parts: as the provider parts it, else a full name of two words by the order
 * of its script. Anything longer is left to the person, who knows.
 */
export function externalName(claims: Readonly<Record<string, unknown>>): ExternalName | undefined {
  const { given_name, family_name, name } = claims;
  const parted = { firstName: text(given_name), lastName: text(family_name) };
  if (parted.firstName !== "" || parted.lastName !== "") return parted;
  const words = text(name).split(/\s+/u).filter(Boolean);
  const [one, other] = words;
  if (words.length !== 2 || one === undefined || other === undefined) return undefined;
  return familyFirst.test(one)
    ? { firstName: other, lastName: one }
    : { firstName: one, lastName: other };
}
