import { randomUUID } from "node:crypto";
import { newChallengeToken } from "@sekimori/diagnosis/ownership";
import { bulkMost } from "@sekimori/karte-contract/constants";
import type { changeDomain, DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import type { EndpointRequest } from "@sekimori/kit-contract/endpoint";
import { mustBeAsRead } from "@sekimori/kit-server/as-read";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { gradeCode, scheduleCode } from "../../database/codes.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { allowsSchedule } from "../contract/plan-view.ts";
import {
  type DomainRecord,
  domainRecords,
  domainViews,
  mustBeLive,
} from "../domain-records/domain-rows.ts";
import { knownGroups } from "../groups/group-repository.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { consentOf } from "../proof/consent.ts";
import { isProvedElsewhere, proofView } from "../proof/proof-view.ts";
import { runRows, runViews } from "../run-records/run-rows.ts";
import { firstRunAt } from "../schedules/schedule.ts";
import { type ReadName, readName } from "./domain-name.ts";
import { seenBy } from "./responsible.ts";

/** How many points and runs the domain's page shows. */
const historyMost = 120;
const runsMost = 20;

export interface NewDomain extends ReadName {
  readonly label: string;
  readonly groups: readonly string[];
}

/** Room that the plan leaves, in domains. */
export async function roomInPlan(tx: KarteTransaction): Promise<{ limit: number; room: number }> {
  const { answer } = await cachedContract(tx);
  const limit = answer.entitlements.domains;
  const { rows } = await sql<{ count: string }>`
    select karte.contract_domains(${bulkMost + 1}) as count`.execute(tx);
  return { limit, room: Math.max(0, limit - Number(rows[0]?.count ?? 0)) };
}

/** Two additions at once must not both take the last place of a contract. */
export async function lockDomains(tx: KarteTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('karte.domain'),
    hashtext(karte.contract_owner_now()))`.execute(tx);
}

/** Adds domains; names that are there already are left as they are. @returns the new ones' ids. */
export async function insertDomains(
  tx: KarteTransaction,
  member: Pick<Member, "workspaceId" | "person">,
  domains: readonly NewDomain[],
  now: Date,
  importId: string | null = null,
): Promise<ReadonlyMap<string, string>> {
  if (domains.length === 0) return new Map();
  const rows = domains.map((domain) => ({
    ...domain,
    id: randomUUID(),
    token: newChallengeToken(),
  }));
  const { rows: added } = await sql<{ id: string; name: string }>`
    insert into karte.domain (id, workspace_id, name, name_unicode, registrable, label, proof_token,
      added_at, added_by, import_id)
    select x.id, ${member.workspaceId}, x.name, x.unicode, x.registrable, x.label, x.token, ${now},
      ${member.person.id}, ${importId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      x (id uuid, name text, unicode text, registrable text, label text, token text)
    on conflict (workspace_id, name) where deleted_at is null do nothing
    returning id, name`.execute(tx);
  const ids = new Map(added.map(({ id, name }) => [name, id]));
  const members = rows.flatMap(({ name, groups }) => {
    const id = ids.get(name);
    return id === undefined ? [] : groups.map((group) => ({ domain: id, group }));
  });
  await sql`insert into karte.group_member (workspace_id, group_id, domain_id)
    select ${member.workspaceId}, x."group", x.domain
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) x (domain uuid, "group" uuid)
    on conflict do nothing`.execute(tx);
  return ids;
}

async function mustKnowGroups(tx: KarteTransaction, ids: readonly string[]): Promise<void> {
  const known = await knownGroups(tx, ids);
  if (known.length !== new Set(ids).size) throw invalidField("groups", "invalid");
}

/** Adds one domain. @throws AppError InvalidInput (name), PlanLimit. */
export async function addOne(
  context: KarteContext,
  member: Member,
  input: { readonly name: string; readonly label: string; readonly groups: readonly string[] },
): Promise<{ id: string; added: boolean }> {
  const { db, clock, examiner } = context;
  const read = readName(examiner, input.name);
  if ("problem" in read) throw invalidField("name", "invalid", { problem: read.problem });
  return inScope(db, member.scope, async (tx) => {
    await lockDomains(tx);
    await mustKnowGroups(tx, input.groups);
    const there = await tx
      .selectFrom("karte.domain")
      .select("id")
      .where("name", "=", read.name)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (there) return { id: there.id, added: false };
    const { limit, room } = await roomInPlan(tx);
    if (room < 1) throw new AppError("PlanLimit", { data: { what: "domains", limit } });
    const now = clock.now();
    const added = await insertDomains(tx, member, [{ ...read, ...input, name: read.name }], now);
    const id = added.get(read.name);
    if (id === undefined) throw new AppError("Conflict");
    await appendActivity(tx, {
      at: now,
      action: "domain.added",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { name: read.name },
    });
    return { id, added: true };
  });
}

/** One domain's page. @throws AppError NotFound. */
export async function domainPage(
  context: KarteContext,
  member: Member,
  id: string,
): Promise<DomainPage> {
  const { db, sealer } = context;
  return inScope(db, member.scope, async (tx) => {
    const [record] = await domainRecords(tx, sql<SqlBool>`d.id = ${id}`, sql``);
    if (record === undefined) throw new AppError("NotFound");
    const [row] = await domainViews(tx, sealer, [record]);
    if (row === undefined) throw new AppError("NotFound");
    const history = await tx
      .selectFrom("karte.grade_history")
      .select(["at", "score", "grade", "score_version"])
      .where("domain_id", "=", id)
      .orderBy("at", "desc")
      .limit(historyMost)
      .execute();
    const runs = await runRows(
      tx,
      sql<SqlBool>`r.domain_id = ${id}`,
      sql`order by r.queued_at desc, r.id limit ${runsMost}`,
    );
    const person = await peopleById(tx, sealer, [record.added_by]);
    return {
      ...row,
      registrable: record.registrable,
      proofDetail: proofView(record, await isProvedElsewhere(tx, record)),
      consent: await consentOf(tx, sealer, id),
      assets: record.assets,
      history: history
        .map(({ at, score, grade, score_version: scoreVersion }) => ({
          at: at.toISOString(),
          score,
          grade: gradeCode.word(grade),
          scoreVersion,
        }))
        .reverse(),
      runs: await runViews(tx, sealer, runs),
      addedBy: person(record.added_by),
    };
  });
}

/** Whoever answers for a domain is a member who may see it. */
async function mustSee(tx: KarteTransaction, accountId: string, domainId: string): Promise<void> {
  const seen = await seenBy(tx, accountId, [domainId]);
  if (!seen?.includes(domainId)) throw invalidField("responsible", "invalid");
}

type Change = EndpointRequest<typeof changeDomain>["body"];

/** What a change is compared with; groups are read where the change names some that it was shown. */
async function asStored(
  tx: KarteTransaction,
  { id, label, schedule, responsible }: DomainRecord,
  was: Change["was"],
) {
  const stored = { label, schedule: scheduleCode.word(schedule), responsible };
  if (was?.groups === undefined) return stored;
  const rows = await tx
    .selectFrom("karte.group_member")
    .select("group_id")
    .where("domain_id", "=", id)
    .execute();
  return { ...stored, groups: rows.map((row) => row.group_id) };
}

/**
 * Changes label, schedule, groups or who is responsible.
 *
 * @throws AppError NotFound, ChangedMeanwhile, PlanLimit, InvalidInput (groups, responsible).
 */
export async function changeOne(
  context: KarteContext,
  member: Member,
  id: string,
  change: Change,
): Promise<void> {
  const { db, clock } = context;
  await inScope(db, member.scope, async (tx) => {
    const [record] = await domainRecords(tx, sql<SqlBool>`d.id = ${id}`, sql`for update`);
    if (record === undefined) throw new AppError("NotFound");
    await mustBeLive(tx, record);
    const { schedule, groups, label, responsible, was } = change;
    mustBeAsRead(was, await asStored(tx, record, was), change);
    if (schedule !== undefined) {
      const { answer } = await cachedContract(tx);
      if (!allowsSchedule(answer, schedule)) {
        throw new AppError("PlanLimit", { data: { what: "schedule", limit: 0 } });
      }
      await tx
        .updateTable("karte.domain")
        .set({
          schedule: scheduleCode.of(schedule),
          next_run_at: firstRunAt(schedule, id, clock.now()) ?? sql`'infinity'`,
        })
        .where("id", "=", id)
        .execute();
    }
    if (label !== undefined) {
      await tx.updateTable("karte.domain").set({ label }).where("id", "=", id).execute();
    }
    if (groups !== undefined) {
      await mustKnowGroups(tx, groups);
      await tx.deleteFrom("karte.group_member").where("domain_id", "=", id).execute();
      const values = groups.map((group) => ({
        workspace_id: member.workspaceId,
        group_id: group,
        domain_id: id,
      }));
      if (values.length > 0) await tx.insertInto("karte.group_member").values(values).execute();
    }
    if (responsible !== undefined) {
      if (responsible !== null) await mustSee(tx, responsible, id);
      await tx.updateTable("karte.domain").set({ responsible }).where("id", "=", id).execute();
    }
    await appendActivity(tx, {
      at: clock.now(),
      action: "domain.changed",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: {
        name: record.name,
        ...(label === undefined ? {} : { label }),
        ...(schedule === undefined ? {} : { schedule }),
        ...(responsible === undefined ? {} : { responsible: responsible ?? "" }),
      },
    });
  });
}
