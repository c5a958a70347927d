import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningProduct, runProduct } from "../support/running-product.ts";
import { report } from "./support/figures.ts";
import { newMember } from "./support/journeys.ts";
import { Mails } from "./support/mails.ts";
import { main, runtime } from "./support/running-process.ts";

// Row 35: the machine is lost; the database's copy and the keys' were kept apart.

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sekimori-drill-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sekimori = (...args: readonly string[]) =>
  run(runtime, [main, ...args], { env: { ...process.env, LOG_LEVEL: "error" } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

async function asked<Row extends object>(product: RunningProduct, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const signedIn = ({ portalOrigin }: RunningProduct, email: string, password: string) =>
  fetch(`${portalOrigin}${signIn.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: portalOrigin },
    body: JSON.stringify({ email, password, locale: "en" }),
  });

const people = "select id, email_digest from portal.account order by id";

test("a backup taken while people sign up is restored on an empty folder, and people sign in", async () => {
  const place = (name: string) => join(folder, name);
  const [data, to, keys] = [place("data"), place("backup"), place("keys")];
  const from = ["--data", data, "--to", to, "--keys", keys, "--operator", "Sato", "--json"];
  const first = await runProduct({}, { dataFolder: data });
  const surroundings = { origin: first.portalOrigin, mails: new Mails(first.sandboxOrigin) };
  await newMember(surroundings);
  const kept = await asked<{ id: string }>(first, people);

  const tried = await sekimori("backup", ...from, "--dry-run");
  expect(JSON.parse(tried.stdout)).toMatchObject({ dryRun: true });
  expect((await readdir(folder)).sort()).toEqual(["data"]);
  const within = await sekimori("backup", "--data", data, "--to", to, "--keys", join(to, "k"));
  expect([within.code, within.stderr]).toEqual([1, expect.stringContaining("--keys")]);

  // The copy is taken while rows are written.
  const [made] = await Promise.all([sekimori("backup", ...from), newMember(surroundings)]);
  expect(made.stderr).toBe("");
  const facts = JSON.parse(made.stdout) as { accounts: number; seconds: number; bytes: number };
  const again = await sekimori("backup", ...from);
  expect([again.code, again.stderr]).toEqual([1, `--to: ${to} is not empty.\n`]);
  const secrets = JSON.parse(await readFile(join(keys, "secrets.json"), "utf8")) as object;
  await first.stop();
  await rm(data, { recursive: true, force: true });

  const began = performance.now();
  const back = place("restored");
  const restore = ["restore", "--from", to, "--keys", keys, "--operator", "Suzuki", "--json"];
  const done = await sekimori(...restore, "--data", back);
  expect(done.stderr).toBe("");
  const minutes = (performance.now() - began) / 60_000;
  const over = await sekimori(...restore, "--data", back);
  expect([over.code, over.stderr]).toEqual([1, `--data: ${back} is not empty.\n`]);

  const second = await runProduct({}, { dataFolder: back });
  try {
    const found = new Set((await asked<{ id: string }>(second, people)).map(({ id }) => id));
    const lost = kept.filter(({ id }) => !found.has(id)).length;
    const demo = await signedIn(second, "demo@sekimori.example", "Sekimori-2026");
    const acts = await asked<{ action: string; by: string }>(
      second,
      `select action, detail->>'operator' as by from portal.audit_event
         where action like 'operator.backup%' order by id`,
    );
    report("35", {
      "accounts at the copy's beginning": kept.length,
      lost,
      "minutes to restore": Number(minutes.toFixed(2)),
      "seconds to copy": Number(facts.seconds.toFixed(1)),
      MiB: Math.round(facts.bytes / 1024 ** 2),
    });
    expect(lost).toBe(0);
    expect(demo.status).toBe(200);
    expect(acts).toEqual([
      { action: "operator.backup-made", by: "Sato" },
      { action: "operator.backup-restored", by: "Suzuki" },
    ]);
  } finally {
    await second.stop();
  }

  // Without the keys the copy shows no personal data, and a changed copy is not put back.
  const copy = Buffer.concat(
    await Promise.all(
      (await readdir(join(to, "cluster"), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(entry.parentPath, entry.name))),
    ),
  );
  for (const secret of Object.values(secrets)) expect(copy.includes(String(secret))).toBe(false);
  await appendFile(join(to, "cluster", "PG_VERSION"), "1");
  const changed = await sekimori(...restore, "--data", place("other"));
  expect(changed.code).toBe(1);
  expect(changed.stderr).toContain("PG_VERSION is not as it was when the backup was made.");
}, 300_000);
