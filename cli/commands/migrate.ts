import { grantUse, migrate, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { parseSettings } from "@sekimori/kit-server/settings";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { z } from "zod";
import { processSettingsSchema } from "../processes/settings.ts";

// Of a schema with rules over several settings zod picks nothing.
const settingsSchema = z.object({ databaseUrl: processSettingsSchema.shape.databaseUrl });

/**
 * `sekimori migrate`: brings the database up to date; safe to run from many places at once.
 *
 * @param role whom portal and worker connect as, where that is not the owner of the tables
 */
export async function migrateDatabase(role?: string): Promise<void> {
  const { databaseUrl } = parseSettings(settingsSchema, process.env);
  const logger = createLogger({ name: "migrate" });
  const database = openDatabase({ url: databaseUrl.reveal(), logger, poolSize: 2 });
  try {
    const applied = await migrate(database, portalMigrations);
    console.log(applied.length === 0 ? "The database is up to date." : applied.join("\n"));
    if (role === undefined) return;
    await grantUse(database, { role, schemas: ["portal"], appendOnly: ["portal.audit_event"] });
    console.log(`${role} may read and write rows, and nothing else.`);
  } finally {
    await database.close();
  }
}
