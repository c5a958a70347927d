import { transaction } from "@sekimori/kit-server/database";
import { maintainKeys } from "@sekimori/portal-server/openid-keys";
import { recordAct } from "@sekimori/portal-server/operator-money";
import { withOperatorDatabase } from "../processes/operator-database.ts";

/** `sekimori operator keys rotate`: begins a succession of signing keys. */
export async function rotateKeys(options: { readonly operator: string }): Promise<void> {
  await withOperatorDatabase(async (books) => {
    await maintainKeys(books, true);
    await transaction(books.db, (tx) => recordAct(tx, books, options, "operator.keys-rotated", {}));
  });
  console.log("New signing keys are published; they take over in two days.");
}
