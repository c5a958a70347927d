import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { bellKindCode } from "../../database/codes.ts";

/** News behind some people's bells, without a rule and without a domain. */
export interface SharedNews {
  readonly workspaceId: string;
  readonly accounts: readonly string[];
  readonly kind: "policy.ended";
  /** The same for news that come together: whoever has heard of it is not told again. */
  readonly key: string;
  readonly detail: { readonly name: string; readonly count: number };
  readonly at: Date;
}

/** Rings once for all that has one key; what is counted adds up. */
export async function ringOnce(
  tx: KarteTransaction,
  { workspaceId, accounts, kind, key, detail, at }: SharedNews,
): Promise<void> {
  if (accounts.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    insert into karte.alert as a (id, workspace_id, domain_id, kind, key, at, finding_id, detail)
    values (${randomUUID()}, ${workspaceId}, null, ${bellKindCode.of(kind)}, ${key}, ${at}, null,
      ${JSON.stringify(detail)}::jsonb)
    on conflict (workspace_id, key) do update set detail = excluded.detail || jsonb_build_object('count',
      (a.detail ->> 'count')::int + (excluded.detail ->> 'count')::int)
    returning id`.execute(tx);
  await sql`
    insert into karte.alert_receipt (workspace_id, alert_id, domain_id, account_id, at, bell, mail)
    select ${workspaceId}, ${rows[0]?.id}, null, account, ${at}, true, false
    from unnest(${[...accounts]}::text[]) account
    on conflict (alert_id, account_id) do nothing`.execute(tx);
}
