import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { domainsInForce } from "../organisation/domains-in-force.ts";
import { mailDomainOf } from "../organisation/mail-domain.ts";
import { userKind, usersMost, type Values } from "./attributes.ts";
import { lockBelonging } from "./belonging.ts";
import {
  baseOf,
  type Caller,
  isId,
  noteAct,
  notFound,
  requirePlan,
  requireVersion,
  versionOf,
} from "./caller.ts";
import { endAccess, giveBackAccess } from "./end-access.ts";
import { demands, looksAt } from "./filter.ts";
import { lockGroupsOf, touchGroupsOf } from "./group-repository.ts";
import { type ListAnswer, pageOf, project, type Query, type Shown } from "./lists.ts";
import { patched } from "./patch.ts";
import { addressOf, withDomain } from "./person-address.ts";
import {
  columnsOf,
  countPeople,
  findPerson,
  groupsOfPeople,
  type KeptPerson,
  listPeople,
  lockPerson,
  openPerson,
  type PersonRow,
  userNameDigest,
  type Wanted,
} from "./person-repository.ts";
import { readResource } from "./read-resource.ts";
import { ScimError, wrong } from "./scim-error.ts";

interface Group {
  readonly id: string;
  readonly name: string;
}

/** Everything that filters and answers know of somebody. */
function wholePerson(
  context: PortalContext,
  row: PersonRow,
  groups: readonly Group[] = [],
): Values {
  const base = baseOf(context, row.organisation_id);
  return {
    schemas: [userKind.schema],
    id: row.id,
    ...openPerson(context, row),
    ...(groups.length > 0 && {
      groups: groups.map(({ id, name }) => ({
        value: id,
        $ref: `${base}/Groups/${id}`,
        display: name,
      })),
    }),
    meta: {
      resourceType: userKind.name,
      created: row.created_at.toISOString(),
      lastModified: row.changed_at.toISOString(),
      location: `${base}/Users/${row.id}`,
      version: versionOf(row.revision),
    },
  };
}

export interface Answer {
  readonly resource: Values;
  readonly location: string;
  readonly revision: number;
}

async function answerOf(context: PortalContext, row: PersonRow, shown: Shown): Promise<Answer> {
  const groups = await groupsOfPeople(context.db, [row.id]);
  const whole = wholePerson(context, row, groups.get(row.id));
  return {
    resource: project(userKind, shown, whole),
    location: `${baseOf(context, row.organisation_id)}/Users/${row.id}`,
    revision: row.revision,
  };
}

export async function readPerson(
  context: PortalContext,
  { organisationId }: Caller,
  id: string,
  shown: Shown,
): Promise<Answer> {
  const row = isId(id) ? await findPerson(context.db, organisationId, id) : undefined;
  if (!row) throw notFound();
  return answerOf(context, row, shown);
}

/** What can be looked up of a filter; undefined where it can't be true of anybody. */
function wantedBy(
  context: PortalContext,
  { organisationId }: Caller,
  { filter }: Query,
): Wanted | undefined {
  const demanded = filter ? demands(filter) : new Map<string, string>();
  const id = demanded.get("id");
  const userName = demanded.get("userName");
  if (id !== undefined && !isId(id)) return undefined;
  return {
    id,
    externalId: demanded.get("externalId"),
    userNameDigest:
      userName === undefined ? undefined : userNameDigest(context, organisationId, userName),
  };
}

/**
 * People by a filter. Names are sealed, so that what no index knows is opened and compared one by one.
 *
 * @param takeLongLook spends from the budget of such looks.
 */
