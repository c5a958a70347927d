import { webhookPatienceDays } from "@sekimori/kit-contract/webhook-patience";

const minute = 60_000;

/** Milliseconds to the second try, the third and so on, as Standard Webhooks proposes. */
const delays = [
  5_000,
  5 * minute,
  30 * minute,
  120 * minute,
  300 * minute,
  600 * minute,
  600 * minute,
];

/** Tries of one delivery; the last about 27 hours after the first. */
export const webhookAttemptsMost = delays.length + 1;

export const webhookPatienceMs = webhookPatienceDays * 24 * 60 * minute;

const longestWait = 600 * minute;

/**
 * Milliseconds until the next try after `attempts` failed ones; undefined when it was the last. A
 * receiver's own wish (`Retry-After`) counts where it is longer, up to ten hours.
 */
export function webhookRetryDelay(attempts: number, retryAfterMs = 0): number | undefined {
  const delay = delays[attempts - 1];
  return delay === undefined ? undefined : Math.max(delay, Math.min(retryAfterMs, longestWait));
}

/** The header's wait in milliseconds: seconds, or a date; 0 for anything else. */
export function retryAfterOf(header: string | null, now: number): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  // Only a date of HTTP: others would read "-5" as a year.
  const at = /GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
