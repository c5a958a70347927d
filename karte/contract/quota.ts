/** Japan has one time zone and no daylight saving time (since 1951). */
const tokyoOffsetMs = 9 * 3_600_000;

/** The calendar month in Asia/Tokyo that holds `now`, as "YYYY-MM". */
export function quotaMonth(now: Date): string {
  return new Date(now.getTime() + tokyoOffsetMs).toISOString().slice(0, 7);
}

/** The day in Asia/Tokyo that holds `now`, as "YYYY-MM-DD". */
export function quotaDay(now: Date): string {
  return new Date(now.getTime() + tokyoOffsetMs).toISOString().slice(0, 10);
}

/** When the month of `now` ends and its quota is new: midnight of the next 1st in Asia/Tokyo. */
export function quotaRenewsAt(now: Date): Date {
  const local = new Date(now.getTime() + tokyoOffsetMs);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - tokyoOffsetMs);
}
