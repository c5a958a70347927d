import { QueryProblem } from "./problem.ts";

/** Part of a query's text: from where to where, in UTF-16 units. */
export interface Span {
  readonly at: number;
  readonly length: number;
}

export type Token =
  | ({ readonly kind: "open" | "close" | "colon" | "comma" } & Span)
  /** `word` in one width; `isGlued` where the token before it ends right there. */
  | ({ readonly kind: "word" | "quoted"; readonly text: string; readonly isGlued: boolean } & Span);

const quotes = new Set(['"', "＂", "“", "”"]);

/** One character of syntax for each that people type for it, in full width too. */
function syntaxOf(character: string): string {
  if (character === "、") return ",";
  if (quotes.has(character)) return '"';
  const plain = character.normalize("NFKC");
  return plain.length === 1 ? plain : character;
}

const isSpace = (sign: string) => /^\s$/.test(sign);

/**
 * The tokens of a query. Outside of quotes everything is read in one width (NFKC); within, as it
 * stands, and `\` keeps the next character from ending the quote.
 *
 * @throws QueryProblem for a quote without its end
 */
export function scan(text: string): Token[] {
  const tokens: Token[] = [];
  let end = -1;
  let place = 0;
  /** A value may have colons in it (an IPv6 address, a link's): only a name ends at one. */
  let inValue = false;
  const push = (token: Token) => {
    tokens.push(token);
    end = token.at + token.length;
  };
  while (place < text.length) {
    const at = place;
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const sign = syntaxOf(character);
    const single = { at, length: character.length };
    place += character.length;
    if (isSpace(sign)) {
      if (tokens.at(-1)?.kind !== "comma" && tokens.at(-1)?.kind !== "colon") inValue = false;
    } else if (sign === "(" || sign === ")") {
      push({ kind: sign === "(" ? "open" : "close", ...single });
      inValue = false;
    } else if (sign === ":" && !inValue) {
      push({ kind: "colon", ...single });
      inValue = true;
    } else if (sign === "," && inValue) {
      push({ kind: "comma", ...single });
    } else if (sign === '"') {
      const quoted = quotedFrom(text, at, character.length);
      place = at + quoted.length;
      push({ kind: "quoted", isGlued: end === at, ...quoted });
    } else {
      place = wordEnd(text, at, inValue);
      const raw = text.slice(at, place);
      push({
        kind: "word",
        text: raw.normalize("NFKC"),
        isGlued: end === at,
        at,
        length: raw.length,
      });
    }
  }
  return tokens;
}

function wordEnd(text: string, from: number, inValue: boolean): number {
  let place = from;
  while (place < text.length) {
    const character = String.fromCodePoint(text.codePointAt(place) ?? 0);
    const sign = syntaxOf(character);
    const ends = isSpace(sign) || sign === "(" || sign === ")" || sign === '"';
    if (place > from && (ends || sign === (inValue ? "," : ":"))) return place;
    place += character.length;
  }
  return place;
}

function quotedFrom(text: string, at: number, opening: number): Span & { readonly text: string } {
  let inner = "";
  for (let place = at + opening; place < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(place) ?? 0);
    place += character.length;
    if (quotes.has(character)) return { text: inner, at, length: place - at };
    if (character === "\\" && place < text.length) {
      const next = String.fromCodePoint(text.codePointAt(place) ?? 0);
      inner += next;
      place += next.length;
    } else inner += character;
  }
  throw new QueryProblem("unclosed_quote", { at, length: text.length - at });
}
