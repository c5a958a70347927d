import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, systemClock } from "@sekimori/kit-server/clock";
import { type Database, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { createOutbound } from "@sekimori/kit-server/outbound";
import { createSealer, type Sealer } from "@sekimori/kit-server/sealing";
import { parseSettings, SettingsError } from "@sekimori/kit-server/settings";
import { createWebhooks } from "@sekimori/kit-server/webhooks";
import type { WebhookTables } from "@sekimori/portal-server/operator-money";
import type { Tables } from "@sekimori/portal-server/tables";
import { z } from "zod";
import { processSettingsSchema } from "./settings.ts";
import { UnusableDatabase } from "./unusable-database.ts";

// Of a schema with rules over several settings zod picks nothing.
const {
  databaseUrl,
  databaseDirectUrl,
  portalDataKeys,
  sekimoriMode,
  outboundLoopback,
  outboundNetworks,
} = processSettingsSchema.shape;

const addresses = { databaseUrl, databaseDirectUrl };

type Addresses = z.output<z.ZodObject<typeof addresses>>;

/** What an operator's command works on that reads no personal data. */
export interface OperatorTables {
  readonly db: Database<Tables>["db"];
  readonly clock: Clock;
}

/** What an operator's command works on. */
export interface OperatorBooks extends OperatorTables {
  readonly sealer: Sealer;
}

/** Beside the data of `sekimori start`: the address of its database while it runs. */
export const databaseUrlFile = (dataFolder: string): string => join(dataFolder, "database-url");

/** The environment, with the database of a running `sekimori start` if its folder is named. */
function environmentOf(dataFolder: string | undefined): NodeJS.ProcessEnv {
  if (dataFolder === undefined) return process.env;
  try {
    const DATABASE_URL = readFileSync(databaseUrlFile(dataFolder), "utf8").trim();
    return { ...process.env, DATABASE_URL, DATABASE_DIRECT_URL: undefined };
  } catch {
    throw new UnusableDatabase(
      `--data: nothing runs on ${dataFolder}; start it by “npm start” first.`,
    );
  }
}

/** Commands are few and short: they go past a pooler where there is one. */
async function withDatabase<Result>(
  { databaseUrl: url, databaseDirectUrl: directUrl }: Addresses,
  work: (db: OperatorTables["db"]) => Promise<Result>,
): Promise<Result> {
  const logger = createLogger({ name: "operator" });
  const database = openDatabase<Tables>({
    url: (directUrl ?? url).reveal(),
    logger,
    poolSize: 2,
    schema: "portal",
  });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** Where nothing says which database, in a variable or in a file, there are two ways to say it. */
function settingsOfTables(environment: NodeJS.ProcessEnv): Addresses {
  try {
    return parseSettings(z.object(addresses), environment);
  } catch (error) {
    const isUnsaid =
      error instanceof SettingsError && error.problems.join() === "DATABASE_URL is required.";
    if (!isUnsaid) throw error;
    throw new UnusableDatabase(
      "Set DATABASE_URL, or add “--data .data” while “npm start” runs there.",
    );
  }
}

/**
 * Runs one command that reads no personal data and so needs no keys, on the database that the
 * environment names or a running `sekimori start` has.
 *
 * @throws SettingsError naming every setting that is missing or wrong
 */
export async function withOperatorTables<Result>(
  dataFolder: string | undefined,
  work: (tables: OperatorTables) => Promise<Result>,
): Promise<Result> {
  const settings = settingsOfTables(environmentOf(dataFolder));
  return withDatabase(settings, (db) => work({ db, clock: systemClock }));
}

/**
 * Runs one command on the database that the environment names.
 *
 * @throws SettingsError naming every setting that is missing or wrong
 */
export async function withOperatorDatabase<Result>(
  work: (books: OperatorBooks) => Promise<Result>,
): Promise<Result> {
  const settings = parseSettings(z.object({ ...addresses, portalDataKeys }), process.env);
  const sealer = createSealer(settings.portalDataKeys.reveal());
  return withDatabase(settings, (db) => work({ db, clock: systemClock, sealer }));
}

/**
 * The same for what has to do with webhooks, whose addresses are held against the same rules as when
 * they are called.
 *
 * @throws SettingsError naming every setting that is missing or wrong
 */
export async function withOperatorWebhooks<Result>(
  dataFolder: string | undefined,
  work: (tables: WebhookTables) => Promise<Result>,
): Promise<Result> {
  const settings = parseSettings(
    z.object({ ...addresses, portalDataKeys, sekimoriMode, outboundLoopback, outboundNetworks }),
    environmentOf(dataFolder),
  );
  const clock = systemClock;
  const outbound = createOutbound({
    production: settings.sekimoriMode !== "development",
    loopback: settings.outboundLoopback,
    privateNetworks: settings.outboundNetworks,
  });
  const sealer = createSealer(settings.portalDataKeys.reveal());
  const webhooks = createWebhooks({ sealer, outbound, clock });
  try {
    return await withDatabase(settings, (db) => work({ db, clock, webhooks }));
  } finally {
    await outbound.close();
  }
}
