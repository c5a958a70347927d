import { randomUUID } from "node:crypto";
import { labelsMost } from "@sekimori/karte-contract/constants";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { enqueue } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { apart } from "../../database/apart.ts";
import { policySeverityCode } from "../../database/codes.ts";
import { appendActivity } from "../activity/activity.ts";
import { tellAssigned } from "../alert-requests/alert-jobs.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { seesDomain } from "../principals/may-see.ts";
import { matchesIn } from "./matching.ts";
import { type PolicyRow, policyRows } from "./policy-rows.ts";
import { type Ruling, rule } from "./rulings.ts";
import { giveTickets } from "./ticket-act.ts";

type Tools = Pick<KarteContext, "sealer" | "logger">;

/** What policies showed of a domain before a run is kept. */
export interface Watched {
  readonly policies: readonly {
    readonly row: PolicyRow;
    readonly before: ReadonlySet<string>;
  }[];
}

/** What a policy shows of a domain; undefined where it cannot be asked, which is not the run's failure. */
function shown(
  tx: KarteTransaction,
  { sealer, logger }: Tools,
  row: PolicyRow,
  domainId: string,
  now: Date,
): Promise<ReadonlySet<string> | undefined> {
  return apart<ReadonlySet<string> | undefined>(
    tx,
    () => matchesIn(tx, row.query, domainId, { now, sealer }),
    (error) => {
      logger.error({ err: error, policy: row.id, domain: domainId }, "a policy was not asked");
      return undefined;
    },
  );
}

/** The policies that are on, in their order, where the plan has them. */
export async function policiesOn(tx: KarteTransaction): Promise<readonly PolicyRow[]> {
  const rows = (await policyRows(tx)).filter(({ enabled }) => enabled);
  if (rows.length === 0) return [];
  const { answer } = await cachedContract(tx);
  return answer.entitlements.policies ? rows : [];
}

/** Looks, before a run is kept, what each policy that is on shows of its domain already: that is no news. */
export async function watch(
  tx: KarteTransaction,
  tools: Tools,
  domainId: string,
  now: Date,
): Promise<Watched> {
  const policies: { row: PolicyRow; before: ReadonlySet<string> }[] = [];
  for (const row of await policiesOn(tx)) {
    const before = await shown(tx, tools, row, domainId, now);
    if (before !== undefined) policies.push({ row, before });
  }
  return { policies };
}

interface Matched {
  readonly id: string;
  readonly cause: string | null;
  readonly severity: number;
  readonly check_severity: number | null;
  readonly ruled_by: string | null;
  readonly assignee: string | null;
  readonly is_open: number;
}

/** A run that is being kept. */
interface KeptRun {
  readonly id: string;
  readonly workspaceId: string;
  readonly domainId: string;
}

