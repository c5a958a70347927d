/**
 * Compares package versions as Debian does (Debian Policy §5.6.12): epoch, upstream version and
 * revision; `~` sorts before everything, even the end. Negative when `left` is older. A version
 * without an epoch is taken to have the other's: banners do not show it.
 */
export function comparePackages(left: string, right: string): number {
  const [a, b] = [split(left), split(right)];
  if (a.epoch !== null && b.epoch !== null && a.epoch !== b.epoch) return a.epoch - b.epoch;
  return compareParts(a.upstream, b.upstream) || compareParts(a.revision, b.revision);
}

function split(version: string) {
  const colon = version.indexOf(":");
  const epoch = colon === -1 ? null : Number(version.slice(0, colon));
  const rest = version.slice(colon + 1);
  const dash = rest.lastIndexOf("-");
  return dash === -1
    ? { epoch, upstream: rest, revision: "0" }
    : { epoch, upstream: rest.slice(0, dash), revision: rest.slice(dash + 1) };
}

function compareParts(left: string, right: string): number {
  let [a, b] = [left, right];
  while (a !== "" || b !== "") {
    const [wordA, wordB] = [/^\D*/.exec(a)?.[0] ?? "", /^\D*/.exec(b)?.[0] ?? ""];
    const words = compareWords(wordA, wordB);
    if (words !== 0) return words;
    a = a.slice(wordA.length);
    b = b.slice(wordB.length);
    const [numberA, numberB] = [/^\d*/.exec(a)?.[0] ?? "", /^\d*/.exec(b)?.[0] ?? ""];
    const difference = Number(numberA) - Number(numberB);
    if (difference !== 0) return difference;
    a = a.slice(numberA.length);
    b = b.slice(numberB.length);
  }
  return 0;
}

function compareWords(left: string, right: string): number {
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = weight(left[at]) - weight(right[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** `~` before the end, the end before letters, letters before everything else. */
function weight(sign: string | undefined): number {
  if (sign === "~") return -1;
  if (sign === undefined) return 0;
  const code = sign.charCodeAt(0);
  return /[a-z]/i.test(sign) ? code : code + 256;
}
