import { CronExpressionParser } from "cron-parser";

/** When a cron entry is due. */
export interface CronPattern {
  /** The latest due moment at or before `instant`. */
  latest(instant: Date): Date;
  /** The first due moment after `instant`. */
  next(instant: Date): Date;
}

/**
 * Reads five cron fields in Asia/Tokyo: minute, hour, day of month, month, day of week. As in Unix
 * cron, day of month and day of week are alternatives where both are given.
 *
 * @throws Error naming what is wrong, days that do not exist included.
 */
export function parseCron(text: string): CronPattern {
  // The library takes fewer, and six with seconds.
  if (text.trim().split(/\s+/).length !== 5) {
    throw new Error(`"${text}" does not have five fields.`);
  }
  const from = (currentDate: Date) =>
    CronExpressionParser.parse(text, { tz: "Asia/Tokyo", currentDate });
  from(new Date(0));
  return {
    // Its moments lie strictly before and after.
    latest: (instant) =>
      from(new Date(instant.getTime() + 1))
        .prev()
        .toDate(),
    next: (instant) => from(instant).next().toDate(),
  };
}
