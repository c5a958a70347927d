import { randomBytes, randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { organisationDomainsMost } from "@sekimori/portal-contract/constants";
import type { OrganisationPage } from "@sekimori/portal-contract/endpoints/organisation";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { removeClientsOf } from "../openid/clients/client-registry.ts";
import { type LockableMember, lockMember } from "../session/lock-member.ts";
import { lookForRecord } from "./domain-proof.ts";
import { includesOrganisation } from "./inclusion.ts";
import { keepLook } from "./keep-look.ts";
import { readMailDomain } from "./mail-domain.ts";
import * as rows from "./organisation-repository.ts";
import { showOrganisationOf } from "./show-organisation.ts";

/** Locks the member, and then the organisation that the member owns. @throws AppError NotFound, SessionExpired. */
export async function lockOwnOrganisation(
  tx: PortalTransaction,
  member: LockableMember,
  now: Date,
): Promise<rows.OrganisationRow> {
  await lockMember(tx, member, now);
  const organisation = await rows.lockOwned(tx, member.account_id);
  if (!organisation) throw new AppError("NotFound");
  return organisation;
}

/** @throws AppError OrganisationNotIncluded. */
export async function requireIncluded(db: Queryable, holderId: string, now: Date): Promise<void> {
  if (!(await includesOrganisation(db, holderId, now))) {
    throw new AppError("OrganisationNotIncluded");
  }
}

/**
 * Creates the organisation of a company's account, which owns it.
 *
 * @throws AppError OrganisationNotIncluded, OrganisationExists, SessionExpired.
 */
export async function createOrganisationOf(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
): Promise<OrganisationPage> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const account = await lockMember(tx, member, at);
    if (account.user_type !== "1") throw new AppError("OrganisationNotIncluded");
    await requireIncluded(tx, accountId, at);
    const made = { id: randomUUID(), holderId: accountId };
    if (!(await rows.insertOrganisation(tx, made, at))) throw new AppError("OrganisationExists");
    await appendAudit(tx, { accountId, action: "organisation.created", at, client });
  });
  return showOrganisationOf(context, accountId);
}

/** Removes the organisation with its domains and applications. @throws AppError NotFound, SessionExpired. */
export async function removeOrganisationOf(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
): Promise<OrganisationPage> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const { id } = await lockOwnOrganisation(tx, member, at);
    await removeClientsOf(tx, id, { owner: { account: accountId, client }, at });
    await rows.deleteOrganisation(tx, id);
    await appendAudit(tx, { accountId, action: "organisation.removed", at, client });
  });
  return showOrganisationOf(context, accountId);
}

/**
 * Lists a domain. That alone holds nothing and nobody else learns of it: the record that its token makes
 * has to be found first.
 *
 * @throws AppError NotFound, OrganisationNotIncluded, DomainNameInvalid, DomainIsPublicSuffix,
 *   DomainOfMailProvider, DomainListed, DomainsFull, SessionExpired.
 */
export async function claimDomainFor(
  context: PortalContext,
  member: LockableMember,
  text: string,
  client: ClientInfo,
): Promise<OrganisationPage> {
  const { db, clock, settings } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  const read = readMailDomain(text, { allowsReserved: settings.sekimoriMode === "development" });
  await transaction(db, async (tx) => {
    const organisation = await lockOwnOrganisation(tx, member, at);
    await requireIncluded(tx, organisation.holder_id, at);
    if ("problem" in read) throw new AppError(read.problem);
    const { domain } = read;
    const listed = await rows.findDomains(tx, organisation.id);
    if (listed.some((one) => one.domain === domain)) throw new AppError("DomainListed");
    if (listed.length >= organisationDomainsMost) throw new AppError("DomainsFull");
    await rows.insertDomain(tx, {
      id: randomUUID(),
      organisation_id: organisation.id,
      domain,
      token: randomBytes(16).toString("base64url"),
      claimed_at: at,
    });
    await appendAudit(tx, {
      accountId,
      action: "domain.claimed",
      at,
      client,
      detail: { domain },
    });
  });
  return showOrganisationOf(context, accountId);
}

/**
 * Looks for a domain's record now. The look itself holds no transaction open.
 *
 * @throws AppError NotFound, OrganisationNotIncluded, SessionExpired.
 */
export async function checkDomainOf(
  context: PortalContext,
  member: LockableMember,
  id: string,
  client: ClientInfo,
): Promise<OrganisationPage> {
  const { db, clock, textRecords } = context;
  const { account_id: accountId } = member;
  const owned = await rows.findOwned(db, accountId);
  const seen = owned && (await rows.findDomain(db, owned.id, id));
  if (!seen) throw new AppError("NotFound");
  const look = await lookForRecord(textRecords, seen);
  const at = clock.now();
  await transaction(db, async (tx) => {
    const organisation = await lockOwnOrganisation(tx, member, at);
    await requireIncluded(tx, organisation.holder_id, at);
    await keepLook(context, tx, seen, { look, at, by: { accountId, client } });
  });
  return showOrganisationOf(context, accountId);
}

/** Takes a domain off the list. @throws AppError NotFound, SessionExpired. */
export async function removeDomainOf(
  context: PortalContext,
  member: LockableMember,
  id: string,
  client: ClientInfo,
): Promise<OrganisationPage> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const organisation = await lockOwnOrganisation(tx, member, at);
    const removed = await rows.deleteDomain(tx, organisation.id, id);
    if (!removed) throw new AppError("NotFound");
    await appendAudit(tx, {
      accountId,
      action: "domain.removed",
      at,
      client,
      detail: { domain: removed.domain },
    });
  });
  return showOrganisationOf(context, accountId);
}
