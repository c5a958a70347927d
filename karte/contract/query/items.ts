import { z } from "zod";
import { emptyWords, type FieldName, fieldOf, folded, me, valuesOf, wordNamed } from "./fields.ts";
import { QueryProblem } from "./problem.ts";
import type { Comparison, QueryValue } from "./query.ts";
import type { Span } from "./scan.ts";

/** What is written in a place of a value. */
export interface Written extends Span {
  readonly text: string;
  readonly isQuoted: boolean;
}

const comparisons: Readonly<Record<string, Comparison>> = {
  "<=": "<=",
  ">=": ">=",
  "≦": "<=",
  "≤": "<=",
  "≧": ">=",
  "≥": ">=",
  "<": "<",
  ">": ">",
  "=": "=",
};

/** The comparison that a text begins with, and the rest of it. */
export function comparisonIn(text: string): { comparison?: Comparison; rest: string } {
  const sign = Object.keys(comparisons).find((one) => text.startsWith(one));
  const comparison = sign === undefined ? undefined : comparisons[sign];
  return comparison === undefined || sign === undefined
    ? { rest: text }
    : { comparison, rest: text.slice(sign.length) };
}

const hasOrder = (field: FieldName) => ["number", "version", "date"].includes(fieldOf(field).kind);

/** No name of anything is longer. */
const itemMost = 300;

const units: Readonly<Record<string, string>> = {
  営業日: "bd",
  日: "d",
  週間: "w",
  週: "w",
  か月: "mo",
  ヶ月: "mo",
  カ月: "mo",
  年: "y",
};

const relative = new RegExp(`^([+-]?)(\\d{1,4})(d|w|mo|y|bd|${Object.keys(units).join("|")})$`);

/** They are counted one by one. */
const workingDaysMost = 400;

const isDay = (text: string) => z.iso.date().safeParse(text).success;

/** A day ("2026-04-01") or a time from today ("30d", "-2w"); undefined for anything else. */
function dateItem(text: string): string | undefined {
  const wanted = folded(text);
  if (wanted === "today" || wanted === "今日") return "0d";
  const parts = relative.exec(wanted);
  if (parts) {
    const [, sign = "", count = "", written = ""] = parts;
    const unit = units[written] ?? written;
    if (unit === "bd" && Number(count) > workingDaysMost) return undefined;
    return `${sign}${Number(count)}${unit}`;
  }
  const day = wanted.replaceAll("/", "-");
  return isDay(day) ? day : undefined;
}

/** What numbers a field has; a probability may be a percentage, too. */
function numberItem(field: FieldName, text: string): string | undefined {
  const most = { port: 65_535, priority: 9_999 }[field as string];
  if (most !== undefined) {
    return /^\d{1,6}$/.test(text) && Number(text) <= most ? String(Number(text)) : undefined;
  }
  const [, figure, percent] = /^(\d{1,3}(?:\.\d{1,6})?)(%?)$/.exec(text) ?? [];
  if (figure === undefined) return undefined;
  const value = percent === "%" ? Number(figure) / 100 : Number(figure);
  return value <= 1 ? String(Math.round(value * 1_000) / 1_000) : undefined;
}

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** @throws QueryProblem for what the field cannot be. */
function itemOf(field: FieldName, text: string, span: Span): string {
  const facts = { word: text, field };
  if (text === "") throw new QueryProblem("no_value", span, facts);
  if (text.length > itemMost) throw new QueryProblem("too_long", span, { most: itemMost });
  const wrong = (code: "not_a_number" | "not_a_date" | "not_an_address") =>
    new QueryProblem(code, span, facts);
  switch (fieldOf(field).kind) {
    case "code":
    case "flag": {
      const values = valuesOf(field) ?? {};
      const word = wordNamed(values, text);
      if (word !== undefined) return word;
      const expected = Object.keys(values).join(", ");
      throw new QueryProblem("unknown_value", span, { ...facts, expected });
    }
    case "number": {
      const item = numberItem(field, text);
      if (item === undefined) throw wrong("not_a_number");
      return item;
    }
    case "date": {
      const item = dateItem(text);
      if (item === undefined) throw wrong("not_a_date");
      return item;
    }
    case "address":
      if (!address.safeParse(text).success) throw wrong("not_an_address");
      return text.toLowerCase();
    case "id":
      return field === "owner" ? (wordNamed(me, text) ?? text) : text;
    case "text":
    case "version":
      return text;
  }
}

/**
 * What one value of a term asks.
 *
 * @param comparison written before a quote
 * @throws QueryProblem
 */
export function readValue(
  field: FieldName,
  written: Written,
  comparison: Comparison | undefined,
): QueryValue {
  const { text, isQuoted, at, length } = written;
  const span = { at, length };
  if (isQuoted) return compared(field, comparison, itemOf(field, text, span), span);
  const empty = wordNamed(emptyWords, text);
  if (empty === "none" || empty === "any") {
    if (fieldOf(field).isOptional) return { kind: empty };
    if (fieldOf(field).kind !== "text") {
      throw new QueryProblem("not_optional", span, { word: text, field });
    }
  }
  const range = hasOrder(field) ? /^(.+?)\.\.(.+)$/.exec(text) : null;
  if (range) {
    const [, from = "", to = ""] = range;
    return {
      kind: "range",
      from: itemOf(field, from, { at, length: from.length }),
      to: itemOf(field, to, { at: at + length - to.length, length: to.length }),
    };
  }
  const { comparison: written_, rest } = comparisonIn(text);
  return compared(field, written_, itemOf(field, rest, span), span);
}

function compared(
  field: FieldName,
  comparison: Comparison | undefined,
  item: string,
  span: Span,
): QueryValue {
  if (comparison !== undefined && comparison !== "=" && !hasOrder(field)) {
    throw new QueryProblem("no_comparison", span, { field });
  }
  return { kind: "is", comparison: comparison ?? "=", item };
}
