import { karteSealedColumns } from "@sekimori/karte-server/sealed-columns";
import type { Tables } from "@sekimori/karte-server/tables";
import { transaction } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { createSealer } from "@sekimori/kit-server/sealing";
import { kitSealedColumns, rotateSealed } from "@sekimori/kit-server/sealing/rotate";
import { parseSettings } from "@sekimori/kit-server/settings";
import { recordAct } from "@sekimori/portal-server/operator-money";
import { z } from "zod";
import { karteProcessSchema } from "../processes/karte-settings.ts";
import { withOperatorTables } from "../processes/operator-database.ts";
import { asOwner } from "../processes/owner-settings.ts";

// Of a schema with rules over several settings zod picks nothing.
const { karteDataKeys } = karteProcessSchema.shape;

/**
 * `sekimori operator data-keys rotate --application karte`: seals everything in karte's database
 * with the first key of KARTE_DATA_KEYS. It needs the owner of the schema, as `migrate` does: row
 * level security shows karte's own role no row without its workspace. What operators do stands in
 * one log, the portal's, so that has to be there too.
 */
export async function rotateKarteDataKeys(options: { readonly operator: string }): Promise<void> {
  const count = await withOperatorTables(undefined, async (tables) => {
    const values = await rotateAll();
    const detail = { application: "karte", values };
    await transaction(tables.db, (tx) =>
      recordAct(tx, tables, options, "operator.data-keys-rotated", detail),
    );
    return values;
  });
  console.log(`${count} values sealed again; older keys can leave KARTE_DATA_KEYS.`);
}

/** @returns how many values were sealed again. */
async function rotateAll(): Promise<number> {
  const settings = parseSettings(z.object({ karteDataKeys }), process.env);
  const sealer = createSealer(settings.karteDataKeys.reveal());
  const logger = createLogger({ name: "operator" });
  return asOwner<Tables, number>("karte", { logger, schema: "karte" }, ({ db }) =>
    rotateSealed({ db, sealer }, [...kitSealedColumns, ...karteSealedColumns]),
  );
}
