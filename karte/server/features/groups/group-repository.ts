import { randomUUID } from "node:crypto";
import type { GroupView } from "@sekimori/karte-contract/endpoints/groups";
import { mustBeAsRead } from "@sekimori/kit-server/as-read";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { peopleById } from "../principals/person.ts";
import { manyScore } from "../scores/many-score.ts";
import { groupSums, noDomains } from "./group-sums.ts";

interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly viewers: string[];
}

/** The groups that the transaction may see, by name. @param only null for all of them. */
export async function groupViews(
  tx: KarteTransaction,
  sealer: Sealer,
  only: readonly string[] | null,
): Promise<GroupView[]> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.name,
      array(select m.account_id from karte.member_group m where m.group_id = g.id) as viewers
    from karte.domain_group g
    where ${only === null} or g.id = any (${only ?? []}::uuid[])
    order by g.name, g.id`.execute(tx);
  const sums = await groupSums(tx, null);
  const person = await peopleById(
    tx,
    sealer,
    rows.flatMap(({ viewers }) => viewers),
  );
  return rows.map(({ id, name, viewers }) => {
    const { scores, open } = sums.get(id) ?? noDomains;
    const [critical, high, medium, low, info] = open;
    return {
      id,
      name,
      domains: [...scores.values()].reduce((all, domains) => all + domains, 0),
      ...manyScore(new Map([...scores].filter(([score]) => score >= 0))),
      open: { critical, high, medium, low, info },
      // Who else sees a group is for those who see all.
      viewers: only === null ? viewers.flatMap((account) => person(account) ?? []) : [],
    };
  });
}

/** @returns undefined when the workspace has a group of this name. */
export async function addGroup(
  tx: KarteTransaction,
  workspaceId: string,
  name: string,
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .insertInto("karte.domain_group")
    .values({ id: randomUUID(), workspace_id: workspaceId, name, created_at: now })
    .onConflict((conflict) => conflict.columns(["workspace_id", "name"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Gives a group another name. @throws AppError ChangedMeanwhile. */
export async function nameGroup(
  tx: KarteTransaction,
  id: string,
  name: string,
  was: { readonly name?: string | undefined } | undefined,
): Promise<"done" | "taken" | "unknown"> {
  const { rows } = await sql<{ name: string; is_it: boolean }>`
    select name, id = ${id} as is_it from karte.domain_group where id = ${id} or name = ${name}
    for update`.execute(tx);
  const now = rows.find((row) => row.is_it);
  if (now === undefined) return "unknown";
  mustBeAsRead(was, { name: now.name }, { name });
  if (rows.length > 1) return "taken";
  await tx.updateTable("karte.domain_group").set({ name }).where("id", "=", id).execute();
  return "done";
}

/** @returns its name; undefined when there is none. */
export async function dropGroup(tx: KarteTransaction, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("karte.domain_group")
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}

/** Which of these groups the workspace has. */
export async function knownGroups(
  tx: KarteTransaction,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("karte.domain_group")
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  return rows.map(({ id }) => id);
}

/** What a group is called now; undefined when there is none of that id. */
export async function groupName(tx: KarteTransaction, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("karte.domain_group")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.name;
}
