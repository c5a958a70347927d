import { Cron } from "croner";

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
  // The library takes nicknames too, such as @daily.
  if (text.trim().split(/\s+/).length !== 5) {
    throw new Error(`"${text}" does not have five fields.`);
  }
  const cron = new Cron(text, { timezone: "Asia/Tokyo", mode: "5-part", paused: true });
  const due = (moment: Date | null | undefined) => {
    if (!moment) throw new Error(`"${text}" is never due.`);
    return moment;
  };
  due(cron.nextRun(new Date(0)));
  return {
    // Moments of the library lie strictly before.
    latest: (instant) => due(cron.previousRuns(1, new Date(instant.getTime() + 1))[0]),
    next: (instant) => due(cron.nextRun(instant)),
  };
}
