import { karteFence, karteMigrations } from "@sekimori/karte-server/migrations";
import {
  grantUse,
  type MigrateOptions,
  migrate,
  type PlannedMigration,
  type PlannedWork,
  plannedMigrations,
  usualTries,
} from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import { asOwner } from "../processes/owner-settings.ts";

/** What each application's database consists of, and what its processes may not get around. */
const applications = {
  portal: { migrations: portalMigrations, fence: portalFence },
  karte: { migrations: karteMigrations, fence: karteFence },
} as const;

const number = new Intl.NumberFormat("en");

/** What takes longer is told while it goes on, beside the list of what was applied. */
const told: MigrateOptions = {
  waits(file, count, holders) {
    const who = holders.length === 0 ? "" : ` At something for long: ${holders.join(", ")}.`;
    console.error(`${file} waits for locks that others have, try ${count} of ${usualTries}.${who}`);
  },
  portion: (file, rows) => console.error(`${file}: ${number.format(rows)} rows so far`),
};

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
    const applied = await migrate(database, migrations, told);
    console.log(applied.length === 0 ? "The database is up to date." : applied.join("\n"));
    if (role === undefined) return;
    await grantUse(database, { role, ...fence });
    console.log(`${role} may read and write rows, and nothing else.`);
  });
}

const acts: Readonly<Record<PlannedWork["act"], (table: string) => string>> = {
  update: (table) => `Changes rows of ${table}`,
  copy: (table) => `Copies rows of ${table}`,
  rewrite: (table) => `Writes ${table} anew`,
  index: (table) => `Makes an index on ${table}`,
  check: (table) => `Looks at every row of ${table}`,
};

/** A while, as people say it. */
function timeOf(seconds: number): string {
  if (seconds < 1) return "less than a second";
  return seconds < 90 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} min`;
}

const workText = ({ act, table, rows, seconds }: PlannedWork): string =>
  `  ${acts[act](table)} (${number.format(rows)} rows): ${timeOf(seconds)}.`;

const planText = ({ name, about, unusedSince, way, works }: PlannedMigration): string =>
  [
    name,
    `  ${about || "says nothing of itself"}`,
    ...works.map(workText),
    way === "in portions" ? "  In portions, with a rest after each." : [],
    way === "concurrently" ? "  Outside a transaction, while others write." : [],
    unusedSince === undefined
      ? []
      : `  Takes away what nothing uses since ${unusedSince}: end every older process first.`,
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
    const seconds = plan.flatMap(({ works }) => works).reduce((sum, work) => sum + work.seconds, 0);
    console.log(
      `${plan.length} files, ${timeOf(seconds)} in all by the sizes of today's tables, longer on a busy server. ` +
        "Each is a transaction of its own unless it says otherwise; what is already applied stays if one fails. " +
        "None waits for a lock longer than a second: it lets others pass and tries again, for a minute.",
    );
  });
}
