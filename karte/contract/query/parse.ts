import { searchedText, searchLeast } from "@sekimori/kit-contract/search-text";
import { type FieldName, fieldAliases, fieldNamed, fieldNames, folded } from "./fields.ts";
import { comparisonIn, readValue } from "./items.ts";
import { nearest } from "./nearest.ts";
import { QueryProblem } from "./problem.ts";
import { type Query, type QueryValue, queryLimits, type Term } from "./query.ts";
import { type Span, scan, type Token } from "./scan.ts";

type Keyword = "and" | "or" | "not";

/** Reads the tokens of one query, from left to right. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #end: Span;
  #place = 0;
  #terms = 0;
  #values = 0;

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens;
    this.#end = { at: end, length: 0 };
  }

  /** or = and { "or" and } */
  or(depth: number): Query {
    const parts = [this.#and(depth)];
    while (this.#isKeyword("or")) {
      const { at, length } = this.#take();
      if (this.#isAtEnd()) throw new QueryProblem("nothing_after", { at, length }, { word: "or" });
      parts.push(this.#and(depth));
    }
    return joined("or", parts);
  }

  /** and = not { ["and"] not } */
  #and(depth: number): Query {
    const parts = [this.#not(depth)];
    while (!this.#isAtEnd() && !this.#isKeyword("or")) {
      if (this.#isKeyword("and")) {
        const { at, length } = this.#take();
        if (this.#isAtEnd()) {
          throw new QueryProblem("nothing_after", { at, length }, { word: "and" });
        }
      }
      parts.push(this.#not(depth));
    }
    return joined("and", parts);
  }

  /** not = [ "not" | "-" ] atom */
  #not(depth: number): Query {
    const token = this.#peek();
    if (this.#isKeyword("not")) {
      const { at, length } = this.#take();
      if (this.#isAtEnd()) throw new QueryProblem("nothing_after", { at, length }, { word: "not" });
      return { kind: "not", of: this.#atom(depth) };
    }
    if (token?.kind !== "word" || !token.text.startsWith("-")) return this.#atom(depth);
    this.#take();
    const { at } = token;
    const next = this.#peek();
    if (token.text === "-") {
      // A minus belongs to what stands right behind it.
      if (next?.at !== at + token.length) {
        throw new QueryProblem("nothing_after", { at, length: token.length }, { word: "-" });
      }
      return { kind: "not", of: this.#atom(depth) };
    }
    const rest = { ...token, text: token.text.slice(1), at: at + 1, length: token.length - 1 };
    if (rest.text.startsWith("-")) throw new QueryProblem("unexpected", rest, { word: "-" });
    return { kind: "not", of: this.#named(rest) };
  }

  /** atom = "(" or ")" | term | text */
  #atom(depth: number): Query {
    const token = this.#peek();
    if (token?.kind === "open") {
      this.#take();
      if (depth >= queryLimits.depth) {
        throw new QueryProblem("too_deep", token, { most: queryLimits.depth });
      }
      if (this.#isAtEnd()) {
        const code = this.#peek() ? "empty" : "unclosed_parenthesis";
        throw new QueryProblem(code, token);
      }
      const inner = this.or(depth + 1);
      if (this.#peek()?.kind !== "close") throw new QueryProblem("unclosed_parenthesis", token);
      this.#take();
      return inner;
    }
    if (token === undefined) throw new QueryProblem("empty", this.#end);
    const isMisplaced = (["and", "or", "not"] as const).some((one) => this.#isKeyword(one));
    this.#take();
    const isWord = token.kind === "word" || token.kind === "quoted";
    if (!isWord || isMisplaced) throw new QueryProblem("unexpected", token, wordOf(token));
    return this.#named(token);
  }

  /** A term where a colon follows, else a text. */
  #named(token: Extract<Token, { text: string }>): Query {
    const colon = this.#peek();
    if (colon?.kind !== "colon" || token.kind === "quoted") return this.#text(token);
    this.#take();
    const field = fieldNamed(token.text);
    if (field === undefined) {
      const near = nearest(token.text, fieldAliases);
      throw new QueryProblem("unknown_field", token, {
        word: token.text,
        ...(near === undefined ? {} : { near }),
        expected: fieldNames.join(", "),
      });
    }
    return this.#term(field, colon);
  }

  #text(token: Extract<Token, { text: string }>): Query {
    this.#count(token);
    if (searchedText(token.text) === "") {
      throw new QueryProblem("too_short", token, {
        word: token.text,
        most: searchLeast,
      });
    }
    return { kind: "text", text: token.text };
  }

  /** term = field ":" value { "," value } */
  #term(field: FieldName, colon: Span): Term {
    this.#count(colon);
    const values = [this.#value(field, colon)];
    for (let next = this.#peek(); next?.kind === "comma"; next = this.#peek()) {
      this.#take();
      values.push(this.#value(field, next));
    }
    return { kind: "term", field, values };
  }

  #value(field: FieldName, before: Span): QueryValue {
    const token = this.#peek();
    if (token?.kind !== "word" && token?.kind !== "quoted") {
      const at = before.at + before.length;
      throw new QueryProblem("no_value", { at, length: 0 }, { field });
    }
    this.#take();
    this.#values += 1;
    if (this.#values > queryLimits.values) {
      throw new QueryProblem("too_many_values", token, { field, most: queryLimits.values });
    }
    const next = this.#peek();
    const isGlued = (next?.kind === "word" || next?.kind === "quoted") && next.isGlued;
    // A comparison and what it compares with, in quotes.
    const { comparison, rest } = comparisonIn(token.text);
    if (token.kind === "word" && comparison !== undefined && rest === "" && isGlued && next) {
      this.#take();
      return readValue(field, { ...next, isQuoted: true }, comparison);
    }
    if (isGlued) throw new QueryProblem("unexpected", next, wordOf(next));
    return readValue(field, { ...token, isQuoted: token.kind === "quoted" }, undefined);
  }

  /** Whatever stands behind a whole query. */
  finish(): void {
    const token = this.#peek();
    if (token) throw new QueryProblem("unexpected", token, wordOf(token));
  }

  #count(span: Span): void {
    this.#terms += 1;
    if (this.#terms > queryLimits.terms) {
      throw new QueryProblem("too_many_terms", span, { most: queryLimits.terms });
    }
  }

  #isKeyword(word: Keyword): boolean {
    const token = this.#peek();
    return (
      token?.kind === "word" &&
      folded(token.text) === word &&
      this.#tokens[this.#place + 1]?.kind !== "colon"
    );
  }

  #isAtEnd(): boolean {
    const token = this.#peek();
    return token === undefined || token.kind === "close";
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#place];
  }

  #take(): Token {
    const token = this.#tokens[this.#place++];
    if (token === undefined) throw new QueryProblem("empty", this.#end);
    return token;
  }
}

const wordOf = (token: Token) => {
  const signs = { open: "(", close: ")", colon: ":", comma: "," } as const;
  return { word: "text" in token ? token.text : signs[token.kind] };
};

/** Parts of the same kind are parts of the whole: `(a b) c` is `a b c`. */
function joined(kind: "and" | "or", parts: readonly Query[]): Query {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return { kind, of: parts.flatMap((part) => (part.kind === kind ? part.of : [part])) };
}

/**
 * Reads a query.
 *
 * @throws QueryProblem saying what is wrong, and where
 */
export function parseQuery(text: string): Query {
  const most = queryLimits.characters;
  if (text.length > most) {
    throw new QueryProblem("too_long", { at: most, length: text.length - most }, { most });
  }
  const reader = new Reader(scan(text), text.length);
  const query = reader.or(0);
  reader.finish();
  return query;
}

/** What is wrong with a query; undefined where nothing is. */
export function problemIn(text: string): QueryProblem | undefined {
  try {
    parseQuery(text);
    return undefined;
  } catch (error) {
    if (error instanceof QueryProblem) return error;
    throw error;
  }
}
