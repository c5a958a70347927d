import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { groupKind, groupsMost, type Values } from "./attributes.ts";
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
import { demands, looksAt } from "./filter.ts";
import {
  countGroups,
  findGroup,
  firstWithMembers,
  type GroupRow,
  knownPeople,
  listGroups,
  lockGroup,
  membersOf,
  setMembers,
  type WantedGroups,
} from "./group-repository.ts";
import { type ListAnswer, pageOf, project, type Query, type Shown, shows } from "./lists.ts";
import { patched } from "./patch.ts";
import type { Answer, Change } from "./people-service.ts";
import { readResource } from "./read-resource.ts";
import { ScimError, wrong } from "./scim-error.ts";

function wholeGroup(
  context: PortalContext,
  row: GroupRow,
  members: readonly string[] = [],
): Values {
  const base = baseOf(context, row.organisation_id);
  return {
    schemas: [groupKind.schema],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.display_name,
    ...(members.length > 0 && {
      members: members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: "User" })),
    }),
    meta: {
      resourceType: groupKind.name,
      created: row.created_at.toISOString(),
      lastModified: row.changed_at.toISOString(),
      location: `${base}/Groups/${row.id}`,
      version: versionOf(row.revision),
    },
  };
}

async function answerOf(context: PortalContext, row: GroupRow, shown: Shown): Promise<Answer> {
  const members = shows(shown, "members", groupKind)
    ? (await membersOf(context.db, [row.id])).get(row.id)
    : [];
  return {
    resource: project(groupKind, shown, wholeGroup(context, row, members)),
    location: `${baseOf(context, row.organisation_id)}/Groups/${row.id}`,
    revision: row.revision,
  };
}

export async function readGroup(
  context: PortalContext,
  { organisationId }: Caller,
  id: string,
  shown: Shown,
): Promise<Answer> {
  const row = isId(id) ? await findGroup(context.db, organisationId, id) : undefined;
  if (!row) throw notFound();
  return answerOf(context, row, shown);
}

/** @throws ScimError tooMany where every group's people would have to be looked at. */
export async function listAllGroups(
  context: PortalContext,
  { organisationId }: Caller,
  query: Query,
): Promise<ListAnswer> {
  const { db } = context;
  const { filter, shown } = query;
  const demanded = filter ? demands(filter) : new Map<string, string>();
  const wanted: WantedGroups = {
    id: demanded.get("id"),
    externalId: demanded.get("externalId"),
    displayName: demanded.get("displayName"),
    member: demanded.get("members.value"),
  };
  if ([wanted.id, wanted.member].some((id) => id !== undefined && !isId(id))) {
    return { total: 0, resources: [] };
  }
  const isOfMembers = filter !== undefined && looksAt(filter, "members");
  if (isOfMembers && Object.values(wanted).every((one) => one === undefined)) {
    throw wrong("tooMany", "A filter on members has to name a person or a group.");
  }
  const all = await listGroups(db, organisationId, wanted);
  const ids = all.map(({ id }) => id);
  const looked = isOfMembers ? await membersOf(db, ids) : new Map<string, readonly string[]>();
  const { total, page } = pageOf(all, query, (row) => wholeGroup(context, row, looked.get(row.id)));
  const show = (row: GroupRow, held?: ReadonlyMap<string, readonly string[]>) =>
    project(groupKind, shown, wholeGroup(context, row, held?.get(row.id)));
  if (!shows(shown, "members", groupKind)) {
    return { total, resources: page.map((row) => show(row)) };
  }
  const told = await firstWithMembers(db, page, pageMembersMost);
  const members = await membersOf(
    db,
    told.map(({ id }) => id),
  );
  return { total, resources: told.map((row) => show(row, members)) };
}

/**
 * Members that a page of groups shows: beyond it the page has fewer groups than were asked for, as
 * RFC 7644 section 3.4.2.4 lets it.
 */
const pageMembersMost = 10_000;

/**
 * The people that a group is to have. Somebody whom it held until they were removed just now is left
 * out; the directory did not err.
 *
 * @throws ScimError invalidValue.
 */
async function membersIn(
  tx: PortalTransaction,
  organisationId: string,
  values: Values,
  held: readonly string[] = [],
): Promise<readonly string[]> {
  const given = (values.members as Values[] | undefined) ?? [];
  const ids = given.map(({ value }) => String(value ?? "").toLowerCase());
  if (given.some(({ type }) => type !== undefined && String(type).toLowerCase() !== "user")) {
    throw wrong("invalidValue", "A group has people only; groups in groups are not kept.");
  }
  const known = await knownPeople(tx, organisationId, ids.filter(isId));
  if (ids.some((id) => !known.has(id) && !held.includes(id))) {
    throw wrong("invalidValue", "A member is nobody in this organization's directory.");
  }
  return [...known];
}

