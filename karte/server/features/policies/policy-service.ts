import { randomUUID } from "node:crypto";
import { acceptanceDaysMost, policiesMost } from "@sekimori/karte-contract/constants";
import type {
  addPolicy,
  changePolicy,
  listPolicies,
  orderPolicies,
  PolicyActs,
  switchPolicy,
} from "@sekimori/karte-contract/endpoints/policies";
import { parseQuery } from "@sekimori/karte-contract/query/parse";
import { pinned } from "@sekimori/karte-contract/query/pinned";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import { mustBeAsRead } from "@sekimori/kit-server/as-read";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { apart } from "../../database/apart.ts";
import { moment } from "../../database/moments.ts";
import { ofLiveDomain } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import type { ActivityEvent } from "../activity/activity.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import type { Asking } from "../findings/query/asking.ts";
import type { Member } from "../principals/principals.ts";
import { isAskedFor } from "./matching.ts";
import { actsOf, columnsOf, type PolicyRow, policyRow, policyRows } from "./policy-rows.ts";

/** What of all that policies name is still there. */
async function present(tx: KarteTransaction): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from karte.member where suspended_at is null
    union all select id::text from karte.ticket_system`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Of the tickets that wait for a press, those that were not made by now: as many as the list shows that leads there. */
function stillHeld(
  tx: KarteTransaction,
  { query, held }: PolicyRow,
  asking: Pick<Asking, "now" | "sealer">,
): Promise<number> {
  return apart(
    tx,
    async () => {
      const { rows } = await sql<{ count: number }>`
        select count(distinct f.cause)::int as count from karte.finding f
        where ${ofLiveDomain(sql`f.domain_id`)}
          and ${await isAskedFor(tx, `(${query}) ticket:none`, asking)}`.execute(tx);
      return Math.min(rows[0]?.count ?? 0, held);
    },
    () => held,
  );
}

/** Whoever was to be told has left. */
const tellsNobody = ({ alerts, alert_people: people, alert_webhook: webhook }: PolicyRow) =>
  alerts && people.length === 0 && !webhook;

export function policyList(
  { db, clock, sealer }: KarteContext,
  { scope }: Member,
): Promise<EndpointResult<typeof listPolicies>> {
  return inScope(db, scope, async (tx) => {
    const there = await present(tx);
    const isMissing = (id: string | null) => id !== null && !there.has(id);
    const rows = await policyRows(tx);
    const held = new Map<string, number>();
    for (const row of rows) {
      if (row.held > 0) held.set(row.id, await stillHeld(tx, row, { now: clock.now(), sealer }));
    }
    return {
      policies: rows.map((row) => ({
        id: row.id,
        name: row.name,
        query: row.query,
        acts: actsOf(row),
        enabled: row.enabled,
        tried: row.tried_version === row.version,
        acted: row.acted,
        actedAt: moment(row.acted_at),
        held: held.get(row.id) ?? 0,
        missing: [
          ...(isMissing(row.assignee) ? (["owner"] as const) : []),
          ...(tellsNobody(row) || row.alert_people.some(isMissing) ? (["people"] as const) : []),
          ...(isMissing(row.ticket_system) ? (["ticket"] as const) : []),
        ],
      })),
    };
  });
}

function note(
  tx: KarteTransaction,
  { clock }: Pick<KarteContext, "clock">,
  member: Member,
  action: ActivityEvent["action"],
  detail: NonNullable<ActivityEvent["detail"]>,
): Promise<void> {
  const by = { id: member.person.id, ipAddress: member.ipAddress };
  return appendActivity(tx, { at: clock.now(), action, by, detail });
}

/** @throws AppError PlanLimit. */
async function mustBeOfPlan(tx: KarteTransaction, count = 0): Promise<void> {
  const { answer } = await cachedContract(tx);
  const limit = answer.entitlements.policies ? policiesMost : 0;
  if (count >= limit) throw new AppError("PlanLimit", { data: { what: "policies", limit } });
}

/**
 * Whom and what the acts name is of the workspace, and an end is ahead. What a policy names already may be gone:
 * its other acts can be changed all the same.
 *
 * @throws AppError InvalidInput.
 */
async function checked(tx: KarteTransaction, acts: PolicyActs, now: Date, row?: PolicyRow) {
  const named = row === undefined ? [] : [row.assignee, row.ticket_system, ...row.alert_people];
  const there = new Set([...(await present(tx)), ...named]);
  if (acts.owner !== null && !there.has(acts.owner)) throw invalidField("acts.owner", "invalid");
  if (acts.ticket !== null && !there.has(acts.ticket)) throw invalidField("acts.ticket", "invalid");
  if (acts.alert?.people.some((id) => !there.has(id))) {
    throw invalidField("acts.alert.people", "invalid");
  }
  const until = acts.severity?.until ?? null;
  if (until !== null) {
    const latest = tokyoDay(new Date(now.getTime() + acceptanceDaysMost * dayMs));
    // A lowered severity holds for as long as an acceptance can.
    if (until < tokyoDay(now) || until > latest) {
      throw invalidField("acts.severity.until", "invalid");
    }
  }
  return columnsOf(acts);
}

/** Whoever runs it later, "me" in its query is who wrote it. */
const storedQuery = (text: string, { person }: Member) => pinned(parseQuery(text), person.id);

/** One after the other: their number and their order are the workspace's. */
const lockPolicies = (tx: KarteTransaction) =>
  sql`select from karte.policy order by id for update`.execute(tx);

/** @throws AppError PlanLimit, InvalidInput. */
export function add(
  context: KarteContext,
  member: Member,
  { name, query, acts }: EndpointRequest<typeof addPolicy>["body"],
): Promise<EndpointResult<typeof addPolicy>> {
  const now = context.clock.now();
  return inScope(context.db, member.scope, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`karte.policies:${member.workspaceId}`}))`.execute(
      tx,
    );
    const rows = await policyRows(tx);
    await mustBeOfPlan(tx, rows.length);
    const id = randomUUID();
    await tx
      .insertInto("karte.policy")
      .values({
        id,
        workspace_id: member.workspaceId,
        name,
        query: storedQuery(query, member),
        place: Math.max(0, ...rows.map(({ place }) => place)) + 1,
        ...(await checked(tx, acts, now)),
        created_by: member.person.id,
        created_at: now,
      })
      .execute();
    await note(tx, context, member, "policy.added", { name });
    return { id };
  });
}

