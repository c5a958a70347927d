import { randomBytes } from "node:crypto";
import { prepareServingRole } from "@sekimori/kit-development/serving-role";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import {
  openServingDatabase,
  type ServingDatabase,
  usualPace,
} from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import type { Tables } from "../database/generated/tables.ts";
import { karteFence, karteMigrations } from "../migrations.ts";

export interface KarteTestDatabase {
  /** As the schema's owner: sees everything. For looking at what was written. */
  readonly owner: TestDatabase<Tables>;
  /** As karte connects. */
  readonly application: ServingDatabase<Tables>;
  readonly applicationUrl: string;
  /** Of this database alone. */
  readonly applicationRole: string;
  close(): Promise<void>;
}

const password = "only-for-tests";

/**
 * A migrated database of its own, reached as its owner and as the application.
 *
 * @param readsApart names it as its own replica, too: what only reads is on connections that take no
 *   write.
 */
export async function createKarteDatabase(readsApart = false): Promise<KarteTestDatabase> {
  const owner = await createTestDatabase<Tables>(karteMigrations, "karte");
  // Roles are of the whole cluster, which other test files use at the same time.
  const role = `karte_for_tests_${randomBytes(6).toString("hex")}`;
  const applicationUrl = await prepareServingRole(owner, owner.url, {
    ...karteFence,
    role,
    password,
    administrator: { pool: owner.superuser },
  });
  const application = openServingDatabase<Tables>({
    url: applicationUrl,
    fence: karteFence,
    logger: createLogger({ name: "tests", level: "silent" }),
    schema: "karte",
    plans: "each",
    ...(readsApart ? { readUrl: applicationUrl, replicaPace: { ...usualPace, everyMs: 20 } } : {}),
  });
  return {
    owner,
    application,
    applicationUrl,
    applicationRole: role,
    async close() {
      await application.close();
      await owner.superuser.query(`drop owned by ${role}; drop role ${role}`);
      await owner.close();
    },
  };
}
