import type { GroupView, renameGroup } from "@sekimori/karte-contract/endpoints/groups";
import type { EndpointRequest } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import type { KarteContext } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import { type ActivityEvent, appendActivity } from "../activity/activity.ts";
import type { Member } from "../principals/principals.ts";
import { addGroup, dropGroup, groupViews, nameGroup } from "./group-repository.ts";

const event = (
  member: Member,
  action: "group.created" | "group.renamed" | "group.deleted",
  name: string,
  at: Date,
): ActivityEvent => ({
  at,
  action,
  by: { id: member.person.id, ipAddress: member.ipAddress },
  detail: { name },
});

/** The groups that a member sees. */
export function groupsOf({ db, sealer }: KarteContext, member: Member): Promise<GroupView[]> {
  return inScope(db, member.scope, (tx) => groupViews(tx, sealer, member.groups));
}

/** @returns the new group's id. @throws AppError Conflict when the name is taken. */
export function createOne(
  { db, clock }: KarteContext,
  member: Member,
  name: string,
): Promise<string> {
  return inScope(db, member.scope, async (tx) => {
    const id = await addGroup(tx, member.workspaceId, name, clock.now());
    if (id === undefined) throw new AppError("Conflict");
    await appendActivity(tx, event(member, "group.created", name, clock.now()));
    return id;
  });
}

/** @throws AppError Conflict when the name is taken, ChangedMeanwhile, NotFound. */
export async function renameOne(
  { db, clock }: KarteContext,
  member: Member,
  id: string,
  { name, was }: EndpointRequest<typeof renameGroup>["body"],
): Promise<void> {
  await inScope(db, member.scope, async (tx) => {
    const outcome = await nameGroup(tx, id, name, was);
    if (outcome !== "done") throw new AppError(outcome === "taken" ? "Conflict" : "NotFound");
    await appendActivity(tx, event(member, "group.renamed", name, clock.now()));
  });
}

/** @throws AppError NotFound. */
export async function deleteOne(
  { db, clock }: KarteContext,
  member: Member,
  id: string,
): Promise<void> {
  await inScope(db, member.scope, async (tx) => {
    const name = await dropGroup(tx, id);
    if (name === undefined) throw new AppError("NotFound");
    await appendActivity(tx, event(member, "group.deleted", name, clock.now()));
  });
}
