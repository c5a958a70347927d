import type { SessionView } from "@sekimori/karte-contract/endpoints/session";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { offerCode } from "../../database/codes.ts";
import { inScope } from "../../database/scope.ts";
import type { SignedIn } from "../../ports/sign-ins.ts";
import { cachedContract, hearContract } from "../contract/contract-service.ts";
import { leavingView } from "../contract/leaving.ts";
import { planView } from "../contract/plan-view.ts";
import { quotaSeen } from "../contract/quota.ts";
import { type KnownPerson, peopleById, sealPerson } from "../principals/person.ts";
import { type Membership, membershipsOf, placeOf, recentFor } from "../principals/principals.ts";
import { ensureWorkspace, isFirstVisit } from "./workspace.ts";

/** A member who comes back after so long begins a new visit. */
const visitMs = 30 * 60_000;

/** Marks the member as seen and keeps name, address and two-factor as the portal tells them. */
async function touch(
  tx: KarteTransaction,
  context: KarteContext,
  here: Membership,
  session: SignedIn,
  person: KnownPerson,
): Promise<void> {
  const now = context.clock.now();
  await tx
    .updateTable("karte.member")
    .set({
      personal: sealPerson(context.sealer, here.workspaceId, person),
      // How somebody signed in tells it as of then; what the portal said later counts more.
      two_factor: sql`case when two_factor_at < ${session.authenticatedAt}::timestamptz
        then ${person.twoFactor} else two_factor end`,
      two_factor_at: sql`greatest(two_factor_at, ${session.authenticatedAt}::timestamptz)`,
      locale: person.locale,
      visited_at: sql`case when last_seen_at < ${new Date(now.getTime() - visitMs)}::timestamptz
        then last_seen_at else visited_at end`,
      last_seen_at: now,
    })
    .where("account_id", "=", person.id)
    .execute();
  await isFirstVisit(tx, person.id, now);
}

/** What waits for this person's word. */
async function offersTo(tx: KarteTransaction, { clock, sealer }: KarteContext, accountId: string) {
  const rows = await tx
    .selectFrom("karte.offer")
    .select(["id", "what", "from_account"])
    .where("to_account", "=", accountId)
    .where("expires_at", ">", clock.now())
    .orderBy("offered_at")
    .execute();
  const people = await peopleById(
    tx,
    sealer,
    rows.map((row) => row.from_account),
  );
  return rows.map((row) => ({
    id: row.id,
    what: offerCode.word(row.what),
    from: people(row.from_account)?.name ?? "",
  }));
}

/** Where the session is and what it may; makes the person's own workspace on the first visit. */
export async function sessionView(
  context: KarteContext,
  session: SignedIn,
  person: KnownPerson,
  ipAddress: string,
  hearMember: (account: string) => Promise<void>,
): Promise<SessionView> {
  let place = await placeOf(context.db, session);
  if (place.here === undefined) {
    // Their organisation may have given them a role before they first came.
    await hearMember(session.subject);
    place = await placeOf(context.db, session);
  }
  if (place.here === undefined && (await context.contracts.read(session.subject)) !== undefined) {
    await ensureWorkspace(context, person, ipAddress);
    place = await placeOf(context.db, session);
  }
  const { here, memberships } = place;
  const common = {
    person: {
      id: person.id,
      name: person.name,
      email: person.email,
      locale: person.locale,
      twoFactor: person.twoFactor,
    },
    workspaces: memberships.map(({ workspaceId: id, name, role }) => ({ id, name, role })),
    expiresAt: session.expiresAt.toISOString(),
    recentFor: recentFor(session, context.clock.now()),
  };
  if (here === undefined) return { ...common, workspace: null };
  await hearContract(context, here.workspaceId);
  return inScope(context.db, { workspaceId: here.workspaceId, groups: here.groups }, async (tx) => {
    await touch(tx, context, here, session, person);
    const known = await cachedContract(tx);
    const domains = await tx
      .selectFrom("karte.domain")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    return {
      ...common,
      workspace: {
        id: here.workspaceId,
        name: here.name,
        role: here.role,
        restricted: here.groups !== null,
        acts: [...here.acts],
        plan: planView(known.answer),
        quota: await quotaSeen(tx, { seesSums: here.groups === null }, context.clock.now()),
        domains: Number(domains.count),
        overPlan: here.overPlan,
        holdsContract: known.owner === person.id,
        leaving: await leavingView(tx, known, person.id),
        offers: await offersTo(tx, context, person.id),
      },
    };
  });
}

/** Goes to another workspace. @returns false when the person does not belong to it. */
export async function enterSession(
  { db, clock }: Pick<KarteContext, "db" | "clock">,
  session: SignedIn,
  workspaceId: string,
): Promise<boolean> {
  const memberships = await membershipsOf(db, session.subject);
  if (!memberships.some((one) => one.workspaceId === workspaceId)) return false;
  await db
    .insertInto("karte.place")
    .values({
      session_digest: session.id,
      account_id: session.subject,
      workspace_id: workspaceId,
      at: clock.now(),
    })
    .onConflict((conflict) =>
      conflict.column("session_digest").doUpdateSet({ workspace_id: workspaceId, at: clock.now() }),
    )
    .execute();
  return true;
}