async function matchedRows(
  tx: KarteTransaction,
  ids: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, Matched>> {
  const { rows } = await sql<Matched>`
    select f.id, f.cause, f.severity, f.check_severity, f.assignee, f.is_open,
      case when p.version = coalesce(f.ruled_version, p.version)
        and (f.ruled_until is null or f.ruled_until >= ${today}::date) then f.ruled_by end as ruled_by
    from karte.finding f left join karte.policy p on p.id = f.ruled_by and p.enabled
    where f.id = any (${ids}::uuid[]) order by f.work_order, f.id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a policy makes of a finding's severity; undefined where it leaves it. */
export function severityAfter(
  row: Pick<PolicyRow, "severity_how" | "severity_to" | "severity_until">,
  ofCheck: number,
  today: string,
): number | undefined {
  const { severity_how: how, severity_to: to, severity_until: until } = row;
  if (how === null || to === null) return undefined;
  // A smaller number is worse.
  if (policySeverityCode.word(how) === "raise") return to < ofCheck ? to : undefined;
  return to > ofCheck && until !== null && until >= today ? to : undefined;
}

/** Gives findings that are nobody's to a member, as far as that member may see the domain. */
async function giveTo(
  tx: KarteTransaction,
  run: KeptRun,
  owner: string,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`
    with given as (
      update karte.finding f set assignee = m.account_id from karte.member m
      where f.id = any (${ids}::uuid[]) and f.assignee is null and f.is_open = 1
        and m.account_id = ${owner} and ${seesDomain(sql`f.domain_id`)}
      returning f.id, f.domain_id),
    noted as (
      insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, run_id, assignee)
      select ${run.workspaceId}, domain_id, id, ${now}, 'assignment', ${run.id}, ${owner} from given)
    select id from given`.execute(tx);
  if (rows.length > 0) {
    await enqueue(tx, tellAssigned, {
      workspace: run.workspaceId,
      account: owner,
      act: randomUUID(),
      findings: rows.map(({ id }) => id),
    });
  }
  return rows.length;
}

/** The first that is open of each cause that the policy did not show before: each cause is told of once. */
function toldOf(
  matched: readonly Matched[],
  known: ReadonlySet<string | null>,
): ReadonlySet<string> {
  const told = new Map<string, string>();
  for (const { id, cause, is_open: isOpen } of matched) {
    if (isOpen === 0) continue;
    const key = cause ?? id;
    if (!known.has(cause ?? "") && !told.has(key)) told.set(key, id);
  }
  return new Set(told.values());
}

/** On how many findings a policy acted, and how many tickets wait. */
interface Acted {
  readonly id: string;
  readonly acted: number;
  readonly held: number;
}

/**
 * Has the policies act on what a run brought: on findings that their query shows now and did not before. All of
 * them look before any of them acts, and the next run finds their acts done: no policy ever begins another.
 * The first in their order that has something to say about severity or owner says it, whether or not that
 * changes anything; labels add up. Severities are settled here, the domain's counts by whoever asks. Where they
 * cannot, none of their acts is kept, and the run is.
 *
 * @returns what each did, for `countActs`
 */
export async function actOnNew(
  tx: KarteTransaction,
  { policies }: Watched,
  run: KeptRun,
  tools: Tools,
  now: Date,
): Promise<readonly Acted[]> {
  if (policies.length === 0) return [];
  return apart<readonly Acted[]>(
    tx,
    () => act(tx, policies, run, tools, now),
    (error) => {
      tools.logger.error({ err: error, domain: run.domainId }, "policies did not act");
      return [];
    },
  );
}

async function act(
  tx: KarteTransaction,
  policies: Watched["policies"],
  run: KeptRun,
  tools: Tools,
  now: Date,
): Promise<readonly Acted[]> {
  const begun: { row: PolicyRow; before: ReadonlySet<string>; ids: ReadonlySet<string> }[] = [];
  for (const { row, before } of policies) {
    const after = (await shown(tx, tools, row, run.domainId, now)) ?? new Set();
    const ids = new Set([...after].filter((id) => !before.has(id)));
    begun.push({ row, before, ids });
  }
  const all = [...new Set(begun.flatMap(({ ids }) => [...ids]))];
  if (all.length === 0) return [];
  const acted: Acted[] = [];
  const today = tokyoDay(now);
  const matched = await matchedRows(tx, all, today);
  const placeOf = new Map(policies.map(({ row }, index) => [row.id, index]));
  // In the order of work: the first of a cause is its most urgent one.
  const ofThese = (ids: ReadonlySet<string>) =>
    [...matched.values()].filter(({ id }) => ids.has(id));
  const asked = begun.flatMap(({ row, ids }) =>
    row.ticket_system === null
      ? []
      : { policy: row.id, system: row.ticket_system, findings: ofThese(ids) },
  );
  const given = await giveTickets(tx, run, asked, now);
  const [hasSeverity, hasOwner] = [new Set<string>(), new Set<string>()];
  const rulings: Ruling[] = [];
  for (const { row, before, ids } of begun) {
    const mine = ofThese(ids);
    if (mine.length === 0) continue;
    const severities = new Map<string, number>();
    if (row.severity_how !== null) {
      for (const { id, severity, check_severity: ofCheck, ruled_by: by, is_open: isOpen } of mine) {
        // One that comes before this one may have said it in an earlier run.
        const isSaid = (placeOf.get(by ?? "") ?? Infinity) < (placeOf.get(row.id) ?? 0);
        if (hasSeverity.has(id) || isSaid || isOpen === 0) continue;
        hasSeverity.add(id);
        const to = severityAfter(row, ofCheck ?? severity, today);
        if (to !== undefined) severities.set(id, to);
      }
    }
    for (const [id, severity] of severities) {
      const { id: by, version, severity_until: until } = row;
      rulings.push({ id, severity, by, version, until });
    }
    let owned = 0;
    if (row.assignee !== null) {
      const free = mine.filter(({ id }) => !hasOwner.has(id)).map(({ id }) => id);
      for (const id of free) hasOwner.add(id);
      owned = await giveTo(tx, run, row.assignee, free, now);
    }
    if (row.label !== null) {
      await sql`insert into karte.finding_label (workspace_id, domain_id, finding_id, label)
        select ${run.workspaceId}, ${run.domainId}, x, ${row.label}
        from unnest(${mine.map(({ id }) => id)}::uuid[]) x
        where not exists (select from karte.finding_label l where l.finding_id = x and l.key = lower(${row.label}))
          and (select count(*) from karte.finding_label l where l.finding_id = x) < ${labelsMost}
        on conflict do nothing`.execute(tx);
    }
    const tickets = given.get(row.id) ?? { made: 0, held: 0 };
    const known = row.alerts ? await causesOf(tx, before) : new Set<string | null>();
    const told = row.alerts ? toldOf(mine, known) : null;
    await keepHits(tx, run, { row, matched: mine, severities, told }, now);
    acted.push({ id: row.id, acted: mine.length, held: tickets.held });
    const domain = await domainName(tx, run.domainId);
    const detail = { name: row.name, count: mine.length, domain };
    await appendActivity(tx, {
      at: now,
      action: "policy.acted",
      by: null,
      detail: {
        ...detail,
        ...(severities.size > 0 ? { severities: severities.size } : {}),
        ...(owned > 0 && row.assignee !== null ? { assignee: row.assignee } : {}),
        ...(row.label === null ? {} : { label: row.label }),
        ...(tickets.made > 0 ? { tickets: tickets.made } : {}),
      },
    });
    if (tickets.held > 0) {
      const held = { ...detail, count: tickets.held };
      await appendActivity(tx, { at: now, action: "policy.held", by: null, detail: held });
    }
  }
  await rule(tx, rulings, now);
  return acted;
}

/** Counts what policies did: rows that other runs of the workspace want too, so it comes last in a run. */
export async function countActs(
  tx: KarteTransaction,
  acted: readonly Acted[],
  now: Date,
): Promise<void> {
  if (acted.length === 0) return;
  await sql`with counted as (
      select p.id, x.acted, x.held from karte.policy p
      join jsonb_to_recordset(${JSON.stringify(acted)}::jsonb) x (id uuid, acted int, held int)
        on x.id = p.id order by p.id for update of p)
    update karte.policy p set acted = p.acted + c.acted, held = p.held + c.held, acted_at = ${now}
    from counted c where p.id = c.id`.execute(tx);
}

async function causesOf(
  tx: KarteTransaction,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string | null>> {
  const { rows } = await sql<{ cause: string | null }>`
    select distinct f.cause from karte.finding f where f.id = any (${[...ids]}::uuid[])`.execute(
    tx,
  );
  return new Set(rows.flatMap(({ cause }) => (cause === null ? [] : [cause])));
}

async function domainName(tx: KarteTransaction, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from karte.domain where id = ${id}`.execute(tx);
  return rows[0]?.name ?? "";
}

