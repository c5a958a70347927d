import { karteFence, karteMigrations } from "@sekimori/karte-server/migrations";
import {
  grantUse,
  migrate,
  type PlannedMigration,
  plannedMigrations,
} from "@sekimori/kit-server/database";
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

const planText = ({ name, about, unusedSince }: PlannedMigration): string =>
  [
    name,
    `  ${about || "says nothing of itself"}`,
    unusedSince === undefined
      ? []
      : [`  Takes away what nothing uses since ${unusedSince}: end every older process first.`],
  ]
    .flat()
    .join("\n");

/**
 * `sekimori migrate --plan`: what would be applied, in its order. Nothing is changed.
 *
 * @throws UnusableDatabase in one sentence that names the setting
 */
export async function planMigrations(application: keyof typeof applications): Promise<void> {
  const logger = createLogger({ name: "migrate" });
  await asOwner(application, { logger }, async (database) => {
    const plan = await plannedMigrations(database, applications[application].migrations);
    if (plan.length === 0) return console.log("The database is up to date.");
    console.log(plan.map(planText).join("\n"));
    console.log(
      `${plan.length} files, each in a transaction of its own; what is already applied stays if one fails.`,
    );
  });
}
