import {
  type Attribute,
  attributesOf,
  named,
  type ResourceKind,
  type Values,
} from "./attributes.ts";
import { wrong } from "./scim-error.ts";

/** An attribute, or a part of one, as a filter or a change names it. */
export interface Path {
  readonly attribute: Attribute;
  readonly sub: Attribute | undefined;
}

const operators = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le", "pr"] as const;
type Operator = (typeof operators)[number];

export type Filter =
  | { readonly is: "and" | "or"; readonly of: readonly Filter[] }
  | { readonly is: "not"; readonly of: Filter }
  | {
      readonly is: "test";
      readonly path: Path;
      readonly operator: Operator;
      readonly value: string | number | boolean | null;
    }
  | { readonly is: "within"; readonly attribute: Attribute; readonly filter: Filter };

/** What a directory asks is short; what is longer, deeper or wider is refused before it costs anything. */
export const filterLettersMost = 2_000;
const depthMost = 10;
const testsMost = 50;

const token = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

const bad = (detail: string) => wrong("invalidFilter", detail);

class Tokens {
  readonly #tokens: string[] = [];
  #at = 0;
  depth = 0;
  tests = 0;

  constructor(text: string) {
    if (text.length > filterLettersMost) {
      throw bad(`The filter is longer than ${filterLettersMost} characters.`);
    }
    token.lastIndex = 0;
    const whole = text.trimEnd();
    while (token.lastIndex < whole.length) {
      const found = token.exec(whole);
      if (found === null) throw bad("The filter has a text without its end.");
      this.#tokens.push(found[1] ?? found[2] ?? found[3] ?? "");
    }
  }

  peek = (): string | undefined => this.#tokens[this.#at];
  next = (): string | undefined => this.#tokens[this.#at++];

  takes(word: string): boolean {
    if (this.peek()?.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  expect(word: string): void {
    if (!this.takes(word)) throw bad(`The filter lacks "${word}".`);
  }

  down<T>(work: () => T): T {
    this.depth += 1;
    if (this.depth > depthMost) throw bad(`The filter is nested deeper than ${depthMost}.`);
    const made = work();
    this.depth -= 1;
    return made;
  }
}

/** `urn:…:User:name.givenName` without the schema in front. */
export function withoutSchema(text: string, { schema }: ResourceKind): string {
  return text.toLowerCase().startsWith(`${schema.toLowerCase()}:`)
    ? text.slice(schema.length + 1)
    : text;
}

/** @returns undefined where the schema knows no such attribute. */
export function findPath(text: string, kind: ResourceKind, inside?: Attribute): Path | undefined {
  const [name = "", subName, ...rest] = withoutSchema(text, kind).split(".");
  const attribute = named(inside ? inside.subAttributes : attributesOf(kind), name);
  if (attribute === undefined || rest.length > 0) return undefined;
  if (subName === undefined) return { attribute, sub: undefined };
  const sub = named(attribute.subAttributes, subName);
  return sub && { attribute, sub };
}

function readLiteral(text: string | undefined): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (value === null || ["string", "number", "boolean"].includes(typeof value)) {
      return value as string | number | boolean | null;
    }
  } catch {
    // Said below.
  }
  // Some directories write booleans with a capital letter.
  const word = text?.toLowerCase();
  if (word === "true" || word === "false") return word === "true";
  throw bad("A value in the filter is neither a quoted text, a number, true, false nor null.");
}