const stored = (row: PolicyRow) => ({ name: row.name, query: row.query, acts: actsOf(row) });

/** What it does counts, not its name. */
const isSame = (a: PolicyRow, b: PolicyRow) =>
  JSON.stringify({ ...stored(a), name: "" }) === JSON.stringify({ ...stored(b), name: "" });

/** @throws AppError NotFound, ChangedMeanwhile, PlanLimit, InvalidInput. */
export async function change(
  context: KarteContext,
  member: Member,
  id: string,
  { was, name, query, acts }: EndpointRequest<typeof changePolicy>["body"],
): Promise<void> {
  await inScope(context.db, member.scope, async (tx) => {
    const row = await policyRow(tx, id);
    if (row === undefined) throw new AppError("NotFound");
    await mustBeOfPlan(tx);
    const columns = await checked(tx, acts, context.clock.now(), row);
    const set = { name, query: storedQuery(query, member), ...columns };
    const next = { ...row, ...set };
    mustBeAsRead(was, stored(row), stored(next));
    const again = isSame(row, next) ? {} : { enabled: false, version: row.version + 1 };
    await tx
      .updateTable("karte.policy")
      .set({ ...set, ...again })
      .where("id", "=", id)
      .execute();
    await note(tx, context, member, "policy.changed", { name });
  });
}

/** @throws AppError NotFound, PlanLimit, ChangedMeanwhile where it wasn't tried as it is. */
export async function turn(
  context: KarteContext,
  member: Member,
  id: string,
  wanted: EndpointRequest<typeof switchPolicy>["body"],
): Promise<void> {
  await inScope(context.db, member.scope, async (tx) => {
    const row = await policyRow(tx, id);
    if (row === undefined) throw new AppError("NotFound");
    if (wanted.enabled) {
      await mustBeOfPlan(tx);
      if (wanted.version !== row.version || row.tried_version !== row.version) {
        throw new AppError("ChangedMeanwhile", { detail: "the policy is another than was tried" });
      }
    }
    if (row.enabled === wanted.enabled) return;
    await tx
      .updateTable("karte.policy")
      // What matches already when it begins is no news as days pass, either.
      .set({ enabled: wanted.enabled, held: 0, looked_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    const action = wanted.enabled ? "policy.switched-on" : "policy.switched-off";
    await note(tx, context, member, action, { name: row.name });
  });
}

/** @throws AppError ChangedMeanwhile where others are there than the order names. */
export async function order(
  context: KarteContext,
  member: Member,
  { policies }: EndpointRequest<typeof orderPolicies>["body"],
): Promise<void> {
  await inScope(context.db, member.scope, async (tx) => {
    await lockPolicies(tx);
    const rows = await policyRows(tx);
    const known = new Set(rows.map(({ id }) => id));
    const named = new Set(policies);
    if (
      named.size !== known.size ||
      policies.length !== known.size ||
      policies.some((id) => !known.has(id))
    ) {
      throw new AppError("ChangedMeanwhile", { detail: "other policies are there" });
    }
    if (rows.every(({ id }, index) => policies[index] === id)) return;
    await sql`update karte.policy p set place = x.place
      from unnest(${policies}::uuid[]) with ordinality x (id, place) where p.id = x.id`.execute(tx);
    await note(tx, context, member, "policy.ordered", { count: policies.length });
  });
}

/** @throws AppError NotFound. */
export async function remove(context: KarteContext, member: Member, id: string): Promise<void> {
  await inScope(context.db, member.scope, async (tx) => {
    const row = await tx
      .deleteFrom("karte.policy")
      .where("id", "=", id)
      .returning("name")
      .executeTakeFirst();
    if (row === undefined) throw new AppError("NotFound");
    await note(tx, context, member, "policy.removed", { name: row.name });
  });
}
