import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { ActivityEntry } from "@sekimori/portal-contract/endpoints/security";

/** Entries of one act from one place that follow each other, shown as one line. */
export interface ActivityLine {
  /** The newest of them. */
  readonly entry: ActivityEntry;
  readonly count: number;
  /** Hours and minutes in Asia/Tokyo, from the first to the last. */
  readonly times: string;
}

export interface ActivityDay {
  readonly day: string;
  readonly lines: readonly ActivityLine[];
}

/** Acts that a stranger may have done in the member's place; of others there is nothing to report. */
const reportable =
  /^(sign-in\.succeeded|password\.(changed|reset)|email\.|two-factor\.|trusted-browser\.added|recovery\.(started|done)|name\.|card\.|contract\.|external-id\.|consent\.)/;

export const mayReport = ({ action }: ActivityEntry): boolean => reportable.test(action);

const isSame = (one: ActivityEntry, other: ActivityEntry) =>
  one.action === other.action && one.device === other.device && one.ipAddress === other.ipAddress;

/** Entries, newest first, by their day in Asia/Tokyo; repetitions in a row become one line. */
export function activityDays(
  entries: readonly ActivityEntry[],
  locale: Locale,
): readonly ActivityDay[] {
  const days: { day: string; lines: ActivityLine[] }[] = [];
  for (const entry of entries) {
    const moment = formatMoment(entry.at, locale);
    const day = moment.slice(0, -6);
    const time = moment.slice(-5);
    if (days.at(-1)?.day !== day) days.push({ day, lines: [] });
    const lines = days.at(-1)?.lines ?? [];
    const former = lines.at(-1);
    if (!former || !isSame(former.entry, entry)) {
      lines.push({ entry, count: 1, times: time });
      continue;
    }
    const newest = formatMoment(former.entry.at, locale).slice(-5);
    lines[lines.length - 1] = {
      entry: former.entry,
      count: former.count + 1,
      times: time === newest ? time : `${time}–${newest}`,
    };
  }
  return days;
}
