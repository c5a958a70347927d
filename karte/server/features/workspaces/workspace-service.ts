import { offerDays, workspacesMost } from "@sekimori/karte-contract/constants";
import type { renameWorkspace, WorkspaceView } from "@sekimori/karte-contract/endpoints/workspaces";
import type { EndpointRequest } from "@sekimori/kit-contract/endpoint";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { mustBeAsRead } from "@sekimori/kit-server/as-read";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { offerCode, roleCode } from "../../database/codes.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { hearContract } from "../contract/contract-service.ts";
import { activePeople } from "../people/member-service.ts";
import { type KnownPerson, peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { makeWorkspace } from "../session/workspace.ts";

/** Whether the person whose contract it is has gone, so that somebody else has to take it over. */
export async function contractIsFree(tx: KarteTransaction, owner: string): Promise<boolean> {
  const row = await tx
    .selectFrom("karte.member")
    .select("account_id")
    .where("account_id", "=", owner)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  return row === undefined;
}

async function activeOwners(tx: KarteTransaction): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom("karte.member")
    .select("account_id")
    .where("role", "=", roleCode.of("owner"))
    .where("suspended_at", "is", null)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

/** Name, contract and offers of the workspace. */
export async function viewWorkspace(
  { db, clock, sealer }: KarteContext,
  member: Member,
): Promise<WorkspaceView> {
  return inScope(db, member.scope, async (tx) => {
    const workspace = await tx
      .selectFrom("karte.workspace")
      .select(["id", "name", "created_at", "contract_owner"])
      .executeTakeFirstOrThrow();
    const offers = await tx
      .selectFrom("karte.offer")
      .selectAll()
      .where("expires_at", ">", clock.now())
      .orderBy("offered_at")
      .execute();
    const owner = workspace.contract_owner;
    const person = await peopleById(tx, sealer, [
      owner,
      ...offers.flatMap((offer) => [offer.from_account, offer.to_account]),
    ]);
    const isFree = await contractIsFree(tx, owner);
    const owners = await activeOwners(tx);
    return {
      id: workspace.id,
      name: workspace.name,
      createdAt: workspace.created_at.toISOString(),
      billingOwner: isFree ? null : person(owner),
      onYourContract: owner === member.person.id,
      onlyYouOwn: owners.size === 1 && owners.has(member.person.id),
      contractIsFree: isFree,
      offers: offers.map((offer) => ({
        id: offer.id,
        what: offerCode.word(offer.what),
        from: person(offer.from_account),
        to: person(offer.to_account),
        expiresAt: offer.expires_at.toISOString(),
        toYou: offer.to_account === member.person.id,
        makesOwner: owners.has(offer.from_account),
      })),
    };
  });
}

/** The other members, by name: whoever is suspended can accept nothing. */
export async function receiversOf(context: KarteContext, member: Member) {
  const people = await activePeople(context, member);
  return people.filter(({ id }) => id !== member.person.id);
}

/**
 * Whether the portal has a contract of somebody, on which a workspace can live.
 *
 * @throws AppError PortalUnavailable
 */
export async function mustHaveContract(
  { contracts }: KarteContext,
  accountId: string,
): Promise<void> {
  const answer = await contracts.read(accountId).catch((cause: unknown) => {
    throw new AppError("PortalUnavailable", { cause });
  });
  if (answer === undefined) throw new AppError("PortalUnavailable");
}

/** Makes another workspace on the person's own contract. @throws AppError PlanLimit, PortalUnavailable. */
export async function createNow(
  context: KarteContext,
  person: KnownPerson,
  name: string,
  ipAddress: string,
): Promise<string> {
  const { clock, db, sealer } = context;
  await mustHaveContract(context, person.id);
  const id = await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('karte.workspace'), hashtext(${person.id}))`.execute(
      tx,
    );
    const { rows } = await sql<{ count: string }>`
      select karte.workspaces_on_contract(${person.id}) as count`.execute(tx);
    if (Number(rows[0]?.count ?? 0) >= workspacesMost) {
      throw new AppError("PlanLimit", { data: { what: "workspaces", limit: workspacesMost } });
    }
    return makeWorkspace(tx, { sealer, person, name, now: clock.now(), ipAddress });
  });
  await hearContract(context, id);
  return id;
}

/** @throws AppError ChangedMeanwhile. */
export async function renameNow(
  { clock, db }: KarteContext,
  member: Member,
  { name, was }: EndpointRequest<typeof renameWorkspace>["body"],
): Promise<void> {
  await inScope(db, member.scope, async (tx) => {
    const now = await tx
      .selectFrom("karte.workspace")
      .select("name")
      .forUpdate()
      .executeTakeFirstOrThrow();
    mustBeAsRead(was, now, { name });
    await tx.updateTable("karte.workspace").set({ name }).execute();
    await appendActivity(tx, {
      at: clock.now(),
      action: "workspace.renamed",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { name },
    });
  });
}

/** When an offer made now is over. */
export const offerEnd = (now: Date) => new Date(now.getTime() + offerDays * dayMs);
