import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { assetTypeCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { type Caused, causeOf, causeVersion } from "./cause-key.ts";

interface Row extends Omit<Caused, "cause"> {
  readonly id: string;
  readonly cause: Caused["cause"] | null;
}

const keyOf = ({ cause, ...row }: Row) => causeOf(cause ? { ...row, cause } : row);

/**
 * Gives findings of the transaction's workspace the key of their cause. What stores reports or
 * certificates asks for it in the same transaction.
 *
 * @param which a condition on `karte.finding f`
 */
export async function settleCauses(
  tx: KarteTransaction,
  which: RawBuilder<SqlBool>,
): Promise<void> {
  const { rows } = await sql<Row>`
    select f.id, d.name as domain, f.check_id as "check", f.report ->> 'subject' as subject,
      f.report -> 'place' as place, f.report -> 'cause' as cause, certificate.fingerprint
    from karte.finding f join karte.domain d on d.id = f.domain_id
    left join lateral (select a.detail -> 'certificate' ->> 'fingerprint' as fingerprint
      from karte.asset a where f.check_id like 'cert-%' and a.domain_id = f.domain_id
        and a.name = f.host and a.type in (${assetTypeCode.literals("domain", "host")})
      order by a.type limit 1) certificate on true
    where ${which} order by f.id for update of f`.execute(tx);
  if (rows.length === 0) return;
  const keys = JSON.stringify(rows.map((row) => ({ id: row.id, cause: keyOf(row) })));
  await sql`
    update karte.finding f set cause = x.cause, cause_version = ${causeVersion}
    from jsonb_to_recordset(${keys}::jsonb) x (id uuid, cause text)
    where f.id = x.id and (f.cause, f.cause_version)
      is distinct from (x.cause, ${causeVersion}::smallint)`.execute(tx);
}

/** Findings that one look gives their cause, and in one transaction. */
const lookMost = 20_000;
const atOnce = 1_000;

/** Gives those their cause that a version before this one stored. */
export async function settleOldCauses({ db }: KarteContext): Promise<void> {
  for (let left = lookMost; left > 0; left -= atOnce) {
    const { rows } = await sql<{ workspace_id: string; finding_id: string }>`
      select * from karte.findings_without_cause(${atOnce})`.execute(db);
    for (const [workspaceId, some] of Map.groupBy(rows, (row) => row.workspace_id)) {
      const ids = some.map((row) => row.finding_id);
      await inScope(db, wholeWorkspace(workspaceId), (tx) =>
        settleCauses(tx, sql<SqlBool>`f.id = any (${ids}::uuid[])`),
      );
    }
    if (rows.length < atOnce) return;
  }
}
