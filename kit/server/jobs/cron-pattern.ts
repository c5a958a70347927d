/** The minutes at which a cron entry is due, in Asia/Tokyo. */
export interface CronPattern {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly dates: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
}

const minute = 60_000;
const day = 86_400_000;
/** Japan has no daylight saving time, so Asia/Tokyo is UTC+9 all year. */
const tokyoOffset = 9 * 3_600_000;

function parseField(text: string, min: number, max: number): ReadonlySet<number> {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!match) throw new Error(`"${part}" is not a cron field.`);
    const [, first, last, step] = match;
    const from = first === undefined ? min : Number(first);
    const to = last !== undefined ? Number(last) : first === undefined || step ? max : from;
    if (from < min || to > max || from > to || step === "0") {
      throw new Error(`"${part}" is outside ${min} to ${max}.`);
    }
    for (let value = from; value <= to; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}

/**
 * Reads five fields: minute, hour, day of month, month, day of week (0 is Sunday); each is "*",
 * a number, a range or a list, with an optional step. All five must match: unlike in Unix cron,
 * day of month and day of week are not alternatives.
 *
 * @throws Error naming the field that is wrong.
 */
export function parseCron(text: string): CronPattern {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) throw new Error(`"${text}" does not have five fields.`);
  const [minutes = "", hours = "", dates = "", months = "", weekdays = ""] = fields;
  return {
    minutes: parseField(minutes, 0, 59),
    hours: parseField(hours, 0, 23),
    dates: parseField(dates, 1, 31),
    months: parseField(months, 1, 12),
    weekdays: parseField(weekdays, 0, 6),
  };
}

/**
 * The latest moment, at or before `instant`, at which `pattern` was due; undefined when there is
 * none within five years.
 */
export function latestDue(pattern: CronPattern, instant: Date): Date | undefined {
  // A Date shifted by the offset shows Tokyo's wall clock in its UTC fields.
  const local = Math.floor((instant.getTime() + tokyoOffset) / minute) * minute;
  const today = Math.floor(local / day) * day;
  for (let start = today; start > today - 5 * 366 * day; start -= day) {
    const date = new Date(start);
    const isDay =
      pattern.months.has(date.getUTCMonth() + 1) &&
      pattern.dates.has(date.getUTCDate()) &&
      pattern.weekdays.has(date.getUTCDay());
    if (!isDay) continue;
    const lastMinute = start === today ? (local - start) / minute : 24 * 60 - 1;
    for (let at = lastMinute; at >= 0; at -= 1) {
      if (pattern.hours.has(Math.floor(at / 60)) && pattern.minutes.has(at % 60)) {
        return new Date(start + at * minute - tokyoOffset);
      }
    }
  }
  return undefined;
}
