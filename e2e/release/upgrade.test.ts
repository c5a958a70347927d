import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { karteMigrations } from "@sekimori/karte-server/migrations";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Balancer, startBalancer } from "../faults/support/balancer.ts";
import { halfDone, jobsDone } from "../faults/support/consistency.ts";
import { percentile, report } from "../faults/support/figures.ts";
import {
  type Installation,
  installationAt,
  madeArtefacts,
} from "../faults/support/installation.ts";
import { type RunningProcess, runtime } from "../faults/support/running-process.ts";
import {
  emptyDatabase,
  type Surroundings,
  startSurroundings,
} from "../faults/support/surroundings.ts";
import { goOn, Met, type Stage } from "./upgrade-load.ts";

// Row “upgrade”: the artefact of the release before and this one's serve together while people sign up
// and pay, scan and are billed, while the database is migrated beside somebody who reads for long; then
// this one's alone; then a release back, on the schema of this one.

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sekimori-upgrade-"));
const month = "2027-01-01";
/** Somebody's report that nobody has ended: every table of both applications is in its hands. */
const readerSeconds = Number(process.env.UPGRADE_READER_SECONDS ?? "35");

type Which = "before" | "this" | "next";
type Command = "portal" | "worker" | "karte";
interface Place {
  readonly command: Command;
  readonly port: number;
  readonly process: RunningProcess;
}

interface Before {
  readonly name: string;
  readonly folder: string;
  /** Where it is no tag: the last number of each folder of migrations. */
  readonly lastFiles?: Readonly<Record<string, number>>;
}
let before: Before;
let thisTree = "";
let around: Surroundings;
let portalBalancer: Balancer;
let karteBalancer: Balancer;
let stage: Stage;
let isOver = false;
let load: Promise<void> = Promise.resolve();
/** What the present phase does; processes that it starts are ended too, when the load fails before. */
let underWay: Promise<unknown> = Promise.resolve();
const installations: Partial<Record<Which, Installation>> = {};
const settings: Record<string, string> = {};
const secrets: Record<Command, Record<string, string>> = { portal: {}, worker: {}, karte: {} };
const owners = { portal: "", karte: "" };
const roles = { portal: "", karte: "" };
let places: Place[] = [];

function installed(which: Which): Installation {
  const found = installations[which];
  if (found === undefined) throw new Error(`Nothing of ${which} is installed.`);
  return found;
}

/** The artefacts of the release before, made from its own sources unless they have been made before. */
function madeBefore(): Before {
  const said = execFileSync(runtime, ["tooling/release/release-before.ts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(said) as Before;
}

function unpack(which: Which, made: string): void {
  const at = join(folder, which);
  mkdirSync(join(at, "secrets"), { recursive: true });
  const [tarball = ""] = readdirSync(made).filter((name) => name.endsWith("linux-x64.tar.xz"));
  execFileSync("tar", ["--extract", "--file", join(made, tarball), "--directory", at]);
  const tree = join(at, tarball.replace(".tar.xz", ""));
  if (which === "this") thisTree = tree;
  installations[which] = installationAt(tree, join(at, "secrets"));
}

async function start(which: Which, command: Command): Promise<Place> {
  const port = await freePort();
  const own = { ...settings, LISTEN_PORT: String(port) };
  const process = await installed(which).start(command, own, secrets[command]);
  outputs.push(() => process.output());
  return { command, port, process };
}

/** Of every process that was started. */
const outputs: (() => string)[] = [];

/** What processes said of the failures that somebody met, by the requests' ids. */
function explained(failures: readonly string[]): readonly string[] {
  const lines = outputs.flatMap((output) => output().split("\n"));
  return failures.map((failure) => {
    const [, id = "(none)"] = /"requestId":"([^"]+)"/.exec(failure) ?? [];
    const said = lines.filter((line) => line.includes(id) && line.includes('"err"'));
    return [failure, ...said].join("\n");
  });
}

const startAll = (which: Which) =>
  Promise.all(
    (["portal", "portal", "worker", "worker", "karte", "karte"] as const).map((command) =>
      start(which, command),
    ),
  );

async function migrate(which: Which): Promise<string> {
  let printed = "";
  for (const application of ["portal", "karte"] as const) {
    const name = application === "portal" ? "DATABASE_OWNER_URL" : "KARTE_DATABASE_OWNER_URL";
    const { code, stdout, stderr } = await installed(which).run(
      ["migrate", "--application", application, "--grant-to", roles[application]],
      settings,
      { [name]: owners[application] },
    );
    expect(code, stderr).toBe(0);
    printed += stdout + stderr;
  }
  return printed;
}