function readTest(tokens: Tokens, kind: ResourceKind, inside: Attribute | undefined): Filter {
  const name = tokens.next();
  if (name === undefined || /^[()[\]"]/.test(name)) throw bad("The filter lacks an attribute.");
  const path = pathIn(name, kind, inside);
  if (inside === undefined && path.sub === undefined && tokens.takes("[")) {
    const { attribute } = path;
    if (attribute.subAttributes === undefined) throw bad(`${attribute.name} has no parts.`);
    const filter = tokens.down(() => readOr(tokens, kind, attribute));
    tokens.expect("]");
    // `emails[type eq "work"].value eq "…"`, as some directories ask: of the same part.
    if (!tokens.peek()?.startsWith(".")) return { is: "within", attribute, filter };
    const part = pathIn(tokens.next()?.slice(1) ?? "", kind, attribute);
    return {
      is: "within",
      attribute,
      filter: { is: "and", of: [filter, readComparison(tokens, part)] },
    };
  }
  return readComparison(tokens, path);
}

/** @throws ScimError invalidFilter. */
function pathIn(name: string, kind: ResourceKind, inside: Attribute | undefined): Path {
  const path = findPath(name, kind, inside);
  if (path === undefined) {
    throw bad(`The filter names an attribute that is not known: ${shown(name)}.`);
  }
  return path;
}

function readComparison(tokens: Tokens, path: Path): Filter {
  tokens.tests += 1;
  if (tokens.tests > testsMost) throw bad(`The filter has more than ${testsMost} comparisons.`);
  const word = tokens.next()?.toLowerCase();
  const operator = operators.find((one) => one === word);
  if (operator === undefined) throw bad("The filter has an operator that is not known.");
  const value = operator === "pr" ? null : readLiteral(tokens.next());
  const compared = comparedOf(path);
  if (compared.type === "boolean" && !["eq", "ne", "pr"].includes(operator)) {
    throw bad(`${compared.name} is true or false, and has no order.`);
  }
  return { is: "test", path, operator, value };
}

export const shown = (text: string) => text.slice(0, 60).replace(/[^\x20-\x7e]/g, "?");

function readNot(tokens: Tokens, kind: ResourceKind, inside: Attribute | undefined): Filter {
  const isNot = tokens.takes("not");
  if (isNot || tokens.peek() === "(") {
    tokens.expect("(");
    const of = tokens.down(() => readOr(tokens, kind, inside));
    tokens.expect(")");
    return isNot ? { is: "not", of } : of;
  }
  return readTest(tokens, kind, inside);
}

function readAnd(tokens: Tokens, kind: ResourceKind, inside: Attribute | undefined): Filter {
  const of = [readNot(tokens, kind, inside)];
  while (tokens.takes("and")) of.push(readNot(tokens, kind, inside));
  return of.length === 1 && of[0] ? of[0] : { is: "and", of };
}

function readOr(tokens: Tokens, kind: ResourceKind, inside: Attribute | undefined): Filter {
  const of = [readAnd(tokens, kind, inside)];
  while (tokens.takes("or")) of.push(readAnd(tokens, kind, inside));
  return of.length === 1 && of[0] ? of[0] : { is: "or", of };
}

/** Reads a filter (RFC 7644, section 3.4.2.2). @throws ScimError invalidFilter. */
export function readFilter(text: string, kind: ResourceKind, inside?: Attribute): Filter {
  const tokens = new Tokens(text);
  const filter = readOr(tokens, kind, inside);
  if (tokens.peek() !== undefined) throw bad("The filter goes on where it should end.");
  return filter;
}

const comparedOf = ({ attribute, sub }: Path): Attribute =>
  sub ??
  (attribute.type === "complex"
    ? (named(attribute.subAttributes, "value") ?? attribute)
    : attribute);

const partsOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

function valuesAt(path: Path, values: Values): readonly unknown[] {
  const { attribute } = path;
  const held = partsOf(values[attribute.name]);
  const compared = comparedOf(path);
  if (compared === attribute) return held;
  return held.flatMap((one) => partsOf((one as Values)[compared.name]));
}

function compares(
  { type, caseExact = type === "reference" }: Attribute,
  operator: Operator,
  held: unknown,
  value: string | number | boolean | null,
): boolean {
  if (typeof held !== "string" || typeof value !== "string") {
    return operator === "eq" && held === booleanOf(value, type);
  }
  if (type === "dateTime") return orders(Date.parse(held), operator, Date.parse(value));
  const [left, right] = caseExact ? [held, value] : [held.toLowerCase(), value.toLowerCase()];
  if (operator === "co") return left.includes(right);
  if (operator === "sw") return left.startsWith(right);
  if (operator === "ew") return left.endsWith(right);
  return orders(left, operator, right);
}

const booleanOf = (value: string | number | boolean | null, type: Attribute["type"]) =>
  type === "boolean" && typeof value === "string" ? value.toLowerCase() === "true" : value;

function orders<T extends string | number>(left: T, operator: Operator, right: T): boolean {
  if (operator === "eq") return left === right;
  if (operator === "gt") return left > right;
  if (operator === "ge") return left >= right;
  if (operator === "lt") return left < right;
  if (operator === "le") return left <= right;
  return false;
}

/** Whether a resource, or a part of one, is what a filter asks for. */
export function matches(filter: Filter, values: Values): boolean {
  switch (filter.is) {
    case "and":
      return filter.of.every((one) => matches(one, values));
    case "or":
      return filter.of.some((one) => matches(one, values));
    case "not":
      return !matches(filter.of, values);
    case "within":
      return partsOf(values[filter.attribute.name]).some((part) =>
        matches(filter.filter, part as Values),
      );
    case "test": {
      const held = valuesAt(filter.path, values);
      const { operator, value } = filter;
      if (operator === "pr") return held.some((one) => one !== "");
      if (value === null) return (operator === "eq") === (held.length === 0);
      const compared = comparedOf(filter.path);
      if (operator === "ne") return !held.some((one) => compares(compared, "eq", one, value));
      return held.some((one) => compares(compared, operator, one, value));
    }
  }
}

/** Tests that have to hold in any case, each by its path in words: what can be looked up by an index. */
export function demands(filter: Filter): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (one: Filter, within?: Attribute) => {
    if (one.is === "and") for (const part of one.of) add(part, within);
    if (one.is === "within") add(one.filter, one.attribute);
    if (one.is !== "test" || one.operator !== "eq" || typeof one.value !== "string") return;
    const { attribute } = one.path;
    const compared = comparedOf(one.path);
    const outer = within ?? attribute;
    const name = outer === compared ? outer.name : `${outer.name}.${compared.name}`;
    found.set(name, one.value);
  };
  add(filter);
  return found;
}

/** How many comparisons a filter makes of one value. */
export function testsOf(filter: Filter): number {
  if (filter.is === "and" || filter.is === "or") {
    return filter.of.reduce((sum, one) => sum + testsOf(one), 0);
  }
  if (filter.is === "not") return testsOf(filter.of);
  return filter.is === "within" ? testsOf(filter.filter) : 1;
}

/** Whether a filter looks at an attribute. */
export function looksAt(filter: Filter, name: string): boolean {
  if (filter.is === "and" || filter.is === "or") return filter.of.some((one) => looksAt(one, name));
  if (filter.is === "not") return looksAt(filter.of, name);
  if (filter.is === "within") return filter.attribute.name === name;
  return filter.is === "test" && filter.path.attribute.name === name;
}
