import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { tableTypes } from "./table-types.ts";

// Writes generated/tables.ts from the migrated database that DATABASE_URL names:
//   DATABASE_URL=postgres://… node portal/server/database/generate.ts
const url = process.env.DATABASE_URL;
if (url === undefined) throw new Error("DATABASE_URL is required.");
const database = openDatabase({ url, logger: createLogger({ name: "generate" }) });
await writeFile(
  join(import.meta.dirname, "generated/tables.ts"),
  await tableTypes(database.pool, "portal"),
);
await database.close();