/** One process after the other is ended, once all of the other release are there. */
async function replaceBy(which: Which): Promise<void> {
  const leaving = places;
  places = [...leaving, ...(await startAll(which))];
  // For a while both are asked.
  await pause(5_000);
  for (const place of leaving) {
    expect(await place.process.terminate()).toBe(0);
    places = places.filter((one) => one !== place);
  }
}

const portsOf = (command: Command) => () =>
  places.filter((place) => place.command === command).map(({ port }) => port);

beforeAll(async () => {
  before = madeBefore();
  unpack("before", before.folder);
  unpack("this", madeArtefacts());
  const [port, kartePort] = [await freePort(), await freePort()];
  const [origin, karteOrigin] = [`http://localhost:${port}`, `http://localhost:${kartePort}`];
  around = await startSurroundings(origin, karteOrigin);
  Object.assign(settings, around.settings, {
    DRAIN_SECONDS: "2",
    OUTBOUND_LOOPBACK: karteOrigin,
  });
  portalBalancer = await startBalancer(port, portsOf("portal"), true);
  karteBalancer = await startBalancer(kartePort, portsOf("karte"), true);
  const databases = {
    portal: await emptyDatabase(portalMigrations),
    karte: await emptyDatabase(karteMigrations),
  };
  for (const application of ["portal", "karte"] as const) {
    owners[application] = databases[application].owner;
    roles[application] = databases[application].role;
  }
  Object.assign(secrets.portal, around.portalSecrets, { DATABASE_URL: databases.portal.serving });
  Object.assign(secrets.worker, secrets.portal);
  Object.assign(secrets.karte, around.karteSecrets, {
    KARTE_DATABASE_URL: databases.karte.serving,
  });
  stage = {
    origin,
    karteOrigin,
    mails: around.mails,
    standIn: around.standIn,
    portal: new Pool({ connectionString: owners.portal, max: 4 }),
    karte: new Pool({ connectionString: owners.karte, max: 4 }),
    met: new Met(),
    isOver: () => isOver,
  };
}, 1_200_000);