export async function listPersons(
  context: PortalContext,
  caller: Caller,
  query: Query,
  takeLongLook: () => Promise<void>,
): Promise<ListAnswer> {
  const { db } = context;
  const { organisationId } = caller;
  const wanted = wantedBy(context, caller, query);
  if (wanted === undefined) return { total: 0, resources: [] };
  const { filter, startIndex, count, shown } = query;
  const show = async (rows: readonly PersonRow[]) => {
    const groups = await groupsOfPeople(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) =>
      project(userKind, shown, wholePerson(context, row, groups.get(row.id))),
    );
  };
  if (!filter) {
    const page = { offset: startIndex - 1, limit: count };
    const rows = count === 0 ? [] : await listPeople(db, organisationId, {}, page);
    return { total: await countPeople(db, organisationId), resources: await show(rows) };
  }
  if (Object.values(wanted).every((one) => one === undefined)) await takeLongLook();
  const isOfGroups = looksAt(filter, "groups");
  if (isOfGroups && Object.values(wanted).every((one) => one === undefined)) {
    throw wrong("tooMany", "A filter on groups has to name a person.");
  }
  const all = await listPeople(db, organisationId, wanted);
  const groups = await groupsOfPeople(db, isOfGroups ? all.map(({ id }) => id) : []);
  const { total, page } = pageOf(all, query, (row) =>
    wholePerson(context, row, groups.get(row.id)),
  );
  return { total, resources: await show(page) };
}

/** @throws ScimError invalidValue. */
function keptOf(values: Values, wasActive: boolean | undefined): KeptPerson {
  const email = addressOf(values);
  if (email === undefined) {
    throw wrong(
      "invalidValue",
      "The person has no mail address: emails, or else userName, has to be one.",
    );
  }
  // Not saying it is not saying no: Okta and others leave it out.
  const active = (values.active as boolean | undefined) ?? wasActive ?? true;
  return {
    values,
    userName: String(values.userName),
    externalId: (values.externalId as string | undefined) ?? null,
    email,
    active,
  };
}

async function requireHeldDomain(
  context: PortalContext,
  tx: PortalTransaction,
  { organisationId }: Caller,
  email: string,
): Promise<void> {
  const domains = await domainsInForce(tx, organisationId, context.clock.now());
  if (domains.includes(mailDomainOf(email) ?? "")) return;
  throw wrong(
    "invalidValue",
    "The mail address is not in a domain that the organization has verified.",
  );
}

const taken = () =>
  new ScimError(409, "Somebody else has this userName or externalId.", "uniqueness");

/** @throws ScimError uniqueness where the names are somebody else's. */
async function requireFree(
  tx: PortalTransaction,
  organisationId: string,
  id: string,
  columns: { readonly user_name_digest: string; readonly external_id: string | null },
): Promise<void> {
  const other = await tx
    .selectFrom("portal.scim_user")
    .select("id")
    .where("organisation_id", "=", organisationId)
    .where("id", "!=", id)
    .where((eb) =>
      eb.or([
        eb("user_name_digest", "=", columns.user_name_digest),
        eb("external_id", "=", columns.external_id),
      ]),
    )
    .executeTakeFirst();
  if (other) throw taken();
}

const ownerStays = () =>
  new ScimError(
    403,
    "This person owns the organization, and its directory can't take an owner's access away. Nothing was changed.",
  );

/** Makes access what the entry says, for somebody who is a member. @returns the member's account. */
async function applyAccess(
  context: PortalContext,
  tx: PortalTransaction,
  row: Parameters<typeof lockBelonging>[1],
  active: boolean,
): Promise<string | null> {
  const belonging = await lockBelonging(tx, row);
  if (!belonging) return null;
  if (active) await giveBackAccess(context, tx, belonging.account);
  else if (belonging.role === "owner") throw ownerStays();
  else await endAccess(context, tx, belonging.account);
  return belonging.accountId;
}

