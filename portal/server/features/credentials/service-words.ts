/** Names of the product and its parts, which guessers try first at this service. */
const ownNames = ["sekimori", "karte"];

/** What people write for letters. */
const disguises: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** The shortest word of the service's name that counts: "the" may stand in a password. */
const shortest = 4;

const plain = (text: string) =>
  text.toLowerCase().replace(/[013457@$!]/g, (one) => disguises[one] ?? one);

/**
 * Whether a password contains a name of this service (ASVS 6.1.2: the words that passwords may
 * not hold), also with digits and symbols for letters.
 *
 * @param serviceName as the operator has set it; each of its words counts.
 */
export function containsServiceWord(password: string, serviceName: string): boolean {
  const words = [
    ...ownNames,
    ...serviceName.split(/\s+/).filter((word) => word.length >= shortest),
  ];
  const candidate = plain(password);
  return words.some((word) => candidate.includes(plain(word)));
}
