import { karteSealedColumns } from "@sekimori/karte-server/sealed-columns";
import type { Tables } from "@sekimori/karte-server/tables";
import { openDatabase, transaction } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { createSealer } from "@sekimori/kit-server/sealing";
import { kitSealedColumns, rotateSealed } from "@sekimori/kit-server/sealing/rotate";
import { parseSettings } from "@sekimori/kit-server/settings";
import { recordAct } from "@sekimori/portal-server/operator-money";
import { z } from "zod";
import { karteProcessSchema } from "../processes/karte-settings.ts";
import { withOperatorTables } from "../processes/operator-database.ts";

// Of a schema with rules over several settings zod picks nothing.
const { karteDatabaseUrl, karteDataKeys } = karteProcessSchema.shape;

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
  const settings = parseSettings(z.object({ karteDatabaseUrl, karteDataKeys }), process.env);
  const database = openDatabase<Tables>({
    url: settings.karteDatabaseUrl.reveal(),
    logger: createLogger({ name: "operator" }),
    poolSize: 2,
    schema: "karte",
  });
  try {
    const { rows } = await database.pool.query<{ sees: boolean }>(
      "select rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user",
    );
    if (rows[0]?.sees !== true) {
      throw new Error("KARTE_DATABASE_URL must name the owner of karte's tables for this command.");
    }
    const sealer = createSealer(settings.karteDataKeys.reveal());
    return await rotateSealed({ db: database.db, sealer }, [
      ...kitSealedColumns,
      ...karteSealedColumns,
    ]);
  } finally {
    await database.close();
  }
}
