import { sql } from "kysely";
import type { PortalContext } from "../../context.ts";

/**
 * Every sealed column that lives longer than an hour, with the column that names the owner in its
 * sealing context (`table.column:owner`). A new sealed column belongs here.
 */
const sealedColumns = [
  { table: "account", column: "personal", owner: "id" },
  { table: "sign_up_flow", column: "email", owner: "id" },
  { table: "sign_up_flow", column: "information", owner: "id" },
  { table: "card", column: "holder", owner: "id" },
  { table: "card_attempt", column: "card_token", owner: "id" },
  { table: "email_change", column: "email", owner: "account_id" },
  { table: "email_change_undo", column: "email", owner: "account_id" },
] as const;

const batch = 200;

type SealedColumn = (typeof sealedColumns)[number];

interface SealedRow {
  readonly place: string;
  readonly owner: string;
  readonly sealed: Buffer;
}

async function rotateColumn(
  { db, sealer }: PortalContext,
  { table, column, owner }: SealedColumn,
): Promise<number> {
  const name = sql.table(`portal.${table}`);
  const sealed = sql.ref(column);
  let rotated = 0;
  let after = "(0,0)";
  for (;;) {
    // By physical place: a row that is rewritten moves on and is met again, already fresh.
    const { rows } = await sql<SealedRow>`
      select ctid::text as place, ${sql.ref(owner)}::text as owner, ${sealed} as sealed
      from ${name} where ctid > ${after}::tid and ${sealed} is not null
      order by ctid limit ${batch}`.execute(db);
    for (const row of rows.filter((one) => sealer.isStale(one.sealed))) {
      const context = `portal.${table}.${column}:${row.owner}`;
      const fresh = sealer.seal(sealer.open(row.sealed, context), context);
      // Only over the value that was read: a change made meanwhile has the current key already.
      const { numAffectedRows } = await sql`
        update ${name} set ${sealed} = ${fresh}
        where ${sql.ref(owner)} = ${row.owner}::uuid and ${sealed} = ${row.sealed}`.execute(db);
      rotated += Number(numAffectedRows ?? 0n);
    }
    const last = rows.at(-1);
    if (!last) return rotated;
    after = last.place;
  }
}

/**
 * Seals again, with the current data key, everything that an older one sealed. Afterwards the
 * older key can leave PORTAL_DATA_KEYS. Safe while the product serves, and to repeat.
 *
 * @returns how many values were sealed again.
 */
export async function rotateDataKeys(context: PortalContext): Promise<number> {
  let rotated = 0;
  for (const column of sealedColumns) rotated += await rotateColumn(context, column);
  return rotated;
}
