import { sql } from "kysely";
import type { PortalContext } from "../../context.ts";
import { type CalendarDay, calendarDay } from "../plan/plan-dates.ts";

// How many register, how far they get, what becomes of their cards and their trials: counts by week, of
// nobody. Weeks begin on a Monday in Tokyo.

export type SignUpSource = "register" | "external-id" | "login";

/** Sign-ups that began in a week, and how many of them got how far. */
export interface WeekOfSignUps {
  readonly week: CalendarDay;
  readonly source: SignUpSource;
  readonly began: number;
  readonly information: number;
  readonly confirmation: number;
  readonly payment: number;
  readonly agreement: number;
  readonly finished: number;
}

/** Cards that were entered in a week, by what became of them. */
export interface WeekOfCards {
  readonly week: CalendarDay;
  readonly saved: number;
  /** The issuer's check of its holder failed. */
  readonly threeDSecure: number;
  readonly declined: number;
  readonly otherwise: number;
  /** Whoever entered it left before its issuer had answered. */
  readonly left: number;
}

/** Trials that began in a week, by what became of them. */
export interface WeekOfTrials {
  readonly week: CalendarDay;
  readonly began: number;
  readonly paid: number;
  readonly ended: number;
}

export interface Funnel {
  readonly signUps: readonly WeekOfSignUps[];
  readonly cards: readonly WeekOfCards[];
  readonly trials: readonly WeekOfTrials[];
}

/** The Monday of the first of so many weeks, this one among them. */
function firstMonday(today: CalendarDay, weeks: number): CalendarDay {
  const day = new Date(`${today}T00:00:00Z`);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  day.setUTCDate(day.getUTCDate() - sinceMonday - 7 * (weeks - 1));
  return day.toISOString().slice(0, 10);
}

/** What became of sign-ups, cards and trials of the last weeks; the latest week first. */
export async function signUpFunnel(
  { db, clock }: Pick<PortalContext, "db" | "clock">,
  weeks: number,
): Promise<Funnel> {
  const from = firstMonday(calendarDay(clock.now()), weeks);
  const { rows: signUps } = await sql<WeekOfSignUps>`
    select date_trunc('week', began_at at time zone 'Asia/Tokyo')::date::text as week, source,
      (count(*) filter (where step = 'began'))::int as began,
      (count(*) filter (where step = 'information'))::int as information,
      (count(*) filter (where step = 'confirmation'))::int as confirmation,
      (count(*) filter (where step = 'payment'))::int as payment,
      (count(*) filter (where step = 'agreement'))::int as agreement,
      (count(*) filter (where step = 'finished'))::int as finished
    from portal.sign_up_tally where began_at >= ${from}::date at time zone 'Asia/Tokyo'
    group by 1, 2 order by 1 desc, 2`.execute(db);
  const { rows: cards } = await sql<WeekOfCards>`
    select date_trunc('week', created_at at time zone 'Asia/Tokyo')::date::text as week,
      (count(*) filter (where state = 'succeeded'))::int as saved,
      (count(*) filter (where failure = 'three_d_secure'))::int as "threeDSecure",
      (count(*) filter (where failure = 'declined'))::int as declined,
      (count(*) filter (where failure in ('token', 'gateway', 'network')))::int as otherwise,
      (count(*) filter (where state in ('expired', 'cancelled')))::int as left
    from portal.card_attempt
    where purpose = 'sign-up' and created_at >= ${from}::date at time zone 'Asia/Tokyo'
    group by 1 order by 1 desc`.execute(db);
  const { rows: trials } = await sql<WeekOfTrials>`
    select date_trunc('week', started_on)::date::text as week, count(*)::int as began,
      (count(*) filter (where was_billed))::int as paid,
      (count(*) filter (where ended_on is not null and not was_billed))::int as ended
    from portal.contract where has_trial and started_on >= ${from}::date
    group by 1 order by 1 desc`.execute(db);
  return { signUps, cards, trials };
}
