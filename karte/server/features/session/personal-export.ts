import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { openPerson } from "../principals/person.ts";
import { type Part, personalParts } from "./personal-parts.ts";

type Row = Readonly<Record<string, unknown>>;

export interface PersonalData {
  readonly account: string;
  readonly exportedAt: Date;
  readonly firstSeenAt: Date | null;
  readonly visits: readonly Row[];
  readonly workspaces: readonly {
    readonly workspace: { readonly id: string; readonly name: string; readonly created_at: Date };
    /** As the membership has them; null where they have left. */
    readonly name: string | null;
    readonly email: string | null;
    /** By table. */
    readonly parts: Readonly<Record<string, readonly Row[]>>;
  }[];
}

async function rowsOf(
  tx: KarteTransaction,
  { table, by, keep, inside = {} }: Part,
  { accountId, isInside }: { readonly accountId: string; readonly isInside: boolean },
) {
  const isTheirs = sql.join(
    by.map((column): RawBuilder<SqlBool> => sql`t.${sql.ref(column)} = ${accountId}`),
    sql` or `,
  );
  const told = Object.keys(isInside ? { ...keep, ...inside } : keep);
  const { rows } = await sql<{ row: Row }>`
    select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t))
      where key = any (${told})) as row
    from ${sql.table(`karte.${table}`)} t where ${isTheirs}`.execute(tx);
  return rows.map(({ row }) => row);
}

/** Everything that karte holds about a person, over all workspaces they are in or have been in. */
export async function personalData(
  { db, clock, sealer }: Pick<KarteContext, "db" | "clock" | "sealer">,
  accountId: string,
): Promise<PersonalData> {
  // Who is suspended or restricted to groups does not see all that they once worked on.
  const { rows: found } = await sql<{ id: string; inside: boolean }>`
    select t.id, exists (select from karte.workspaces_of(${accountId}) w
      where w.workspace_id = t.id and not w.restricted) as inside
    from karte.traces_of(${accountId}) t (id)`.execute(db);
  const workspaces: PersonalData["workspaces"][number][] = [];
  for (const { id, inside: isInside } of found) {
    workspaces.push(
      await inScope(db, wholeWorkspace(id), async (tx) => {
        const workspace = await tx
          .selectFrom("karte.workspace")
          .select(["id", "name", "created_at"])
          .executeTakeFirstOrThrow();
        const member = await tx
          .selectFrom("karte.member")
          .select(["workspace_id", "account_id", "personal"])
          .where("account_id", "=", accountId)
          .executeTakeFirst();
        const { name, email } = member ? openPerson(sealer, member) : { name: null, email: null };
        const parts: Record<string, readonly Row[]> = {};
        for (const part of personalParts) {
          parts[part.table] = await rowsOf(tx, part, { accountId, isInside });
        }
        return { workspace, name, email, parts };
      }),
    );
  }
  const visits = await db
    .selectFrom("karte.place")
    .select(["workspace_id", "at"])
    .where("account_id", "=", accountId)
    .execute();
  const first = await db
    .selectFrom("karte.known_account")
    .select("first_seen_at")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return {
    account: accountId,
    exportedAt: clock.now(),
    firstSeenAt: first?.first_seen_at ?? null,
    visits,
    workspaces,
  };
}
