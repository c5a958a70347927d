/** Japan has one time zone and no daylight saving time (since 1951). */
export const tokyoOffsetMs = 9 * 3_600_000;

/** A day, which is as long as every other there. */
export const dayMs = 24 * 3_600_000;
export const hourMs = dayMs / 24;

const inTokyo = (moment: Date) => new Date(moment.getTime() + tokyoOffsetMs);

/** The day in Asia/Tokyo that holds `moment`, as "YYYY-MM-DD"; days compare as text. */
export function tokyoDay(moment: Date): string {
  return inTokyo(moment).toISOString().slice(0, 10);
}

/** The calendar month in Asia/Tokyo that holds `moment`, as "YYYY-MM". */
export function tokyoMonth(moment: Date): string {
  return tokyoDay(moment).slice(0, 7);
}

/** When the month that holds `moment` began: midnight of its 1st in Asia/Tokyo. */
export function tokyoMonthBegin(moment: Date): Date {
  const local = inTokyo(moment);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - tokyoOffsetMs);
}

/** When the next month begins: midnight of its 1st in Asia/Tokyo. */
export function nextTokyoMonth(moment: Date): Date {
  const local = inTokyo(moment);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - tokyoOffsetMs);
}
