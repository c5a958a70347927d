import type { Severity } from "@sekimori/karte-contract/words";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { severityCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { refreshDomain } from "../finding-records/refresh-domain.ts";
import { dueOn } from "../priorities/due-date.ts";
import { settlePriorities } from "../priorities/settle.ts";
import { type EndedRuling, tellOfEnds } from "./ended-rulings.ts";

/**
 * What a finding's severity is where its check says one: a policy that raises never lowers, and the other way
 * round. Only what is lowered has an end.
 */
export const ruled = (ofCheck: RawBuilder<unknown>): RawBuilder<number> => sql<number>`case
  when f.ruled_severity is null then ${ofCheck}
  when f.ruled_until is null then least(f.ruled_severity, ${ofCheck})
  else greatest(f.ruled_severity, ${ofCheck}) end`;

/** What a policy says of a finding's severity. */
export interface Ruling {
  readonly id: string;
  readonly severity: number;
  readonly by: string | null;
  /** Of the policy; another one says something else. */
  readonly version: number | null;
  readonly until: string | null;
}

interface Dated {
  readonly id: string;
  readonly severity: number;
  readonly first_seen_at: Date;
  readonly due: string;
}

const dueOf = (severity: Severity, since: Date) => dueOn(severity, since) ?? "infinity";

/**
 * Gives findings the severities that are said of them; a day that nobody chose follows. Whoever asks counts
 * their domain's open findings anew.
 */
export async function rule(
  tx: KarteTransaction,
  rulings: readonly Ruling[],
  now: Date,
): Promise<void> {
  if (rulings.length === 0) return;
  const said = new Map(rulings.map((one) => [one.id, one]));
  const { rows } = await sql<Dated>`
    select f.id, f.severity, f.first_seen_at, f.due_on::text as due from karte.finding f
    where f.id = any (${[...said.keys()]}::uuid[]) order by f.id for update`.execute(tx);
  const wanted = rows.flatMap((row) => {
    const ruling = said.get(row.id);
    if (ruling === undefined) return [];
    const follows = row.due === dueOf(severityCode.word(row.severity), row.first_seen_at);
    const due = follows ? dueOf(severityCode.word(ruling.severity), row.first_seen_at) : row.due;
    return [{ ...ruling, due }];
  });
  await sql`update karte.finding f set severity = x.severity, due_on = x.due,
      check_severity = case when x.by is null then null else coalesce(f.check_severity, f.severity) end,
      ruled_severity = case when x.by is null then null else x.severity end,
      ruled_by = x.by, ruled_version = x.version, ruled_until = x.until
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      x (id uuid, severity smallint, by uuid, version int, until date, due date)
    where f.id = x.id`.execute(tx);
  const ids = wanted.map(({ id }) => id);
  await settlePriorities(tx, sql<SqlBool>`f.id = any (${ids}::uuid[]) and f.is_open = 1`, now);
}

/** Findings that one look gives back to their checks at most, and in one transaction. */
const lookMost = 20_000;
const atOnce = 1_000;

/** Gives those of these findings back to their checks of which no policy says any more how severe they are. */
async function giveBack(
  tx: KarteTransaction,
  workspaceId: string,
  ids: readonly string[],
  today: string,
  now: Date,
): Promise<void> {
  await sql`select from karte.finding f where f.id = any (${ids}::uuid[]) order by f.id
    for update`.execute(tx);
  // A statement of its own sees what a run said of them while this waited for it.
  const { rows: ended } = await sql<EndedRuling & { severity: number }>`
    select f.id, f.domain_id, coalesce(f.check_severity, f.severity) as severity, f.ruled_by as policy_id,
      n.created_by as author, coalesce(n.name, (select h.name from karte.policy_hit h
        where h.finding_id = f.id and h.policy_id = f.ruled_by order by h.at desc limit 1), '') as policy,
      f.is_open = 1 and f.severity > coalesce(f.check_severity, f.severity) as lowered
    from karte.finding f left join karte.policy n on n.id = f.ruled_by
    where f.id = any (${ids}::uuid[]) and f.ruled_by is not null
      and (f.ruled_until < ${today}::date or not exists (select from karte.policy p
        where p.id = f.ruled_by and p.enabled and p.version = coalesce(f.ruled_version, p.version)))
    order by f.id`.execute(tx);
  if (ended.length === 0) return;
  const nothing = { by: null, version: null, until: null };
  await rule(
    tx,
    ended.map(({ id, severity }) => ({ id, severity, ...nothing })),
    now,
  );
  await tellOfEnds(tx, workspaceId, ended, now);
  for (const domain of [...new Set(ended.map((row) => row.domain_id))].sort()) {
    await refreshDomain(tx, domain);
  }
}

/**
 * Has the checks say again how severe findings are of which no policy does: its last day is over, or it was
 * switched off, changed or removed.
 */
export async function endRulings({ db, clock }: Pick<KarteContext, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const today = tokyoDay(now);
  for (let left = lookMost; left > 0; left -= atOnce) {
    const { rows } = await sql<{ workspace_id: string; finding_id: string }>`
      select * from karte.rulings_ended(${today}::date, ${atOnce})`.execute(db);
    for (const [workspaceId, some] of Map.groupBy(rows, (row) => row.workspace_id)) {
      const ids = some.map((row) => row.finding_id);
      await inScope(db, wholeWorkspace(workspaceId), (tx) =>
        giveBack(tx, workspaceId, ids, today, now),
      );
    }
    if (rows.length < atOnce) return;
  }
}
