import {
  type Database,
  type DatabaseOptions,
  leadsThroughPooler,
  openDatabase,
} from "@sekimori/kit-server/database";
import { parseSettings } from "@sekimori/kit-server/settings";
import { z } from "zod";
import { uncheckedDatabases } from "./production-rules.ts";
import { processSettingsSchema } from "./settings.ts";
import { UnusableDatabase, unusableDatabase } from "./unusable-database.ts";

// Of a schema with rules over several settings zod picks nothing.
const { databaseUrl, sekimoriMode } = processSettingsSchema.shape;

/** Where the owner of each application's tables is named; no process that serves reads these. */
export const ownerVariables = {
  portal: "DATABASE_OWNER_URL",
  karte: "KARTE_DATABASE_OWNER_URL",
} as const;

type Application = keyof typeof ownerVariables;

/**
 * The address by which the owner of an application's tables connects: to migrate, to seal anew, to
 * fill with made-up data.
 *
 * @throws SettingsError when it is missing, or leads elsewhere unchecked in production
 */
function readOwnerUrl(application: Application, environment: NodeJS.ProcessEnv): string {
  const key = application === "portal" ? "databaseOwnerUrl" : "karteDatabaseOwnerUrl";
  const schema = z.object({ sekimoriMode, [key]: databaseUrl }).superRefine((settings, context) => {
    const url = settings[key] as z.output<typeof databaseUrl>;
    if (settings.sekimoriMode === "development") return;
    for (const [path, message] of uncheckedDatabases({ [key]: url })) {
      context.addIssue({ code: "custom", path: [path], message });
    }
  });
  const settings = parseSettings(schema, environment) as Record<
    string,
    z.output<typeof databaseUrl>
  >;
  return settings[key]?.reveal() ?? "";
}

/**
 * Karte's tables force row level security on their owner too. What is done for all workspaces
 * (migrations, sealing anew, the functions that search) therefore needs an owner with BYPASSRLS:
 * the maintenance role, which no process serves as.
 */
async function requireMaintenanceRole({ pool }: Pick<Database<unknown>, "pool">): Promise<void> {
  const { rows } = await pool.query<{ role: string; passes: boolean }>(
    `select current_user as role, rolsuper or rolbypassrls as passes
     from pg_roles where rolname = current_user`,
  );
  const [found] = rows;
  if (found?.passes === true) return;
  throw new UnusableDatabase(
    `${ownerVariables.karte} names the role “${found?.role ?? ""}”, which row level security binds: ` +
      "what is done for all workspaces would find no row. It must name the owner of karte's tables, with BYPASSRLS; no process serves as it.",
  );
}

/**
 * Runs work that needs the owner of an application's tables, on a connection of its own.
 *
 * @param url where it is known otherwise; the environment names it unless given
 * @throws UnusableDatabase in one sentence that names the setting
 * @throws SettingsError when the setting is missing or unsafe
 */
export async function asOwner<Tables, Result>(
  application: Application,
  options: Omit<DatabaseOptions, "url"> & { readonly url?: string },
  work: (database: Database<Tables>) => Promise<Result>,
): Promise<Result> {
  const url = options.url ?? readOwnerUrl(application, process.env);
  const database = openDatabase<Tables>({ poolSize: 2, ...options, url });
  try {
    // A lock that keeps migrations apart is a session's.
    if (await leadsThroughPooler(url)) {
      throw new UnusableDatabase(
        `${ownerVariables[application]} leads through a pooler; it must name the database itself.`,
      );
    }
    if (application === "karte") await requireMaintenanceRole(database);
    return await work(database);
  } catch (error) {
    const sentence = unusableDatabase(error, ownerVariables[application]);
    throw sentence === undefined ? error : new UnusableDatabase(sentence);
  } finally {
    await database.close();
  }
}
