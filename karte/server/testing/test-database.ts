import { randomBytes } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { type Database, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { prepareApplicationRole } from "../database/application-role.ts";
import type { Tables } from "../database/generated/tables.ts";
import { karteMigrations } from "../migrations.ts";

export interface KarteTestDatabase {
  /** As the schema's owner: sees everything. For looking at what was written. */
  readonly owner: TestDatabase<Tables>;
  /** As karte connects. */
  readonly application: Database<Tables>;
  readonly applicationUrl: string;
  /** Of this database alone. */
  readonly applicationRole: string;
  close(): Promise<void>;
}

const password = "only-for-tests";

/** A migrated database of its own, reached as its owner and as the application. */
export async function createKarteDatabase(): Promise<KarteTestDatabase> {
  const owner = await createTestDatabase<Tables>(karteMigrations, "karte");
  // Roles are of the whole cluster, which other test files use at the same time.
  const role = `karte_for_tests_${randomBytes(6).toString("hex")}`;
  await prepareApplicationRole(owner, { pool: owner.superuser }, role, password);
  const url = new URL(owner.url);
  url.username = role;
  url.password = password;
  const application = openDatabase<Tables>({
    url: url.href,
    logger: createLogger({ name: "tests", level: "silent" }),
    schema: "karte",
    plans: "each",
  });
  return {
    owner,
    application,
    applicationUrl: url.href,
    applicationRole: role,
    async close() {
      await application.close();
      await owner.superuser.query(`drop owned by ${role}; drop role ${role}`);
      await owner.close();
    },
  };
}
