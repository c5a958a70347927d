import { karteSealedColumns } from "@sekimori/karte-server/sealed-columns";
import type { Tables } from "@sekimori/karte-server/tables";
import { transaction } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { rotateDataKeys } from "@sekimori/kit-server/processes/rotate-data-keys";
import { createSealer } from "@sekimori/kit-server/sealing";
import { kitSealedColumns } from "@sekimori/kit-server/sealing/rotate";
import { parseSettings } from "@sekimori/kit-server/settings";
import { recordAct } from "@sekimori/portal-server/operator-money";
import { z } from "zod";
import { karteProcessSchema } from "../processes/karte-settings.ts";
import { withOperatorTables } from "../processes/operator-database.ts";
import { asOwner } from "../processes/owner-settings.ts";
import type { Acting, Waiting } from "./operator-acts.ts";

// Of a schema with rules over several settings zod picks nothing.
const { karteDataKeys } = karteProcessSchema.shape;

/**
 * `sekimori operator data-keys rotate --application karte`: seals everything in karte's database
 * with the first key of KARTE_DATA_KEYS. It needs the owner of the schema, as `migrate` does: row
 * level security shows karte's own role no row without its workspace. What operators do stands in
 * one log, the portal's, so that has to be there too.
 */
export async function rotateKarteDataKeys(options: Acting & Waiting): Promise<void> {
  const count = await withOperatorTables(undefined, async (tables) => {
    const values = await rotateAll(options.wait * 1_000);
    const detail = { application: "karte", values };
    await transaction(tables.db, (tx) =>
      recordAct(tx, tables, options, "operator.data-keys-rotated", detail),
    );
    return values;
  });
  console.log(`${count} values sealed again; older keys can leave KARTE_DATA_KEYS.`);
}

/** @returns how many values were sealed again. */
async function rotateAll(waitMs: number): Promise<number> {
  const settings = parseSettings(z.object({ karteDataKeys }), process.env);
  const ring = settings.karteDataKeys.reveal();
  const logger = createLogger({ name: "operator" });
  const sealer = createSealer(ring);
  return asOwner<Tables, number>("karte", { logger, schema: "karte" }, ({ db }) =>
    rotateDataKeys({ db, sealer }, ring, [...kitSealedColumns, ...karteSealedColumns], waitMs),
  );
}
