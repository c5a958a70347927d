import { emptyWords, type FieldName, fieldOf, folded, me, wordNamed } from "./fields.ts";
import type { Query, QueryValue } from "./query.ts";

const keywords = ["and", "or", "not"];

/** What means itself without quotes. */
const plainText = /^(?!-)[\p{L}\p{N}_*./%+@-]+$/u;
const plainValue = /^[\p{L}\p{N}_*./%+@:|-]+$/u;

const quoted = (text: string) => `"${text.replace(/["＂“”\\]/g, "\\$&")}"`;

const isOneWidth = (text: string) => text.normalize("NFKC") === text;

/** Words as a query has them: in quotes where they would mean something else. */
export const textAsQuery = (text: string): string =>
  plainText.test(text) && isOneWidth(text) && !keywords.includes(folded(text))
    ? text
    : quoted(text);

/** A value as a term has it. */
export function valueAsQuery(field: FieldName, item: string): string {
  const isPlain =
    plainValue.test(item) &&
    isOneWidth(item) &&
    wordNamed(emptyWords, item) === undefined &&
    !(fieldOf(field).kind === "version" && item.includes(".."));
  return isPlain ? item : quoted(item);
}

function printedValue(field: FieldName, value: QueryValue): string {
  switch (value.kind) {
    case "none":
    case "any":
      return value.kind;
    case "range":
      return `${value.from}..${value.to}`;
    case "is": {
      const sign = value.comparison === "=" ? "" : value.comparison;
      return `${sign}${valueAsQuery(field, value.item)}`;
    }
  }
}

/** The one text of a query, in English names; read again it is the same query. */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case "and":
      return query.of
        .map((part) => (part.kind === "or" ? within(part) : printQuery(part)))
        .join(" ");
    case "or":
      return query.of.map(printQuery).join(" or ");
    case "not":
      return `-${["and", "or", "not"].includes(query.of.kind) ? within(query.of) : printQuery(query.of)}`;
    case "text":
      return textAsQuery(query.text);
    case "term":
      return `${query.field}:${query.values.map((value) => printedValue(query.field, value)).join(",")}`;
  }
}

const within = (query: Query) => `(${printQuery(query)})`;

/** Whether an owner is the account that asks. */
export const isMe = (item: string): boolean => Object.hasOwn(me, item);
