import { readFileSync } from "node:fs";
import { seedLargeWorkspace } from "@sekimori/karte-server/large-workspace";
import { createLogger } from "@sekimori/kit-server/logger";
import { parseSettings } from "@sekimori/kit-server/settings";
import { z } from "zod";
import { karteDatabaseOf } from "../development/karte-in-product.ts";
import { databaseUrlFile } from "../processes/operator-database.ts";
import { asOwner } from "../processes/owner-settings.ts";
import { processSettingsSchema } from "../processes/settings.ts";

// Of a schema with rules over several settings zod picks nothing.
const { sekimoriMode } = processSettingsSchema.shape;

export interface SeedOptions {
  readonly domains: number;
  readonly others: number;
  readonly workspace?: string;
  /** Of a running `sekimori start`; without it KARTE_DATABASE_OWNER_URL names the database. */
  readonly data?: string;
}

/** Findings of each domain, and observations of its assets. */
const findingsEach = 10;
const observationsEach = 50;

/**
 * `sekimori seed`: fills a workspace with made-up domains, to look at long lists and to measure.
 *
 * @throws Error in production.
 */
export async function seed(options: SeedOptions): Promise<void> {
  const { sekimoriMode: mode } = parseSettings(z.object({ sekimoriMode }), process.env);
  if (mode === "production") throw new Error("Made-up data has no place in production.");
  const url =
    options.data === undefined
      ? {}
      : { url: karteDatabaseOf(readFileSync(databaseUrlFile(options.data), "utf8").trim()) };
  const logger = createLogger({ name: "seed" });
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1_000).toFixed(0);
  await asOwner("karte", { ...url, logger, poolSize: 1 }, async (database) => {
    const workspace = await seedLargeWorkspace(database.pool, {
      workspaceId: options.workspace,
      domains: options.domains,
      findingsPerDomain: findingsEach,
      others: options.others,
      observations: options.domains * observationsEach,
      progress: (step) => console.log(`${seconds()} s  ${step} …`),
    });
    console.log(
      `${seconds()} s  ${options.domains} domains with ${options.domains * findingsEach} findings are in the workspace ${workspace}.`,
    );
  });
}
