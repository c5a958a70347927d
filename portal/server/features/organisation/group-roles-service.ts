import { transaction } from "@sekimori/kit-server/database";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { rulePreviewMost } from "@sekimori/portal-contract/constants";
import type {
  GroupMapping,
  GroupRolesPage,
  GroupRolesPreview,
} from "@sekimori/portal-contract/endpoints/group-roles";
import type { PortalContext } from "../../context.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import type { LockableMember } from "../session/lock-member.ts";
import type { GivenRole } from "./group-role.ts";
import {
  findGrouped,
  findMappings,
  knownGroups,
  replaceMappings,
  roleOfMember,
} from "./group-role-repository.ts";
import { includesOrganisation } from "./inclusion.ts";
import { findOwned } from "./organisation-repository.ts";
import { lockOwnOrganisation, requireIncluded } from "./organisation-service.ts";

interface Wanted {
  readonly claim: string | null;
  readonly mappings: readonly GroupMapping[];
}

/** @throws AppError NotFound. */
export async function showGroupRolesOf(
  { db, clock }: PortalContext,
  accountId: string,
): Promise<GroupRolesPage> {
  const organisation = await findOwned(db, accountId);
  if (!organisation) throw new AppError("NotFound");
  const { id, holder_id: holderId, groups_claim: claim } = organisation;
  return {
    included: await includesOrganisation(db, holderId, clock.now()),
    claim,
    mappings: await findMappings(db, id),
    known: await knownGroups(db, id),
  };
}

const isSame = (one: GivenRole | null, other: GivenRole | null) =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Who would get which role by the groups that are known of them now. Nothing is written.
 *
 * @throws AppError NotFound, OrganisationNotIncluded.
 */
export async function previewGroupRolesFor(
  { db, clock, sealer }: PortalContext,
  accountId: string,
  { claim, mappings }: Wanted,
): Promise<GroupRolesPreview> {
  const organisation = await findOwned(db, accountId);
  if (!organisation) throw new AppError("NotFound");
  await requireIncluded(db, organisation.holder_id, clock.now());
  const present = await findMappings(db, organisation.id);
  const members = await findGrouped(db, organisation.id);
  // Of a claim that is read for the first time nothing has been heard yet.
  const isHeard = claim === organisation.groups_claim;
  const changes = members.map((member) => {
    const then = isHeard ? member : { ...member, byProvider: null };
    return {
      member,
      before: roleOfMember(member, present),
      after: roleOfMember(then, mappings),
      isKnown: then.byProvider !== null || then.byDirectory !== null,
    };
  });
  const people = changes
    .filter(({ before, after }) => before !== null || after !== null)
    .slice(0, rulePreviewMost)
    .map(({ member: { accountId: id, personal }, before, after }) => {
      const { email, information } = openPersonalData(sealer, id, personal);
      const { firstName, lastName } = information;
      const roles = { before: before?.role ?? null, after: after?.role ?? null };
      return { firstName, lastName, email, ...roles };
    });
  return {
    members: members.length,
    changed: changes.filter(({ before, after }) => !isSame(before, after)).length,
    people,
    unknown: changes.filter(({ isKnown }) => !isKnown).length,
  };
}

/** A group stands for one role, and only viewers see less than everything. @throws AppError BadInput. */
function requireSound(mappings: readonly GroupMapping[]): void {
  const values = new Set(mappings.map(({ value }) => value));
  const isSound = mappings.every(
    ({ role, domainGroups }) => role === "viewer" || domainGroups === null,
  );
  if (values.size !== mappings.length || !isSound) throw invalidField("mappings", "invalid");
}

/**
 * Sets which roles groups stand for, and has applications read every member anew.
 *
 * @throws AppError NotFound, OrganisationNotIncluded, BadInput, SessionExpired.
 */
export async function setGroupRolesOf(
  context: PortalContext,
  member: LockableMember,
  wanted: Wanted,
  client: ClientInfo,
): Promise<GroupRolesPage> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  requireSound(wanted.mappings);
  await transaction(db, async (tx) => {
    const organisation = await lockOwnOrganisation(tx, member, at);
    // What takes roles away never waits for a payment.
    if (wanted.mappings.length > 0) await requireIncluded(tx, organisation.holder_id, at);
    await replaceMappings(tx, organisation, wanted);
    const detail = {
      claim: wanted.claim ?? "",
      roles: wanted.mappings.map(({ value, role }) => `${value}: ${role}`).join(", "),
    };
    await appendAudit(tx, { accountId, action: "group-roles.set", at, client, detail });
  });
  return showGroupRolesOf(context, accountId);
}
