import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { migrate } from "@sekimori/kit-server/database";
import { expect, test } from "vitest";
import { portalMigrations } from "../migrations.ts";

// Two released files could be run by a superuser only. They were mended: an installation that has
// them goes on, and ends with the same functions as a new one.

/** The first migration after those that were mended. */
const next = "053-events-by-a-plain-owner.sql";

const head = /^-- Mended, was sha256:(\w+): .*\n/;

/** What was mended, and what stood there. */
const released = {
  "031-operator-events.sql": [
    `language plpgsql as $$
begin
  if kit.webhook_wanted('operator', event) then
`,
    `language plpgsql set app.webhook_owner = 'operator' as $$
begin
  if exists (select from kit.webhook_endpoint e
      where e.owner = 'operator' and e.disabled_at is null and event = any (e.events)) then
`,
  ],
  "047-what-billing-writes.sql": [
    `language plpgsql stable as $$
begin
  return kit.webhook_wanted('operator');
end
`,
    `language plpgsql stable set app.webhook_owner = 'operator' as $$
begin
  return exists (select from kit.webhook_endpoint e
    where e.owner = 'operator' and e.disabled_at is null);
end
`,
  ],
} as const;

/** Every function of the portal, as PostgreSQL writes it. */
async function functionsOf(pool: TestDatabase<unknown>["pool"]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc
     where pronamespace = 'portal'::regnamespace order by 1`,
  );
  return rows.map(({ text }) => text);
}

test("an installation from before the mended migrations has what a new one has", async () => {
  const [portal] = portalMigrations;
  if (!portal) throw new Error("There are no migrations.");
  const folder = await mkdtemp(join(tmpdir(), "sekimori-mended-"));
  const fresh = await createTestDatabase(portalMigrations);
  const before = await createTestDatabase([]);
  const installed = { pool: before.superuser };
  try {
    await cp(portal.folder, folder, { recursive: true });
    for (const [name, [mended, was]] of Object.entries(released)) {
      const text = await readFile(join(folder, name), "utf8");
      const original = text.replace(head, "").replace(mended, () => was);
      const checksum = createHash("sha256").update(original).digest("hex");
      expect(checksum, `${name} is not what was released`).toBe(head.exec(text)?.[1]);
      await writeFile(join(folder, name), original);
    }
    const later = (await readdir(folder)).filter((name) => name >= next);
    for (const name of later) await rm(join(folder, name));
    await migrate(installed, [{ schema: "portal", folder }]);
    const done = await migrate(installed, portalMigrations);
    expect(done).toEqual(later.map((name) => `portal/${name}`));
    expect(done[0]).toBe(`portal/${next}`);
    expect(await functionsOf(installed.pool)).toEqual(await functionsOf(fresh.pool));
  } finally {
    await before.close();
    await fresh.close();
    await rm(folder, { recursive: true, force: true });
  }
});
