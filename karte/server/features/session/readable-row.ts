import { formatDay, formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import type { Words } from "./personal-words.ts";

/** How a person reads a column, or a value within one. */
export interface Field {
  readonly label: Localized;
  /** A moment is in Tokyo's time, a query is what it narrows, and spaced are several words in one. */
  readonly as?: "moment" | "query" | "spaced";
  /** What a value is called; of a number, the name that it stands for in `codes` first. */
  readonly words?: Words;
  readonly codes?: { word(code: number): string };
  /** What is within it. */
  readonly fields?: Fields;
}

export type Fields = Readonly<Record<string, Field>>;

type Row = Readonly<Record<string, unknown>>;

const zone: Localized = { ja: "（日本時間）", en: " (JST)" };
const none = "–";
const calendarDay = /^\d{4}-(0[1-9]|1[0-2])-\d{2}$/;
const startOfMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const unlabelled = (key: string): Field => ({ label: { ja: key, en: key } });

function writeWord(value: string, { words }: Field, locale: Locale): string {
  return words?.[value]?.[locale] ?? value;
}

function writeText(value: string, field: Field, locale: Locale): string {
  if (startOfMoment.test(value)) return formatMoment(value, locale);
  if (calendarDay.test(value)) return formatDay(value, locale);
  if (field.as === "query") {
    return writeWithin(Object.fromEntries(new URLSearchParams(value)), field, locale);
  }
  const words = field.as === "spaced" ? value.split(" ") : [value];
  return words.map((one) => writeWord(one, field, locale)).join("\n");
}

/** What is within a value, line by line. */
function writeWithin(value: Row, { fields = {} }: Field, locale: Locale): string {
  const colon = locale === "ja" ? "：" : ": ";
  return Object.entries(value)
    .map(([key, inner]) => {
      const field = fields[key] ?? unlabelled(key);
      // Several values that a list is narrowed by stand between commas.
      const parts = typeof inner === "string" && field.words ? inner.split(",") : [inner];
      const written = parts.map((part) => write(part, field, locale));
      return `${field.label[locale]}${colon}${written.join(locale === "ja" ? "、" : ", ")}`;
    })
    .join("\n");
}

function write(value: unknown, field: Field, locale: Locale): string {
  if (value === null || value === undefined || value === "") return none;
  if (value === true) return locale === "ja" ? "はい" : "Yes";
  if (value === false) return locale === "ja" ? "いいえ" : "No";
  if (value instanceof Date) return formatMoment(value.toISOString(), locale);
  if (Array.isArray(value)) {
    return value.length === 0 ? none : value.map((one) => write(one, field, locale)).join("\n");
  }
  if (typeof value === "object") return writeWithin(value as Row, field, locale) || none;
  if (typeof value === "string") return writeText(value, field, locale);
  if (typeof value === "number" && field.codes) {
    return writeWord(field.codes.word(value), field, locale);
  }
  return String(value);
}

/**
 * A row as a person reads it: labels and values in their language, and times in Tokyo, whose label
 * names the zone. Labels stand in their own order.
 */
export function readableRow(
  row: Row,
  fields: Fields,
  locale: Locale,
): Readonly<Record<string, string>> {
  const known = Object.keys(fields).filter((key) => key in row);
  const unknown = Object.keys(row).filter((key) => !(key in fields));
  return Object.fromEntries(
    [...known, ...unknown].map((key) => {
      const field = fields[key] ?? unlabelled(key);
      const label = `${field.label[locale]}${field.as === "moment" ? zone[locale] : ""}`;
      return [label, write(row[key], field, locale)];
    }),
  );
}
