import { randomUUID } from "node:crypto";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { scimTokenDays, scimTokensMost } from "@sekimori/portal-contract/constants";
import type { Provisioning } from "@sekimori/portal-contract/endpoints/provisioning";
import type { PortalContext } from "../../context.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { findOwned } from "../organisation/organisation-repository.ts";
import { lockOwnOrganisation, requireIncluded } from "../organisation/organisation-service.ts";
import type { LockableMember } from "../session/lock-member.ts";
import type { Values } from "./attributes.ts";
import { baseOf } from "./caller.ts";
import { countGroups } from "./group-repository.ts";
import { openPerson } from "./person-repository.ts";

const latestShown = 20;

/** What the owner of an organisation sees of its directory. @throws AppError NotFound. */
export async function showProvisioningOf(
  context: PortalContext,
  accountId: string,
): Promise<Provisioning> {
  const { db, clock } = context;
  const owned = await findOwned(db, accountId);
  if (!owned) throw new AppError("NotFound");
  const now = clock.now();
  const tokens = await db
    .selectFrom("portal.scim_token")
    .selectAll()
    .where("organisation_id", "=", owned.id)
    .orderBy("created_at")
    .execute();
  const people = await db
    .selectFrom("portal.scim_user")
    .select(({ fn }) => [
      fn.countAll<string>().as("all"),
      fn.count<string>("account_id").as("joined"),
      fn.countAll<string>().filterWhere("active", "=", false).as("off"),
    ])
    .where("organisation_id", "=", owned.id)
    .executeTakeFirstOrThrow();
  const latest = await db
    .selectFrom("portal.scim_user")
    .selectAll()
    .where("organisation_id", "=", owned.id)
    .orderBy("changed_at", "desc")
    .orderBy("id")
    .limit(latestShown)
    .execute();
  return {
    baseUrl: baseOf(context, owned.id),
    tokens: tokens.map((row) => ({
      id: row.id,
      hint: row.hint,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      isExpired: row.expires_at <= now,
    })),
    people: {
      all: Number(people.all),
      joined: Number(people.joined),
      off: Number(people.off),
    },
    groups: await countGroups(db, owned.id),
    latest: latest.map((row) => {
      const values = openPerson(context, row);
      return {
        id: row.id,
        userName: String(values.userName),
        name: nameOf(values),
        active: row.active,
        joined: row.account_id !== null,
        changedAt: row.changed_at.toISOString(),
      };
    }),
  };
}

function nameOf({ displayName, name }: Values): string | null {
  const { formatted, familyName, givenName } = (name ?? {}) as Values;
  const parts = [familyName, givenName].filter((part) => typeof part === "string").join(" ");
  return (
    (displayName as string | undefined) ?? (formatted as string | undefined) ?? (parts || null)
  );
}

/**
 * Makes a token; it is answered once and kept as its hash.
 *
 * @throws AppError NotFound, OrganisationNotIncluded, ScimTokensFull, SessionExpired.
 */
export async function makeTokenOf(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
): Promise<{ readonly token: string; readonly provisioning: Provisioning }> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  const token = `sks_${newToken()}`;
  await transaction(db, async (tx) => {
    const organisation = await lockOwnOrganisation(tx, member, at);
    await requireIncluded(tx, organisation.holder_id, at);
    const live = await tx
      .selectFrom("portal.scim_token")
      .select("id")
      .where("organisation_id", "=", organisation.id)
      .where("expires_at", ">", at)
      .execute();
    if (live.length >= scimTokensMost) throw new AppError("ScimTokensFull");
    await tx
      .insertInto("portal.scim_token")
      .values({
        id: randomUUID(),
        organisation_id: organisation.id,
        token_digest: hashToken(token),
        hint: token.slice(-4),
        created_at: at,
        expires_at: new Date(at.getTime() + scimTokenDays * dayMs),
      })
      .execute();
    await appendAudit(tx, { accountId, action: "provisioning.token-made", at, client });
  });
  return { token, provisioning: await showProvisioningOf(context, accountId) };
}

/** Ends a token at once. @throws AppError NotFound, SessionExpired. */
export async function endTokenOf(
  context: PortalContext,
  member: LockableMember,
  id: string,
  client: ClientInfo,
): Promise<Provisioning> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const organisation = await lockOwnOrganisation(tx, member, at);
    const ended = await tx
      .deleteFrom("portal.scim_token")
      .where("organisation_id", "=", organisation.id)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!ended) throw new AppError("NotFound");
    await appendAudit(tx, { accountId, action: "provisioning.token-ended", at, client });
  });
  return showProvisioningOf(context, accountId);
}
