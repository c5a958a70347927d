import { randomUUID } from "node:crypto";
import type { OfferKind } from "@sekimori/karte-contract/endpoints/workspaces";
import type { OfferOutcome } from "@sekimori/karte-contract/words";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { bellKindCode } from "../../database/codes.ts";

/** News of the workspace that is one person's alone. */
export interface PersonalNews {
  readonly workspaceId: string;
  /** Whose bell has it. */
  readonly account: string;
  readonly kind: OfferOutcome;
  readonly what: OfferKind;
  /** Who answered, or did not. Their name is sealed, so the bell looks it up. */
  readonly person: string;
  readonly at: Date;
}

/** Puts news behind the bell of one person, without a rule and without a domain. */
export async function ringFor(
  tx: KarteTransaction,
  { workspaceId, account, kind, what, person, at }: PersonalNews,
): Promise<void> {
  const id = randomUUID();
  const detail = JSON.stringify({ what, person });
  await sql`
    insert into karte.alert (id, workspace_id, domain_id, kind, key, at, finding_id, detail)
    values (${id}, ${workspaceId}, null, ${bellKindCode.of(kind)}, ${`offer:${id}`}, ${at}, null,
      ${detail}::jsonb)`.execute(tx);
  await sql`
    insert into karte.alert_receipt (workspace_id, alert_id, domain_id, account_id, at, bell, mail)
    values (${workspaceId}, ${id}, null, ${account}, ${at}, true, false)`.execute(tx);
}
