import type { Locale } from "./locale.ts";

/** The calendar in which days, months and billing are counted and shown, wherever the reader is. */
export const businessTimeZone = "Asia/Tokyo" as const;

const partsOf = new Intl.DateTimeFormat("en-CA-u-ca-gregory-nu-latn", {
  timeZone: businessTimeZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

function layOut(locale: Locale, year: string, month: string, day: string): string {
  return locale === "ja"
    ? `${Number(year)}年${Number(month)}月${Number(day)}日`
    : `${year}/${month}/${day}`;
}

/**
 * A calendar day (YYYY-MM-DD, already in Asia/Tokyo) as specification 9 writes it: `2026/11/01` in English,
 * `2026年11月1日` in Japanese.
 *
 * @throws RangeError for anything but a calendar day.
 */
export function formatDay(day: string, locale: Locale): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  const [, year, month, date] = match ?? [];
  if (!year || !month || !date) throw new RangeError(`not a calendar day: ${day}`);
  return layOut(locale, year, month, date);
}

/**
 * A calendar day without its year, for a list of days of this one: `11/01` in English, `11月1日` in Japanese.
 *
 * @throws RangeError for anything but a calendar day.
 */
export function formatDayInYear(day: string, locale: Locale): string {
  return formatDay(day, locale).replace(/^\d+(年|\/)/, "");
}

const monthNames = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** The month of a calendar day: `November 2026` in English, `2026年11月` in Japanese. */
export function formatMonth(day: string, locale: Locale): string {
  const [year = "", month = ""] = day.split("-");
  if (locale === "ja") return `${Number(year)}年${Number(month)}月`;
  return `${monthNames.format(new Date(`${day}T00:00:00Z`))} ${year}`;
}

const shortMonthNames = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

/** The month of a calendar day below a chart: `Nov` in English, `11月` in Japanese. */
export function formatMonthInYear(day: string, locale: Locale): string {
  if (locale === "ja") return formatMonth(day, locale).replace(/^\d+年/, "");
  return shortMonthNames.format(new Date(`${day}T00:00:00Z`));
}

/** A moment (ISO 8601) as its day in Asia/Tokyo with hours and minutes: `2026/11/01 09:05`. */
export function formatMoment(moment: string, locale: Locale): string {
  const parts = new Map(
    partsOf.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? "";
  const day = layOut(locale, part("year"), part("month"), part("day"));
  return `${day} ${part("hour")}:${part("minute")}`;
}
