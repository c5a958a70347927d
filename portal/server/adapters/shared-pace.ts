import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Tables } from "../database/generated/tables.ts";

/** Waits until a company's pace allows one more call. */
export type Turn = () => Promise<void>;

/**
 * A pace that all processes keep together, whatever they call for: each takes its turn from one row.
 *
 * @param company its name, as beside its identifiers
 */
export function sharedPace(db: Kysely<Tables>, company: string, callsPerSecond: number): Turn {
  return async () => {
    const { rows } = await sql<{ wait: number }>`
      insert into portal.gateway_pace as pace (gateway, next_at) values (${company}, now())
      on conflict (gateway) do update set
        next_at = greatest(pace.next_at, now()) + interval '1 second' / ${callsPerSecond}::float
      returning greatest(0, extract(epoch from next_at - now()) * 1000)::float as wait`.execute(db);
    const wait = rows[0]?.wait ?? 0;
    if (wait > 0) await pause(wait);
  };
}
