import { join } from "node:path";
import type { Migration } from "@sekimori/kit-server/database";

/** The portal's part of the database; hand it to `migrate`. */
export const portalMigrations: readonly Migration[] = [
  { schema: "portal", folder: join(import.meta.dirname, "migrations") },
];
