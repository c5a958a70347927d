import type { ChargeFailure } from "../../ports/payment-gateway.ts";
import { addDays, type CalendarDay, tokyoMoment } from "../plan/plan-dates.ts";

/** Days after the first failure on which an unpaid invoice is tried again. */
const retryDays = [1, 3, 7, 14] as const;
const lastRetryDay = retryDays[3];

/** The hour in Tokyo at which it is: people can then look into their bank. */
const retryHour = 10;

export interface DunningStep {
  /** When it is tried again by itself; null when only its holder can mend it, or the course is over. */
  readonly nextTryAt: Date | null;
  /** Only another card, or the holder's own act, helps. */
  readonly needsHolder: boolean;
}

/** Whether trying again by ourselves can help. */
function canRetry(failure: ChargeFailure): boolean {
  return failure === "declined" || failure === "gateway";
}

/** When an invoice is tried again by itself, after `now`; null once its course is over. */
export function nextRetry(firstFailedOn: CalendarDay, now: Date): Date | null {
  const moments = retryDays.map((days) => tokyoMoment(addDays(firstFailedOn, days), retryHour));
  return moments.find((moment) => moment > now) ?? null;
}

/**
 * What follows a failed attempt.
 *
 * @param firstFailedOn the day of the invoice's first failure
 * @param now when this attempt failed
 */
export function afterFailure(
  failure: ChargeFailure,
  firstFailedOn: CalendarDay,
  now: Date,
): DunningStep {
  if (!canRetry(failure)) return { nextTryAt: null, needsHolder: true };
  return { nextTryAt: nextRetry(firstFailedOn, now), needsHolder: false };
}

/** When an unpaid invoice's course is over, and the plan rests unless it is paid. */
export function dunningEnd(firstFailedOn: CalendarDay): Date {
  return tokyoMoment(addDays(firstFailedOn, lastRetryDay), retryHour);
}

/** The latest first failure whose course can be over on a day. */
export function latestFirstFailure(day: CalendarDay): CalendarDay {
  return addDays(day, -lastRetryDay);
}

/** A suspension to come. */
export interface Suspension {
  readonly at: Date;
  /** The last whole day before it. */
  readonly payBy: CalendarDay;
}

/** The suspension in which the course of an invoice ends. */
export function suspensionAfter(firstFailedOn: CalendarDay): Suspension {
  return {
    at: dunningEnd(firstFailedOn),
    payBy: addDays(firstFailedOn, lastRetryDay - 1),
  };
}
