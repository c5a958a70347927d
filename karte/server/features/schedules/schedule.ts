import { createHash } from "node:crypto";
import type { Schedule } from "@sekimori/karte-contract/words";

const hour = 3_600_000;
const day = 24 * hour;

/** From one scheduled run to the next. A month is counted as thirty days. */
const every: Readonly<Record<Exclude<Schedule, "none">, number>> = {
  daily: day,
  weekly: 7 * day,
  monthly: 30 * day,
};

/** A domain's own place within an hour, so that runs of one schedule do not all begin at once. */
function place(domainId: string): number {
  const [first = 0, second = 0] = createHash("sha256").update(domainId).digest();
  return Math.floor(((first * 256 + second) / 65_536) * hour);
}

/** When a new schedule runs first: within the next hour. */
export function firstRunAt(schedule: Schedule, domainId: string, now: Date): Date | undefined {
  return schedule === "none" ? undefined : new Date(now.getTime() + place(domainId));
}

/** The next moment of a schedule after one that was due; missed ones are not made up for. */
export function nextRunAt(schedule: Schedule, due: Date, now: Date): Date | undefined {
  if (schedule === "none") return undefined;
  const step = every[schedule];
  const missed = Math.max(0, Math.floor((now.getTime() - due.getTime()) / step));
  return new Date(due.getTime() + (missed + 1) * step);
}
