import { join } from "node:path";
import { writeTables } from "@sekimori/kit-server/write-tables";
import { portalMigrations } from "../migrations.ts";

await writeTables(portalMigrations, join(import.meta.dirname, "generated/tables.ts"));
