import type { TokenView } from "@sekimori/karte-contract/endpoints/tokens";
import { mayDo } from "@sekimori/karte-contract/rights";
import type { TokenScope } from "@sekimori/karte-contract/token-scopes";
import { type Insertable, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { roleCode } from "../../database/codes.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { peopleById } from "../principals/person.ts";

interface TokenRow {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly scopes: TokenScope[];
  readonly groups: { id: string; name: string }[] | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  /** Of whoever made it; null when they are a member no longer, or suspended. */
  readonly role: number | null;
}

/** The tokens of the transaction's workspace, the newest first. */
export async function tokenViews(
  tx: KarteTransaction,
  { clock, sealer }: Pick<KarteContext, "clock" | "sealer">,
): Promise<TokenView[]> {
  const { rows } = await sql<TokenRow>`
    select t.id, t.label, t.hint, t.scopes, t.created_by, t.created_at, t.expires_at, t.last_used_at,
      case when t.group_ids is not null then coalesce((
        select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
        from karte.domain_group g where g.id = any (t.group_ids)), '[]') end as groups,
      (select m.role from karte.member m
       where m.account_id = t.created_by and m.suspended_at is null
         and not karte.is_beyond_people(t.workspace_id, t.created_by)) as role
    from karte.api_token t order by t.created_at desc, t.id`.execute(tx);
  const person = await peopleById(
    tx,
    sealer,
    rows.map((row) => row.created_by),
  );
  const now = clock.now();
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    hint: row.hint,
    scopes: row.scopes,
    groups: row.groups,
    createdAt: row.created_at.toISOString(),
    createdBy: person(row.created_by),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    state: stateOf(row, now),
  }));
}

function stateOf({ expires_at, role }: TokenRow, now: Date): TokenView["state"] {
  if (expires_at <= now) return "expired";
  return role !== null && mayDo(roleCode.word(role), "manage-tokens") ? "in-use" : "stopped";
}

/** How many tokens the workspace has; until the transaction ends, no other counts or adds any. */
export async function lockedTokenCount(tx: KarteTransaction, workspaceId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('karte.api_token'), hashtext(${workspaceId}))`.execute(
    tx,
  );
  const { rows } = await sql`select 1 from karte.api_token`.execute(tx);
  return rows.length;
}

export async function insertToken(
  tx: KarteTransaction,
  token: Insertable<Tables["karte.api_token"]>,
): Promise<void> {
  await tx.insertInto("karte.api_token").values(token).execute();
}

/** @returns its label; undefined when there is none. */
export async function deleteToken(tx: KarteTransaction, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("karte.api_token")
    .where("id", "=", id)
    .returning("label")
    .executeTakeFirst();
  return row?.label;
}

/**
 * @param madeBefore leaves those that were made from then on.
 * @returns the labels of the tokens that somebody had made.
 */
export async function deleteTokensOf(
  tx: KarteTransaction,
  account: string,
  madeBefore: Date | undefined,
): Promise<string[]> {
  const rows = await tx
    .deleteFrom("karte.api_token")
    .where("created_by", "=", account)
    .$if(madeBefore !== undefined, (query) => query.where("created_at", "<", madeBefore as Date))
    .returning("label")
    .execute();
  return rows.map(({ label }) => label);
}
