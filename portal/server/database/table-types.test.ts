import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { tableTypes } from "@sekimori/kit-development/table-types";
import { createTestDatabase } from "@sekimori/kit-development/testing";
import { expect, test } from "vitest";
import { portalMigrations } from "../migrations.ts";

test("the generated table types are those of the migrations", async () => {
  const database = await createTestDatabase(portalMigrations);
  try {
    const file = join(import.meta.dirname, "generated/tables.ts");
    expect(await readFile(file, "utf8")).toBe(await tableTypes(database.pool, "portal"));
  } finally {
    await database.close();
  }
});
