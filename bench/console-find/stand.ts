import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@sekimori/kit-development/postgres";
import { systemClock } from "@sekimori/kit-server/clock";
import { type Database, migrate, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { parseSettings } from "@sekimori/kit-server/settings";
import { sandboxPaymentGateway } from "@sekimori/portal-server/adapters/sandbox-payment";
import { createPortalCore, type PortalCore } from "@sekimori/portal-server/core";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { portalSettingsSchema } from "@sekimori/portal-server/settings";
import type { Tables } from "@sekimori/portal-server/tables";
import { environment } from "../billing/run.ts";

/** The portal's services on a database of their own, as a console process has them. */
export interface FindStand {
  readonly core: PortalCore;
  readonly database: Database<Tables>;
  close(): Promise<void>;
}

/** @param kept a folder whose accounts are used again and stay; a new one that goes unless given. */
export async function startFindStand(kept: string | undefined): Promise<FindStand> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), "sekimori-find-bench-"));
  mkdirSync(folder, { recursive: true });
  const logger = createLogger({ name: "bench", level: "error" });
  const dataDir = join(folder, "postgres");
  const server = await startEmbeddedPostgres({ dataDir, logger, durable: true });
  const database = openDatabase<Tables>({
    url: server.url,
    logger,
    poolSize: 4,
    schema: "portal",
    statementTimeout: 0,
  });
  await migrate(database, portalMigrations);
  const nowhere = "http://localhost:9";
  const core = await createPortalCore({
    settings: parseSettings(portalSettingsSchema, environment),
    database,
    clock: systemClock,
    logger,
    mailer: { send: async () => undefined, close: () => undefined },
    gateway: sandboxPaymentGateway({
      apiOrigin: nowhere,
      fieldsUrl: nowhere,
      publishableKey: "",
      secretKey: "",
      webhookSecret: "",
    }),
  });
  return {
    core,
    database,
    async close() {
      await core.close();
      await database.close();
      await server.stop();
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
