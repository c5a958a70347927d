import { randomUUID } from "node:crypto";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { roleCode } from "../../database/codes.ts";
import { enterScope, wholeWorkspace } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { type KnownPerson, sealPerson } from "../principals/person.ts";

/** Remembers that somebody has been here. @returns whether this is the first time. */
export async function isFirstVisit(
  tx: KarteTransaction,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto("karte.known_account")
    .values({ account_id: accountId, first_seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("account_id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes a person's own workspace on their first visit, unless they belong to one already: two
 * requests that come together make one.
 */
export async function ensureWorkspace(
  context: Pick<KarteContext, "db" | "clock" | "sealer">,
  person: KnownPerson,
  ipAddress: string,
): Promise<void> {
  const { db, clock, sealer } = context;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('karte.workspace'), hashtext(${person.id}))`.execute(
      tx,
    );
    const now = clock.now();
    if (!(await isFirstVisit(tx, person.id, now))) return;
    const { rows } = await sql`select 1 from karte.workspaces_of(${person.id})`.execute(tx);
    if (rows.length > 0) return;
    const name = person.organisation || person.name;
    await makeWorkspace(tx, { sealer, person, name, now, ipAddress });
  });
}

/** Makes a workspace on a person's own contract, with them as its owner. @returns its id. */
export async function makeWorkspace(
  tx: KarteTransaction,
  made: {
    readonly sealer: Sealer;
    readonly person: KnownPerson;
    readonly name: string;
    readonly now: Date;
    readonly ipAddress: string;
  },
): Promise<string> {
  const { sealer, person, name, now, ipAddress } = made;
  const id = randomUUID();
  await enterScope(tx, wholeWorkspace(id));
  await tx
    .insertInto("karte.workspace")
    .values({ id, name, contract_owner: person.id, created_at: now })
    .execute();
  const personal = sealPerson(sealer, id, person);
  await addMember(tx, { workspaceId: id, role: "owner", now, personal, person });
  await appendActivity(tx, {
    at: now,
    action: "workspace.created",
    by: { id: person.id, ipAddress },
    detail: { name },
  });
  return id;
}

/** Adds a member to the workspace that the transaction is in. */
export async function addMember(
  tx: KarteTransaction,
  member: {
    readonly workspaceId: string;
    readonly role: "viewer" | "member" | "admin" | "owner";
    readonly restricted?: boolean;
    readonly now: Date;
    readonly personal: Buffer;
    readonly person: KnownPerson;
  },
): Promise<void> {
  await tx
    .insertInto("karte.member")
    .values({
      workspace_id: member.workspaceId,
      account_id: member.person.id,
      role: roleCode.of(member.role),
      restricted: member.restricted ?? false,
      personal: member.personal,
      two_factor: member.person.twoFactor,
      joined_at: member.now,
    })
    .execute();
}
