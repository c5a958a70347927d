import type { Locale } from "@sekimori/kit-contract/locale";
import {
  emptyWords,
  type FieldName,
  fieldNamed,
  fieldNames,
  fieldOf,
  folded,
  me,
  valuesOf,
} from "./fields.ts";
import { valueAsQuery } from "./print.ts";
import { QueryProblem } from "./problem.ts";
import { scan, type Token } from "./scan.ts";

/** What a query can go on with at a place of its text. */
export interface Suggestion {
  /** Put in the place of what is written there. */
  readonly text: string;
  /** The same as it is shown, and what it means. */
  readonly label: string;
  readonly detail: string;
}

/** Values that only a workspace knows: people, groups, checks, with what they are called. */
export type KnownValues = Readonly<
  Partial<Record<FieldName, readonly { readonly value: string; readonly words: string }[]>>
>;

interface Place {
  /** What is written of the word, from where to the caret. */
  readonly at: number;
  readonly written: string;
  /** The field whose value it is; a name otherwise. */
  readonly field: FieldName | undefined;
}

/** The tokens up to a place; a quote that is open there is a word. */
function tokensBefore(text: string): Token[] {
  try {
    return scan(text);
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error;
    const { at, length } = error;
    const inner = text.slice(at + 1);
    return [...scan(text.slice(0, at)), { kind: "quoted", text: inner, isGlued: true, at, length }];
  }
}

/** The field of the term that ends with these tokens; undefined where they end with none. */
function fieldBefore(tokens: readonly Token[]): FieldName | undefined {
  const last = tokens.at(-1);
  if (last?.kind !== "colon" && last?.kind !== "comma") return undefined;
  const colon = tokens.findLastIndex(({ kind }) => kind === "colon");
  const name = tokens[colon - 1];
  return name?.kind === "word" ? fieldNamed(name.text.replace(/^-/, "")) : undefined;
}

function placeOf(text: string, caret: number): Place | undefined {
  const tokens = tokensBefore(text.slice(0, caret));
  const last = tokens.at(-1);
  const isWord = last?.kind === "word" || last?.kind === "quoted";
  if (!isWord || last.at + last.length < caret) {
    return { at: caret, written: "", field: fieldBefore(tokens) };
  }
  const field = fieldBefore(tokens.slice(0, -1));
  if (field !== undefined) {
    const sign = last.kind === "word" ? (/^[<>=≦≧≤≥]+/.exec(last.text)?.[0].length ?? 0) : 0;
    return { at: last.at + sign, written: last.text.slice(sign), field };
  }
  if (last.kind === "quoted") return undefined;
  const minus = last.text.startsWith("-") ? 1 : 0;
  return { at: last.at + minus, written: last.text.slice(minus), field };
}

const matches = (written: string, names: readonly string[]) =>
  names.some((name) => folded(name).startsWith(folded(written)));

function names(written: string, language: Locale): Suggestion[] {
  return fieldNames.flatMap((name) => {
    const { ja, also = [], about } = fieldOf(name);
    if (!matches(written, [name, ...ja, ...also])) return [];
    const shown = language === "ja" ? ja[0] : name;
    return [{ text: `${shown}:`, label: shown, detail: about[language] }];
  });
}

function values(
  field: FieldName,
  written: string,
  language: Locale,
  known: KnownValues,
): Suggestion[] {
  const { isOptional } = fieldOf(field);
  const codes = {
    ...valuesOf(field),
    ...(field === "owner" ? me : {}),
    ...(isOptional ? emptyWords : {}),
  };
  const chosen = Object.entries(codes).flatMap(([word, ja]) => {
    if (!matches(written, [word, ...ja])) return [];
    const [shown, other] = language === "ja" ? [ja[0], word] : [word, ja[0]];
    return [{ text: shown, label: shown, detail: language === "ja" ? other : "" }];
  });
  const others = (known[field] ?? []).flatMap(({ value, words }) =>
    matches(written, [value, words])
      ? [{ text: valueAsQuery(field, value), label: value, detail: words === value ? "" : words }]
      : [],
  );
  return [...chosen, ...others];
}

/** More than these nobody looks through. */
const suggestionsMost = 30;

/**
 * What may be written at a place of a query: names of fields, or values of the one before it, as
 * far as what is written already goes. Both in the language given.
 */
export function suggestionsAt(
  text: string,
  caret: number,
  { language, known = {} }: { readonly language: Locale; readonly known?: KnownValues },
): { readonly at: number; readonly suggestions: readonly Suggestion[] } {
  const place = placeOf(text, caret);
  if (place === undefined) return { at: caret, suggestions: [] };
  const { at, written, field } = place;
  const found =
    field === undefined ? names(written, language) : values(field, written, language, known);
  return { at, suggestions: found.slice(0, suggestionsMost) };
}

/** The query with a suggestion taken, and where to go on. */
export function take(
  text: string,
  caret: number,
  at: number,
  { text: taken }: Suggestion,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(caret);
  // A value is complete: what is written next is another term.
  const gap = taken.endsWith(":") || /^[\s,)]/.test(rest) ? "" : " ";
  return {
    text: `${text.slice(0, at)}${taken}${gap}${rest}`,
    caret: at + taken.length + gap.length,
  };
}
