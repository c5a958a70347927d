import { randomUUID } from "node:crypto";
import type { ListName } from "@sekimori/karte-contract/lists";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { listCode } from "../../database/codes.ts";
import type { Member } from "../principals/principals.ts";

export interface ViewRecord {
  readonly id: string;
  readonly list: ListName;
  readonly name: string;
  /** As in an address. */
  readonly query: string;
}

/** Until the transaction ends, no other counts or keeps views of this person. */
export async function lockViews(
  tx: KarteTransaction,
  { person }: Pick<Member, "person">,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('karte.saved_view'), hashtext(${person.id}))`.execute(
    tx,
  );
}

/** The views that a person keeps in the present workspace, by name. */
export async function viewsOf(
  tx: KarteTransaction,
  { person }: Pick<Member, "person">,
): Promise<readonly ViewRecord[]> {
  const rows = await tx
    .selectFrom("karte.saved_view")
    .select(["id", "list", "name", "query"])
    .where("account_id", "=", person.id)
    .orderBy("name")
    .orderBy("list")
    .execute();
  return rows.map((row) => ({ ...row, list: listCode.word(row.list) }));
}

/** One of the views that a person keeps in the present workspace. */
export async function ownView(
  tx: KarteTransaction,
  member: Pick<Member, "person">,
  id: string,
): Promise<ViewRecord | undefined> {
  return (await viewsOf(tx, member)).find((view) => view.id === id);
}

/** Keeps a view; one of the same name is replaced. @returns its id. */
export async function keepView(
  tx: KarteTransaction,
  { workspaceId, person }: Pick<Member, "workspaceId" | "person">,
  view: Omit<ViewRecord, "id">,
  now: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto("karte.saved_view")
    .values({
      id: randomUUID(),
      workspace_id: workspaceId,
      account_id: person.id,
      list: listCode.of(view.list),
      name: view.name,
      query: view.query,
      saved_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "account_id", "list", "name"])
        .doUpdateSet({ query: view.query, saved_at: now }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns false when the person has no such view. */
export async function forgetView(
  tx: KarteTransaction,
  { person }: Pick<Member, "person">,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("karte.saved_view")
    .where("id", "=", id)
    .where("account_id", "=", person.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The columns that a person chose, of each list that they chose some of. */
export async function columnsOf(
  tx: KarteTransaction,
  { person }: Pick<Member, "person">,
): Promise<ReadonlyMap<ListName, string[]>> {
  const rows = await tx
    .selectFrom("karte.list_columns")
    .select(["list", "columns"])
    .where("account_id", "=", person.id)
    .execute();
  return new Map(rows.map(({ list, columns }) => [listCode.word(list), columns]));
}

/** Keeps which columns a person sees; null forgets the choice. */
export async function keepColumns(
  tx: KarteTransaction,
  { workspaceId, person }: Pick<Member, "workspaceId" | "person">,
  list: ListName,
  columns: readonly string[] | null,
): Promise<void> {
  const code = listCode.of(list);
  if (columns === null) {
    await tx
      .deleteFrom("karte.list_columns")
      .where("account_id", "=", person.id)
      .where("list", "=", code)
      .execute();
    return;
  }
  const kept = [...columns];
  await tx
    .insertInto("karte.list_columns")
    .values({ workspace_id: workspaceId, account_id: person.id, list: code, columns: kept })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "account_id", "list"]).doUpdateSet({ columns: kept }),
    )
    .execute();
}
