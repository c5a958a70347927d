import type { Severity } from "@sekimori/karte-contract/words";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { exploitationCode, exposureCode, severityCode } from "../../database/codes.ts";
import { dayOf } from "../../database/moments.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { overdueBy, weighsMoreFrom } from "./due-date.ts";
import { exploitationOf, exposureOf, type Reported } from "./factors.ts";

interface Row extends Reported {
  readonly id: string;
  readonly host: string;
  readonly domain: string;
  /** What the check says, which policies do not change: it tells what is exploited from what may be. */
  readonly severity: number;
  readonly due_on: string;
}

function settled(row: Row, now: Date) {
  const severity: Severity = severityCode.word(row.severity);
  const due = dayOf(row.due_on);
  return {
    id: row.id,
    exploitation: exploitationCode.of(exploitationOf(row, severity)),
    exposure: exposureCode.of(exposureOf(row, row.host, row.domain)),
    // Nobody waits for longer than a smallint has days.
    overdue: Math.min(overdueBy(due, now), 999),
    settle_on: weighsMoreFrom(due, now) ?? "infinity",
  };
}

/**
 * Gives findings of the transaction's workspace their place in the order of work, as of now. Whatever
 * changes severity, report, due day or state of findings asks for it in the same transaction.
 *
 * @param which a condition on `karte.finding f`
 */
export async function settlePriorities(
  tx: KarteTransaction,
  which: RawBuilder<SqlBool>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<Row>`
    select f.id, f.host, d.name as domain, coalesce(f.check_severity, f.severity) as severity, f.due_on, f.check_id as "check",
      f.report ->> 'outcome' as outcome, coalesce((select jsonb_agg(e) from
        jsonb_array_elements(f.report -> 'evidence') e where e ->> 'name' like 'software.%'), '[]') as evidence
    from karte.finding f join karte.domain d on d.id = f.domain_id
    where ${which} order by f.id for update of f`.execute(tx);
  if (rows.length === 0) return;
  const places = JSON.stringify(rows.map((row) => settled(row, now)));
  await sql`
    update karte.finding f set exploitation = x.exploitation, exposure = x.exposure,
      overdue_days = x.overdue, settle_on = x.settle_on
    from jsonb_to_recordset(${places}::jsonb)
      x (id uuid, exploitation smallint, exposure smallint, overdue smallint, settle_on date)
    where f.id = x.id and (f.exploitation, f.exposure, f.overdue_days, f.settle_on)
      is distinct from (x.exploitation, x.exposure, x.overdue, x.settle_on)`.execute(tx);
}

/** Findings that one look settles at most, and in one transaction. */
const lookMost = 20_000;
const atOnce = 1_000;

/** Settles what became later overnight, and what an older version wrote. */
export async function settleDue({ db, clock }: KarteContext): Promise<void> {
  const now = clock.now();
  for (let left = lookMost; left > 0; left -= atOnce) {
    const { rows } = await sql<{ workspace_id: string; finding_id: string }>`
      select * from karte.findings_to_settle(${tokyoDay(now)}::date, ${atOnce})`.execute(db);
    for (const [workspaceId, due] of Map.groupBy(rows, (row) => row.workspace_id)) {
      const ids = due.map((row) => row.finding_id);
      await inScope(db, wholeWorkspace(workspaceId), (tx) =>
        settlePriorities(tx, sql<SqlBool>`f.id = any (${ids}::uuid[])`, now),
      );
    }
    if (rows.length < atOnce) return;
  }
}
