import { countedUpTo, policyTrialRowsMost } from "@sekimori/karte-contract/constants";
import type { tryPolicy } from "@sekimori/karte-contract/endpoints/policies";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { severityCode } from "../../database/codes.ts";
import { ofLiveDomain } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { titleOf } from "../findings/finding-rows.ts";
import { askingScope } from "../findings/query/asking.ts";
import type { Member } from "../principals/principals.ts";
import { severityAfter } from "./act-on-new.ts";
import { isAskedFor } from "./matching.ts";
import { actsOf, type PolicyRow, policyRows } from "./policy-rows.ts";
import { triedTickets } from "./ticket-act.ts";

interface Brought {
  readonly id: string;
  readonly run_id: string;
  readonly at: Date;
  readonly domain_id: string;
  readonly domain: string;
  readonly cause: string | null;
  readonly check_id: string;
  readonly host: string;
  readonly severity: number;
  /** Whether a policy before this one decides it. */
  readonly severity_taken: boolean;
  readonly owner_taken: boolean;
}

const anyOf = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** What scans brought since a moment and a query shows, the latest first. */
async function brought(
  tx: KarteTransaction,
  { sealer }: Pick<KarteContext, "sealer">,
  row: PolicyRow,
  since: Date,
  now: Date,
): Promise<readonly Brought[]> {
  const asking = { now, sealer };
  const earlier = (await policyRows(tx)).filter(
    ({ id, enabled, place }) => enabled && id !== row.id && place <= row.place,
  );
  const taken = async (decides: (policy: PolicyRow) => boolean) => {
    const conditions: RawBuilder<SqlBool>[] = [];
    for (const policy of earlier.filter(decides)) {
      conditions.push(await isAskedFor(tx, policy.query, asking, true));
    }
    return anyOf(conditions);
  };
  const severityTaken = await taken(({ severity_how: how }) => how !== null);
  const ownerTaken = await taken(({ assignee }) => assignee !== null);
  const { rows } = await sql<Brought>`
    select f.id, e.run_id, e.at, f.domain_id, d.name as domain, f.cause, f.check_id, f.host,
      coalesce(f.check_severity, f.severity) as severity,
      (${severityTaken}) is true as severity_taken, (${ownerTaken}) is true as owner_taken
    from karte.finding_event e join karte.finding f on f.id = e.finding_id
    join karte.domain d on d.id = f.domain_id
    where e.at >= ${since} and e.kind = 'state' and e.run_id is not null
      and e.reason in ('seen-first', 'seen-again') and d.deleted_at is null
      and ${await isAskedFor(tx, row.query, asking, true)}
    order by e.at desc, f.work_order, f.id limit ${countedUpTo + 1}`.execute(tx);
  return rows;
}

async function presentCount(
  tx: KarteTransaction,
  { sealer }: Pick<KarteContext, "sealer">,
  row: PolicyRow,
  now: Date,
): Promise<{ value: number; more: boolean }> {
  const asked = await isAskedFor(tx, row.query, { now, sealer });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from karte.finding f
      where ${ofLiveDomain(sql`f.domain_id`)} and ${asked} limit ${countedUpTo + 1}) x`.execute(tx);
  const count = rows[0]?.count ?? 0;
  return { value: Math.min(count, countedUpTo), more: count > countedUpTo };
}

/** Of each run how many causes it brought. */
function causesByRun(rows: readonly Brought[]): readonly number[] {
  const byRun = Map.groupBy(rows, (row) => row.run_id);
  return [...byRun.values()].map((some) => new Set(some.map(({ cause, id }) => cause ?? id)).size);
}

/**
 * Tries a policy on what scans brought in the last days: what it shows of that, and what it would have done.
 * What the findings are is read as it is today; what is kept of it is only that this version was tried.
 *
 * @throws AppError NotFound, ChangedMeanwhile where it became another while it was tried.
 */
export function trial(
  context: KarteContext,
  member: Member,
  id: string,
  { days }: EndpointRequest<typeof tryPolicy>["body"],
): Promise<EndpointResult<typeof tryPolicy>> {
  const now = context.clock.now();
  const since = new Date(now.getTime() - days * dayMs);
  // Nobody waits for long for a query, here as in a list.
  return inScope(context.db, askingScope(member.scope, { query: "" }), async (tx) => {
    // Not locked: scans count what it did, and would wait for its query.
    const row = (await policyRows(tx)).find((one) => one.id === id);
    if (row === undefined) throw new AppError("NotFound");
    const all = await brought(tx, context, row, since, now);
    const rows = all.slice(0, countedUpTo);
    const today = tokyoDay(now);
    const found = new Map(rows.toReversed().map((one) => [one.id, one]));
    const findings = [...found.values()];
    const causes = new Set(findings.map((one) => one.cause ?? one.id)).size;
    const byRun = causesByRun(rows);
    const tickets = await triedTickets(tx, row.ticket_system, rows.toReversed());
    const present = await presentCount(tx, context, row, now);
    const kept = await tx
      .updateTable("karte.policy")
      .set({ tried_version: row.version })
      .where("id", "=", id)
      .where("version", "=", row.version)
      .executeTakeFirst();
    if (kept.numUpdatedRows === 0n) {
      throw new AppError("ChangedMeanwhile", { detail: "the policy is another than was tried" });
    }
    return {
      version: row.version,
      name: row.name,
      query: row.query,
      acts: actsOf(row),
      enabled: row.enabled,
      findings: findings.length,
      more: all.length > rows.length,
      causes,
      scans: byRun.length,
      would: {
        severity: findings.filter(
          (one) => !one.severity_taken && severityAfter(row, one.severity, today) !== undefined,
        ).length,
        owner: row.assignee === null ? 0 : findings.filter((one) => !one.owner_taken).length,
        label: row.label === null ? 0 : findings.length,
        messages: row.alerts ? byRun.length : 0,
        ...tickets,
      },
      latest: [...new Map(rows.map((one) => [one.id, one])).values()]
        .slice(0, policyTrialRowsMost)
        .map((one) => ({
          id: one.id,
          title: titleOf(one.check_id),
          host: one.host,
          domain: { id: one.domain_id, name: one.domain },
          severity: severityCode.word(one.severity),
          at: one.at.toISOString(),
        })),
      present,
    };
  });
}
