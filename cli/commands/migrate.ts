import { karteAppendOnly, karteMigrations } from "@sekimori/karte-server/migrations";
import { grantUse, migrate, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { parseSettings } from "@sekimori/kit-server/settings";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { z } from "zod";
import { processSettingsSchema } from "../processes/settings.ts";

// Of a schema with rules over several settings zod picks nothing.
const { databaseUrl } = processSettingsSchema.shape;

/** What each application's database consists of, and which setting names it. */
const applications = {
  portal: {
    url: () => parseSettings(z.object({ databaseUrl }), process.env).databaseUrl,
    migrations: portalMigrations,
    schemas: ["portal"],
    appendOnly: [
      "portal.audit_event",
      "portal.audit_checkpoint",
      "portal.price_answer",
      "kit.chain_header",
    ],
  },
  karte: {
    url: () =>
      parseSettings(z.object({ karteDatabaseUrl: databaseUrl }), process.env).karteDatabaseUrl,
    migrations: karteMigrations,
    schemas: ["karte"],
    appendOnly: karteAppendOnly,
  },
} as const;

/**
 * `sekimori migrate`: brings a database up to date; safe to run from many places at once.
 *
 * @param role whom the application's processes connect as, where that is not the owner of the
 *   tables; karte's never is, because row level security does not bind the owner
 */
export async function migrateDatabase(
  application: keyof typeof applications,
  role?: string,
): Promise<void> {
  const { url, migrations, schemas, appendOnly } = applications[application];
  const logger = createLogger({ name: "migrate" });
  const database = openDatabase({ url: url().reveal(), logger, poolSize: 2 });
  try {
    const applied = await migrate(database, migrations);
    console.log(applied.length === 0 ? "The database is up to date." : applied.join("\n"));
    if (role === undefined) return;
    await grantUse(database, { role, schemas, appendOnly });
    console.log(`${role} may read and write rows, and nothing else.`);
  } finally {
    await database.close();
  }
}
