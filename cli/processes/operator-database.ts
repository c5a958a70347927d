import { type Clock, systemClock } from "@sekimori/kit-server/clock";
import { type Database, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { createSealer, type Sealer } from "@sekimori/kit-server/sealing";
import { parseSettings } from "@sekimori/kit-server/settings";
import type { Tables } from "@sekimori/portal-server/tables";
import { z } from "zod";
import { processSettingsSchema } from "./settings.ts";

// Of a schema with rules over several settings zod picks nothing.
const { databaseUrl, portalDataKeys } = processSettingsSchema.shape;
const settingsSchema = z.object({ databaseUrl, portalDataKeys });

/** What an operator's command works on. */
export interface OperatorBooks {
  readonly db: Database<Tables>["db"];
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/**
 * Runs one command on the database that the environment names.
 *
 * @throws SettingsError naming every setting that is missing or wrong
 */
export async function withOperatorDatabase<Result>(
  work: (books: OperatorBooks) => Promise<Result>,
): Promise<Result> {
  const settings = parseSettings(settingsSchema, process.env);
  const logger = createLogger({ name: "operator" });
  const database = openDatabase<Tables>({
    url: settings.databaseUrl.reveal(),
    logger,
    poolSize: 2,
    schema: "portal",
  });
  try {
    const sealer = createSealer(settings.portalDataKeys.reveal());
    return await work({ db: database.db, clock: systemClock, sealer });
  } finally {
    await database.close();
  }
}
