import type { Locale } from "@sekimori/kit-contract/locale";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { sql } from "kysely";
import type { PortalContext, Queryable } from "../../context.ts";

const sealContext = (accountId: string) => `portal.accounting_address.email:${accountId}`;

export function sealAddress(sealer: Sealer, accountId: string, email: string): Buffer {
  return sealer.seal(email, sealContext(accountId));
}

/** Where copies of a member's documents go, and the member's language. */
export interface CopiedTo {
  readonly email: string;
  readonly locale: Locale;
}

/** Undefined: the member named nobody, or the account is closed. */
export async function findAccountingAddress(
  { db, sealer }: Pick<PortalContext, "db" | "sealer">,
  accountId: string,
): Promise<CopiedTo | undefined> {
  const row = await db
    .selectFrom("portal.accounting_address as address")
    .innerJoin("portal.account as account", "account.id", "address.account_id")
    .select(["address.email", "account.language"])
    .where("account.id", "=", accountId)
    .where("account.closed_at", "is", null)
    .executeTakeFirst();
  return (
    row && {
      email: sealer.open(row.email, sealContext(accountId)).toString("utf8"),
      locale: row.language,
    }
  );
}

/** Which of these accounts have an address of accounting; one statement, however many they are. */
export async function withAccountingAddress(
  db: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("portal.accounting_address")
    .select("account_id")
    .where(sql<boolean>`account_id = any(${accountIds}::uuid[])`)
    .execute();
  return new Set(rows.map(({ account_id: id }) => id));
}
