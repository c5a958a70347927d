// What people type or paste to find something, read alike by every list, search and call.

/** The shortest text that is searched for, in characters as people count them. */
export const searchLeast = 2;

/** Without differences that nobody searches for: full and half width, upper and lower case. */
export const foldedText = (text: string): string => text.normalize("NFKC").toLowerCase();

/** "https://example.jp/path" and "example.jp." are how people copy names. */
export function copiedName(text: string): string {
  const trimmed = text.trim().normalize("NFKC");
  const address = /^https?:\/\/([^/?#]*)/i.exec(trimmed);
  return (address?.[1] ?? trimmed).replace(/\.$/, "");
}

const unseen = /^(?:\s|\p{Cf})+|(?:\s|\p{Cf})+$/gu;
const dottedByHand = /^[^\s。]+(?:。[^\s。]+)+。?$/u;

/** What is looked for; empty where it is shorter than what is searched for. */
export function searchedText(typed: string): string {
  const name = copiedName(typed.replaceAll(unseen, ""));
  const isAddress = /^\s*https?:\/\//i.test(typed.normalize("NFKC"));
  const host = isAddress ? name.replace(/^[^@]*@/, "").replace(/:\d*$/, "") : name;
  const dotted = dottedByHand.test(host) ? host.replaceAll("。", ".").replace(/\.$/, "") : host;
  const text = foldedText(dotted).replaceAll(/\s+/g, " ").trim();
  return [...text].length < searchLeast ? "" : text;
}
