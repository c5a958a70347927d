import { karteFence, karteMigrations } from "@sekimori/karte-server/migrations";
import { grantUse, migrate } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import { asOwner } from "../processes/owner-settings.ts";

/** What each application's database consists of, and what its processes may not get around. */
const applications = {
  portal: { migrations: portalMigrations, fence: portalFence },
  karte: { migrations: karteMigrations, fence: karteFence },
} as const;

/**
 * `sekimori migrate`: brings a database up to date; safe to run from many places at once. It
 * connects as the owner of the tables, whom DATABASE_OWNER_URL or KARTE_DATABASE_OWNER_URL names.
 *
 * @param role what the application's processes connect as
 * @throws UnusableDatabase in one sentence that names the setting
 */
export async function migrateDatabase(
  application: keyof typeof applications,
  role?: string,
): Promise<void> {
  const { migrations, fence } = applications[application];
  const logger = createLogger({ name: "migrate" });
  await asOwner(application, { logger }, async (database) => {
    const applied = await migrate(database, migrations);
    console.log(applied.length === 0 ? "The database is up to date." : applied.join("\n"));
    if (role === undefined) return;
    await grantUse(database, { role, ...fence });
    console.log(`${role} may read and write rows, and nothing else.`);
  });
}