/** @throws ScimError invalidSyntax, invalidValue, uniqueness. */
export async function createPerson(
  context: PortalContext,
  caller: Caller,
  body: unknown,
  shown: Shown,
): Promise<Answer> {
  requirePlan(caller);
  const kept = keptOf(readResource(userKind, body), undefined);
  const { organisationId } = caller;
  const at = context.clock.now();
  const id = randomUUID();
  const row = await transaction(context.db, async (tx) => {
    await requireHeldDomain(context, tx, caller, kept.email);
    if ((await countPeople(tx, organisationId)) >= usersMost) {
      throw new ScimError(403, `An organization's directory has ${usersMost} people at most.`);
    }
    const columns = columnsOf(context, { id, organisationId }, kept);
    await requireFree(tx, organisationId, id, columns);
    const described = { ...columns, organisation_id: organisationId, account_id: null };
    const account_id = await applyAccess(
      context,
      tx,
      { ...described, domain: mailDomainOf(kept.email) ?? null },
      kept.active,
    );
    const inserted = await tx
      .insertInto("portal.scim_user")
      .values({ ...described, id, account_id, created_at: at, changed_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    // Two that came at once.
    if (!inserted) throw taken();
    await noteAct(context, tx, caller, "directory.person-added", { person: id });
    return inserted;
  });
  return answerOf(context, row, shown);
}

const actOf = (before: boolean, after: boolean) => {
  if (before === after) return "directory.person-changed";
  return after ? "directory.person-switched-on" : "directory.person-switched-off";
};

/** Changes somebody, all or nothing: what is asked for is made of how they are then. */
async function changePerson(
  context: PortalContext,
  caller: Caller,
  about: { readonly id: string; readonly ifMatch: string | undefined },
  change: (before: Values) => Values,
): Promise<PersonRow> {
  const { organisationId } = caller;
  const { id, ifMatch } = about;
  if (!isId(id)) throw notFound();
  return transaction(context.db, async (tx) => {
    const seen = await findPerson(tx, organisationId, id);
    if (!seen) throw notFound();
    // Accounts are locked before entries, here and where somebody joins.
    await lockBelonging(tx, withDomain(context, seen));
    const row = await lockPerson(tx, organisationId, id);
    if (!row) throw notFound();
    requireVersion(ifMatch, row.revision);
    const kept = keptOf(change(openPerson(context, row)), row.active);
    const columns = columnsOf(context, { id, organisationId }, kept);
    const isMoved = columns.email_digest !== row.email_digest;
    if (kept.active || isMoved) requirePlan(caller);
    if (isMoved || (kept.active && !row.active)) {
      await requireHeldDomain(context, tx, caller, kept.email);
    }
    await requireFree(tx, organisationId, id, columns);
    // Who they are was decided under the names that they had.
    const account_id =
      (await applyAccess(context, tx, withDomain(context, row), kept.active)) ??
      (await applyAccess(context, tx, withDomain(context, { ...row, ...columns }), kept.active));
    const changed = await tx
      .updateTable("portal.scim_user")
      .set({ ...columns, account_id, revision: row.revision + 1, changed_at: context.clock.now() })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteAct(context, tx, caller, actOf(row.active, kept.active), { person: id });
    return changed;
  });
}

export interface Change {
  readonly id: string;
  readonly ifMatch: string | undefined;
  readonly body: unknown;
  readonly shown: Shown;
}

/** @throws ScimError */
export async function replacePerson(
  context: PortalContext,
  caller: Caller,
  { body, shown, ...about }: Change,
): Promise<Answer> {
  const values = readResource(userKind, body);
  return answerOf(context, await changePerson(context, caller, about, () => values), shown);
}

/** @throws ScimError */
export async function patchPerson(
  context: PortalContext,
  caller: Caller,
  { body, shown, ...about }: Change,
): Promise<Answer> {
  const row = await changePerson(context, caller, about, (before) =>
    patched(userKind, before, body),
  );
  return answerOf(context, row, shown);
}

/** Takes somebody off the directory; access ends, and nothing else of theirs. @throws ScimError */
export async function deletePerson(
  context: PortalContext,
  caller: Caller,
  { id, ifMatch }: Pick<Change, "id" | "ifMatch">,
): Promise<void> {
  const { organisationId } = caller;
  if (!isId(id)) throw notFound();
  await transaction(context.db, async (tx) => {
    const seen = await findPerson(tx, organisationId, id);
    if (!seen) throw notFound();
    // Groups before people, as a change of a group locks them.
    await lockGroupsOf(tx, id);
    await lockBelonging(tx, withDomain(context, seen));
    const row = await lockPerson(tx, organisationId, id);
    if (!row) throw notFound();
    requireVersion(ifMatch, row.revision);
    await applyAccess(context, tx, withDomain(context, row), false);
    await touchGroupsOf(tx, id, context.clock.now());
    await tx.deleteFrom("portal.scim_user").where("id", "=", id).execute();
    await noteAct(context, tx, caller, "directory.person-removed", { person: id });
  });
}
