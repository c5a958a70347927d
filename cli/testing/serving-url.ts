import { randomBytes } from "node:crypto";
import { prepareServingRole } from "@sekimori/kit-development/serving-role";
import type { TestDatabase } from "@sekimori/kit-development/testing";
import type { Fence } from "@sekimori/kit-server/database";

/** The address of a test's database as a process works with it: by a role of its own that owns nothing. */
export const servingUrl = (
  database: Pick<TestDatabase<unknown>, "pool" | "url" | "superuser">,
  fence: Fence,
): Promise<string> =>
  prepareServingRole(database, database.url, {
    ...fence,
    // Roles are of the whole cluster, which other test files use at the same time.
    role: `serving_${randomBytes(6).toString("hex")}`,
    password: "only-for-tests",
    administrator: { pool: database.superuser },
  });
