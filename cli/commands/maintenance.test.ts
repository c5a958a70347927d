import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import type { Tables } from "@sekimori/portal-server/tables";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { operatorEnvironment } from "../testing/operator-environment.ts";
import { runInProcess } from "../testing/run-operator.ts";
import { servingUrl } from "../testing/serving-url.ts";
import { maintenanceCommand } from "./maintenance-command.ts";

// `sekimori maintenance`, on the role that serves.

let database: TestDatabase<Tables>;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  url = await servingUrl(database, portalFence);
});
afterAll(() => database.close());
beforeEach(() => {
  for (const [name, value] of Object.entries(operatorEnvironment(url))) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const run = (...args: readonly string[]) => runInProcess(maintenanceCommand(), args);

const by = ["--operator", "Sato"];
const why = ["--reason-ja", "点検のため", "--reason-en", "A check"];

test("an area is closed with an end of its own or without, shown, and opened again", async () => {
  expect((await run("status")).text).toBe("Nothing is closed.");
  const timed = await run("start", "sign-up", ...why, "--minutes", "30", ...by);
  expect([timed.code, timed.text]).toEqual([
    0,
    expect.stringMatching(
      /^Closed: sign-up, until \d{4}\/\d\d\/\d\d \d\d:\d\d in Tokyo, by itself\./,
    ),
  ]);
  const open = await run("start", "payment", ...why, "--open-end", ...by);
  expect(open.text).toMatch(/^Closed: payment, until “maintenance end”\./);
  const { text } = await run("status");
  expect(text.split("\n")).toEqual([
    expect.stringMatching(/^sign-up: until .+, by Sato: A check$/),
    expect.stringMatching(/^payment: until “maintenance end”, since .+, by Sato: A check$/),
  ]);
  expect(JSON.parse((await run("status", "--json")).text)).toMatchObject([
    { area: "sign-up", startedBy: "Sato" },
    { area: "payment", endsAt: null },
  ]);
  expect((await run("end", "payment", ...by)).text).toMatch(/^Open again: payment\./);
  expect(await run("end", "payment", ...by)).toEqual({ text: "payment is not closed.", code: 1 });
  const { rows } = await database.pool.query(
    "select action, detail ->> 'operator' as by from portal.audit_event order by id",
  );
  expect(rows).toEqual([
    { action: "operator.maintenance-started", by: "Sato" },
    { action: "operator.maintenance-started", by: "Sato" },
    { action: "operator.maintenance-ended", by: "Sato" },
  ]);
});

test("an end is said, or that there is none; a trial changes nothing; a reason is readable", async () => {
  const before = (await run("status")).text;
  for (const wrong of [[], ["--minutes", "5", "--open-end"]]) {
    const answer = await run("start", "log-in", ...why, ...wrong, ...by);
    expect(answer).toEqual({ text: expect.stringMatching(/^Give either --minutes/), code: 1 });
  }
  const tried = await run("start", "log-in", ...why, "--minutes", "5", "--dry-run", ...by);
  expect(tried.text).toMatch(/^Would be done: .*Nothing was changed\.$/);
  const blank = ["--reason-ja", " ", "--reason-en", "A check", "--open-end"];
  const refused = await run("start", "log-in", ...blank, ...by);
  expect(refused).toEqual({ text: expect.stringMatching(/^--reason-ja: /), code: 1 });
  expect((await run("status")).text).toBe(before);
});
