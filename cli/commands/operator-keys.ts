import { maintainKeys } from "@sekimori/portal-server/openid-keys";
import { withOperatorDatabase } from "../processes/operator-database.ts";

/** `sekimori operator keys rotate`: begins a succession of signing keys. */
export async function rotateKeys(): Promise<void> {
  await withOperatorDatabase((books) => maintainKeys(books, true));
  console.log("New signing keys are published; they take over in two days.");
}
