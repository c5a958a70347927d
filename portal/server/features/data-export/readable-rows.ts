import { formatDay, formatMoment, formatMonth } from "@sekimori/kit-contract/dates";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { prefectures } from "@sekimori/portal-contract/prefectures";
import type { ReadableField, ReadableFields } from "./readable-fields.ts";

type Row = Readonly<Record<string, unknown>>;

const zone: Localized = { ja: "（日本時間）", en: " (JST)" };
const none = "–";
const calendarDay = /^\d{4}-(0[1-9]|1[0-2])-\d{2}$/;

const prefectureNames = new Map<string, Localized>(prefectures.map((one) => [one.code, one]));

/** "2027-01" and "2027-01-01" are the same month. */
const monthOf = (value: string, locale: Locale) => formatMonth(`${value.slice(0, 7)}-01`, locale);

function writeText(value: string, { as, words }: ReadableField, locale: Locale): string {
  const one = (word: string) => words?.[word]?.[locale] ?? word;
  if (as === "words") return value.split(" ").map(one).join("\n");
  if (as === "month") return monthOf(value, locale);
  if (as === "moment") return formatMoment(value, locale);
  if (as === "version") return formatDay(value.slice(0, "2026-01-01".length), locale);
  if (as === "prefecture") return prefectureNames.get(value)?.[locale] ?? value;
  return calendarDay.test(value) ? formatDay(value, locale) : one(value);
}

function writeNumber(value: number, { as }: ReadableField, locale: Locale): string {
  if (as === "yen") return formatYen(value, locale);
  return as === "percent" ? `${value}%` : String(value);
}

const answers = {
  fact: { ja: ["はい", "いいえ"], en: ["Yes", "No"] },
  switch: { ja: ["オン", "オフ"], en: ["On", "Off"] },
} as const;

const signs = {
  ja: { colon: "：", comma: "、", bullet: "・" },
  en: { colon: ": ", comma: ", ", bullet: "• " },
} as const;

/** What is within a value, line by line; what is within that, as items of one line each. */
function writeRow(row: Row, fields: ReadableFields, locale: Locale): string {
  const { colon, comma, bullet } = signs[locale];
  return readable(row, fields, locale)
    .map(({ label, value, field }) => {
      const { fields: inner } = field;
      if (inner === undefined || value === null) {
        return `${label}${colon}${write(value, field, locale)}`;
      }
      const items = [value].flat().map((item) =>
        readable(item as Row, inner, locale)
          .map((one) => `${one.label}${colon}${write(one.value, one.field, locale)}`)
          .join(comma),
      );
      return [label, ...items.map((item) => `${bullet}${item}`)].join("\n");
    })
    .join("\n");
}

function write(value: unknown, field: ReadableField, locale: Locale): string {
  if (value === null || value === undefined || value === "") return field.none?.[locale] ?? none;
  if (typeof value === "boolean")
    return answers[field.as === "switch" ? "switch" : "fact"][locale][value ? 0 : 1];
  if (value instanceof Date) return formatMoment(value.toISOString(), locale);
  if (Array.isArray(value)) {
    const between = field.fields === undefined ? "\n" : "\n\n";
    return value.length === 0 ? none : value.map((one) => write(one, field, locale)).join(between);
  }
  if (typeof value === "string") return writeText(value, field, locale);
  if (typeof value === "number") return writeNumber(value, field, locale);
  if (field.fields !== undefined) return writeRow(value as Row, field.fields, locale);
  return String((value as Readonly<Record<string, unknown>>)[locale]);
}

const isMoment = (value: unknown, { as }: ReadableField) =>
  as === "moment" || value instanceof Date;

interface Readable {
  readonly label: string;
  readonly value: unknown;
  readonly field: ReadableField;
}

/** The values of a row under their labels, whose order it takes: stored JSON has none of its own. */
function readable(
  row: Row,
  fields: ReadableFields,
  locale: Locale,
  rows: readonly Row[] = [row],
): readonly Readable[] {
  const known = Object.keys(fields).filter((key) => key in row);
  const unknown = Object.keys(row).filter((key) => !(key in fields));
  return [...known, ...unknown].map((key) => {
    const field = fields[key] ?? { label: { ja: key, en: key } };
    const hasTime = rows.some((one) => isMoment(one[key], field));
    const label = `${field.label[locale]}${hasTime ? zone[locale] : ""}`;
    return { label, value: row[key], field };
  });
}

/**
 * A row as a person reads it: labels and values in their language, times in Tokyo, whose label names
 * the zone. What an older row holds that has no label any more keeps its name.
 *
 * @param rows all rows of the part, which one head stands over
 */
export function readableRow(
  row: Row,
  fields: ReadableFields,
  locale: Locale,
  rows: readonly Row[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readable(row, fields, locale, rows).map(({ label, value, field }) => [
      label,
      write(value, field, locale),
    ]),
  );
}