/** What a policy did. */
interface Done {
  readonly row: PolicyRow;
  readonly matched: readonly Matched[];
  readonly severities: ReadonlyMap<string, number>;
  /** Those that people are told of. */
  readonly told: ReadonlySet<string> | null;
}

/** Keeps which policy did what with which finding: the origin of its acts. */
async function keepHits(
  tx: KarteTransaction,
  run: KeptRun,
  { row, matched, severities, told }: Done,
  now: Date,
): Promise<void> {
  const hits = matched.map(({ id }) => ({
    id,
    severity: severities.get(id) ?? null,
    alerts: told?.has(id) ?? false,
  }));
  await sql`insert into karte.policy_hit (workspace_id, domain_id, finding_id, policy_id, name, run_id,
      at, severity, reason, until, alerts, alert_people, alert_webhook)
    select ${run.workspaceId}, ${run.domainId}, x.id, ${row.id}, ${row.name}, ${run.id}, ${now},
      x.severity, case when x.severity is not null then ${row.severity_reason}::text end,
      case when x.severity is not null then ${row.severity_until}::date end,
      x.alerts, ${row.alert_people}::text[], ${row.alert_webhook}
    from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb)
      x (id uuid, severity smallint, alerts boolean) on conflict do nothing`.execute(tx);
}
