import { join } from "node:path";
import type { Migration } from "@sekimori/kit-server/database";

/** Karte's part of its database; hand it to `migrate`. */
export const karteMigrations: readonly Migration[] = [
  {
    schema: "karte",
    folder: join(import.meta.dirname, "migrations"),
    ownerBypassesRowSecurity: true,
  },
];

/** What the application's role may add to and never change; hand it to `grantUse`. */
export const karteAppendOnly = ["karte.activity", "kit.chain_header"] as const;
