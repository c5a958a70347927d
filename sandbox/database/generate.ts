import { join } from "node:path";
import { writeTables } from "@sekimori/kit-development/write-tables";
import { sandboxMigrations } from "../migrations/migrations.ts";

await writeTables(sandboxMigrations, join(import.meta.dirname, "generated/tables.ts"));