afterAll(async () => {
  isOver = true;
  await load.catch(() => undefined);
  await underWay;
  await Promise.all(places.map(({ process }) => process.kill()));
  await stage?.portal.end();
  await stage?.karte.end();
  await portalBalancer?.stop();
  await karteBalancer?.stop();
  await around?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * This release with a migration more for each table of an application: a column that only the next one
 * knows. What returns all columns of a table returns more from then on.
 */
async function installNext(): Promise<void> {
  const tree = join(folder, "next", "tree");
  cpSync(thisTree, tree, { recursive: true });
  mkdirSync(join(folder, "next/secrets"));
  for (const [schema, pool] of [
    ["portal", stage.portal],
    ["karte", stage.karte],
  ] as const) {
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = $1::regnamespace
       and relkind in ('r', 'p') and not relispartition and relname <> 'migration' order by 1`,
      [schema],
    );
    const own = join(tree, "migrations", schema);
    for (const [index, { name }] of rows.entries()) {
      const number = String(readdirSync(own).length + 1).padStart(3, "0");
      const sql = `-- Of the next release, ${index + 1}.\nalter table ${schema}.${name} add column of_the_next text;\n`;
      writeFileSync(join(own, `${number}-more-of-${name.replaceAll("_", "-")}.sql`), sql);
    }
  }
  installations.next = installationAt(tree, join(folder, "next/secrets"));
}

/** Has every table open in a transaction that reads, and ends it by itself. */
async function readForLong(pool: Pool, schema: string): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1`,
      [schema],
    );
    await client.query("begin transaction read only");
    for (const { name } of rows) await client.query(`select from ${name} limit 1`);
    await pause(readerSeconds * 1_000);
    await client.query("rollback");
  } finally {
    client.release();
  }
}

test("the release before serves, on the schema that it knows", async () => {
  const migrated = await migrate("before");
  for (const [schema, last] of Object.entries(before.lastFiles ?? {})) {
    const [name = ""] = schema.split("/");
    const files = migrated.match(new RegExp(`^${name}/\\d{3}-`, "gm")) ?? [];
    // The kit's are in both databases.
    expect([schema, files.length / (name === "kit" ? 2 : 1)]).toEqual([schema, last]);
  }
  places = await Promise.all(
    (["portal", "portal", "worker"] as const).map((command) => start("before", command)),
  );
  const preset = ["--preset", "karte", "--allow-private-addresses", "--json", "--operator", "Sato"];
  const added = await installed("before").run(
    ["operator", "clients", "add", ...preset],
    settings,
    secrets.portal,
  );
  expect(added.code, added.stderr).toBe(0);
  secrets.karte.KARTE_CLIENT_SECRET = (
    JSON.parse(added.stdout) as { client_secret: string }
  ).client_secret;
  places.push(
    ...(await Promise.all(
      (["worker", "karte", "karte"] as const).map((command) => start("before", command)),
    )),
  );
});

test("nobody's request fails while the database is migrated, releases are exchanged, and one goes back", async () => {
  const { met } = stage;
  load = goOn(stage, month);
  const figures: Record<string, number | string> = {};
  const phase = async <Result>(name: string, work: () => Promise<Result>) => {
    met.takeTimes();
    const began = performance.now();
    const ended = load.then(
      () => Promise.reject(new Error("The load has ended.")),
      (error: unknown) =>
        Promise.reject(new Error(explained(met.failures).join("\n\n"), { cause: error })),
    );
    const working = work();
    underWay = working.catch(() => undefined);
    const result = await Promise.race([working, ended]);
    figures[`${name}, s`] = Math.round((performance.now() - began) / 100) / 10;
    const times = met.takeTimes();
    figures[`${name}, p99 ms`] = Math.round(percentile(times, 0.99));
    figures[`${name}, slowest ms`] = Math.round(Math.max(0, ...times));
    return result;
  };
  await phase("before", () => pause(15_000));
  const migrated = await phase("migrating beside a reader", async () => {
    const readers = [readForLong(stage.portal, "portal"), readForLong(stage.karte, "karte")];
    await pause(500);
    const printed = await migrate("this");
    await Promise.all(readers);
    return printed;
  });
  expect(migrated).toContain("waits for locks");
  await phase("exchanging", () => replaceBy("this"));
  await phase("after", () => pause(10_000));
  await installNext();
  const next = await phase("a column more in every table", () => migrate("next"));
  await pause(3_000);
  await phase("a release back", () => replaceBy("before"));
  await phase("after a release back", () => pause(10_000));
  await replaceBy("this");
  isOver = true;
  await load;
  await jobsDone(stage.portal);
  await jobsDone(stage.karte);

  const one = async (pool: Pool, query: string) =>
    (await pool.query<{ n: number }>(query)).rows[0]?.n ?? -1;
  const failedJobs =
    (await one(
      stage.portal,
      "select count(*)::int as n from graphile_worker.jobs where attempts > 1 or last_error is not null",
    )) +
    (await one(
      stage.karte,
      "select count(*)::int as n from graphile_worker.jobs where attempts > 1 or last_error is not null",
    ));
  const invoices = await one(
    stage.portal,
    "select count(*)::int as n from portal.invoice where state = 'paid'",
  );
  const unpaid = await one(
    stage.portal,
    "select count(*)::int as n from portal.invoice where state <> 'paid'",
  );
  const twice = await one(
    stage.portal,
    "select count(*)::int as n from (select from portal.invoice group by contract_id, period having count(*) > 1) twice",
  );
  const filesIn = (printed: string) =>
    printed.match(/^(portal|karte|kit)\/\d{3}-[a-z0-9-]+\.sql$/gm)?.length ?? 0;
  const failures = explained(met.failures);
  // The baseline is no release, and its prepared statements fail once as a column is added.
  const isBaselines = (failure: string) =>
    before.lastFiles !== undefined &&
    failure.includes("cached plan must not change result type") &&
    failure.includes(join(folder, "before"));
  const failed = failures.filter((failure) => !isBaselines(failure));
  report("upgrade", {
    from: before.name,
    files: filesIn(migrated),
    "files of the next release": filesIn(next),
    ...figures,
    requests: met.requests,
    "failed requests": failed.length,
    "met by the baseline's prepared statements": failures.length - failed.length,
    members: met.members,
    "terms read again": met.readAgain,
    scans: met.scans,
    invoices,
    "charged at the company": stage.standIn.company.memory.payments.size,
    "failed jobs": failedJobs,
  });
  expect(failed).toEqual([]);
  expect(filesIn(next)).toBeGreaterThan(100);
  expect(figures["migrating beside a reader, p99 ms"]).toBeLessThanOrEqual(2_000);
  expect([unpaid, twice, failedJobs]).toEqual([0, 0, 0]);
  expect(stage.standIn.company.memory.payments.size).toBe(invoices);
  expect(Math.min(invoices, met.scans)).toBeGreaterThan(5);
  expect(await halfDone(stage.portal)).toEqual({});
}, 900_000);

test("each process ends in order", async () => {
  const codes = await Promise.all(places.splice(0).map(({ process }) => process.terminate()));
  expect(new Set(codes)).toEqual(new Set([0]));
});
