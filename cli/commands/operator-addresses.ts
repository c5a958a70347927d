import { consentingAddresses } from "@sekimori/portal-server/operator-money";
import { type Acting, poured } from "../processes/operator-acting.ts";
import { withOperatorDatabase } from "../processes/operator-database.ts";

/** `sekimori operator accounts consenting`: the file goes to standard output. */
export function showConsenting(options: Acting): Promise<void> {
  const { operator, dryRun, json } = options;
  return poured(options, (pour) =>
    withOperatorDatabase(async (books) => {
      const form = json ? "json" : "csv";
      const pieces = await consentingAddresses(books, { operator, dryRun }, form);
      for await (const piece of pieces) await pour(piece);
    }),
  );
}