const taken = () => new ScimError(409, "Another group has this externalId.", "uniqueness");

async function requireFree(
  tx: PortalTransaction,
  organisationId: string,
  id: string,
  externalId: string | null,
): Promise<void> {
  if (externalId === null) return;
  const other = await tx
    .selectFrom("portal.scim_group")
    .select("id")
    .where("organisation_id", "=", organisationId)
    .where("external_id", "=", externalId)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (other) throw taken();
}

const columnsOf = (values: Values) => ({
  display_name: String(values.displayName),
  external_id: (values.externalId as string | undefined) ?? null,
});

/** @throws ScimError */
export async function createGroup(
  context: PortalContext,
  caller: Caller,
  body: unknown,
  shown: Shown,
): Promise<Answer> {
  requirePlan(caller);
  const values = readResource(groupKind, body);
  const { organisationId } = caller;
  const at = context.clock.now();
  const id = randomUUID();
  const row = await transaction(context.db, async (tx) => {
    if ((await countGroups(tx, organisationId)) >= groupsMost) {
      throw new ScimError(403, `An organization's directory has ${groupsMost} groups at most.`);
    }
    const columns = columnsOf(values);
    await requireFree(tx, organisationId, id, columns.external_id);
    const members = await membersIn(tx, organisationId, values);
    const inserted = await tx
      .insertInto("portal.scim_group")
      .values({ ...columns, id, organisation_id: organisationId, created_at: at, changed_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!inserted) throw taken();
    await setMembers(tx, id, members);
    await noteAct(context, tx, caller, "directory.group-changed", { group: id });
    return inserted;
  });
  return answerOf(context, row, shown);
}

async function changeGroup(
  context: PortalContext,
  caller: Caller,
  { id, ifMatch }: Pick<Change, "id" | "ifMatch">,
  change: (before: Values) => Values,
): Promise<GroupRow> {
  requirePlan(caller);
  const { organisationId } = caller;
  if (!isId(id)) throw notFound();
  return transaction(context.db, async (tx) => {
    const row = await lockGroup(tx, organisationId, id);
    if (!row) throw notFound();
    requireVersion(ifMatch, row.revision);
    const held = (await membersOf(tx, [id])).get(id) ?? [];
    const before: Values = {
      displayName: row.display_name,
      ...(row.external_id !== null && { externalId: row.external_id }),
      ...(held.length > 0 && { members: held.map((value) => ({ value, type: "User" })) }),
    };
    const values = change(before);
    const columns = columnsOf(values);
    await requireFree(tx, organisationId, id, columns.external_id);
    await setMembers(tx, id, await membersIn(tx, organisationId, values, held));
    const changed = await tx
      .updateTable("portal.scim_group")
      .set({ ...columns, revision: row.revision + 1, changed_at: context.clock.now() })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteAct(context, tx, caller, "directory.group-changed", { group: id });
    return changed;
  });
}

/** @throws ScimError */
export async function replaceGroup(
  context: PortalContext,
  caller: Caller,
  { body, shown, ...about }: Change,
): Promise<Answer> {
  const values = readResource(groupKind, body);
  return answerOf(context, await changeGroup(context, caller, about, () => values), shown);
}

/** @returns its revision. @throws ScimError */
export async function patchGroup(
  context: PortalContext,
  caller: Caller,
  { body, shown, ...about }: Change,
): Promise<Answer> {
  const row = await changeGroup(context, caller, about, (before) =>
    patched(groupKind, before, body),
  );
  return answerOf(context, row, shown);
}

/** @throws ScimError */
export async function deleteGroup(
  context: PortalContext,
  caller: Caller,
  { id, ifMatch }: Pick<Change, "id" | "ifMatch">,
): Promise<void> {
  const { organisationId } = caller;
  if (!isId(id)) throw notFound();
  await transaction(context.db, async (tx) => {
    const row = await lockGroup(tx, organisationId, id);
    if (!row) throw notFound();
    requireVersion(ifMatch, row.revision);
    await tx.deleteFrom("portal.scim_group").where("id", "=", id).execute();
    await noteAct(context, tx, caller, "directory.group-removed", { group: id });
  });
}
