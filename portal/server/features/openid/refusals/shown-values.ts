/** What stands in the place of something that could be a secret, or say who somebody is. */
const hidden = "…";

/**
 * A word of a request as long as those that protocols have, without a number as long as a telephone's
 * and without a run as long as a token's or a UUID's, wherever in it.
 */
const harmlessWord = /^(?!.*[\w-]{24,})(?!.*\d(?:-?\d){6})[\w.:/~!*'(),;+-]{1,64}$/;

/** What a sentence may not quote: an address of mail, a telephone number, a token. */
const telling = /\S@\S|\d(?:-?\d){6}|(?=[\w-]*[\dA-Z])[\w-]{24,}/;

/** @param registered what the same word is registered as; such a one is no news to its reader. */
const shownWord = (word: string, registered: ReadonlySet<string>): string =>
  registered.has(word) || harmlessWord.test(word) ? word : hidden;

/** A part of an address; its slashes divided it, and a registered address has it too or it is short. */
function shownPart(part: string, known: string): string {
  return known.includes(part) || harmlessWord.test(part) ? part : hidden;
}

/** A host that no registered address has can be anybody's words as well. */
const shownHost = (host: string, known: string): string =>
  host.startsWith("[::1]")
    ? host
    : host
        .split(/(?=[.:])|(?<=[.:])/)
        .map((label) => shownPart(label, known))
        .join("");

/**
 * An address as it was sent, without what only a mistake puts there: whoever logs in, a fragment, and
 * values of its query that no registered address has.
 */
function shownAddress(text: string, registered: readonly string[]): string {
  if (registered.includes(text)) return text;
  const url = URL.parse(text);
  if (url === null) return hidden;
  const known = registered.join("\n");
  const query = [...url.searchParams].map(([name, value]) =>
    registered.some((one) => URL.parse(one)?.searchParams.getAll(name).includes(value))
      ? `${name}=${value}`
      : `${shownPart(name, known)}=${hidden}`,
  );
  const path = url.pathname
    .split("/")
    .map((part) => shownPart(part, known))
    .join("/");
  const account = url.username === "" && url.password === "" ? "" : `${hidden}@`;
  return [
    `${shownPart(url.protocol, known)}${/^https?:$/.test(url.protocol) ? "//" : ""}${account}`,
    url.host === "" ? "" : shownHost(url.host, known),
    path,
    query.length === 0 ? "" : `?${query.join("&")}`,
    url.hash === "" ? "" : `#${hidden}`,
  ].join("");
}

/** Parameters whose value is an address. */
const addresses: ReadonlySet<string> = new Set([
  "redirect_uri",
  "post_logout_redirect_uri",
  "resource",
]);

/** A parameter stays readable. */
const mostLetters = 500;

/**
 * What a parameter of a refused request is shown as to whoever integrates the application. Anybody can
 * send anything, by mistake too: a token as a scope, an address of mail in a path. What is registered,
 * or made of short plain words, is shown; the rest is not kept at all.
 */
export function shownValue(name: string, value: string, registered: readonly string[]): string {
  const shown = addresses.has(name)
    ? shownAddress(value, registered)
    : value
        .split(/\s+/)
        .map((word) => shownWord(word, new Set(registered)))
        .join(" ");
  return shown.slice(0, mostLetters);
}

/**
 * A sentence of the engine's, which may quote what was sent: what could be a secret or a person's is
 * left out, and so are characters that nobody reads and the database refuses.
 */
export const shownText = (text: string, most: number): string =>
  text
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .map((word) => (telling.test(word) ? hidden : word))
    .join(" ")
    .slice(0, most)
    .toWellFormed();
