import { join } from "node:path";
import { writeTables } from "@sekimori/kit-development/write-tables";
import { karteMigrations } from "../migrations.ts";

await writeTables(karteMigrations, join(import.meta.dirname, "generated/tables.ts"));
