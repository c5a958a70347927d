import { join } from "node:path";
import { writeTables } from "@sekimori/kit-development/write-tables";
import { portalMigrations } from "../migrations.ts";

await writeTables(portalMigrations, join(import.meta.dirname, "generated/tables.ts"));
