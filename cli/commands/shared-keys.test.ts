import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { createLogger } from "@sekimori/kit-server/logger";
import { type Announcement, announceProcess } from "@sekimori/kit-server/processes";
import { parseKeyring } from "@sekimori/kit-server/sealing";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import type { Tables } from "@sekimori/portal-server/tables";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dataKey, operatorEnvironment } from "../testing/operator-environment.ts";
import { runCommand } from "../testing/run-command.ts";
import { servingUrl } from "../testing/serving-url.ts";

// How a data key is changed while processes serve, by the commands as an operator gives them.

let database: TestDatabase<Tables>;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  url = await servingUrl(database, portalFence);
});
afterAll(() => database.close());

let serving: Announcement | undefined;
afterEach(() => serving?.stop());

const [former, latter] = [dataKey("k1", 7), dataKey("k2", 8)];

/** Another process of the installation, with these keys. */
async function serve(keys: string): Promise<void> {
  const logger = createLogger({ name: "test", level: "fatal" });
  serving = await announceProcess({ db: database.db, logger }, "portal", parseKeyring(keys));
}

const sekimori = (keys: string, ...args: string[]) =>
  runCommand(args, { ...operatorEnvironment(url), PORTAL_DATA_KEYS: keys });

const rotate = ["operator", "data-keys", "rotate"];

test("nothing is rotated while a process seals with another key", async () => {
  await serve(`${former},${latter}`);
  const refused = await sekimori(`${latter},${former}`, ...rotate);
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(/^Nothing was sealed again, because a portal process .*"k1"/);
  expect(refused.stderr.trim().split("\n")).toHaveLength(1);
}, 180_000);

test("a rotation that waits goes on when that process has gone", async () => {
  await serve(former);
  const rotating = sekimori(`${latter},${former}`, ...rotate, "--wait", "120");
  setTimeout(() => serving?.stop(), 5_000);
  expect((await rotating).stdout).toContain("values sealed again");
}, 180_000);

test.each(["portal", "worker"])(
  "a %s with a key that another lacks does not start",
  async (name) => {
    await serve(former);
    const { code, stderr } = await sekimori(`${latter},${former}`, name);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^This process would seal with the data key "k2", which a portal process/,
    );
  },
  180_000,
);
