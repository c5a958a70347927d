import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { karteFence, karteMigrations } from "@sekimori/karte-server/migrations";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { servingOf } from "@sekimori/kit-development/testing/owner-role";
import { grantUse, openDatabase, poolerProblem } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { getMyProfile, updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import { agree, cards } from "@sekimori/portal-server/testing/sign-up-calls";
import { Client, Pool } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { jobsDone } from "./support/consistency.ts";
import { freshDatabase } from "./support/databases.ts";
import { report } from "./support/figures.ts";
import { newMember, signInAs, signUpTo } from "./support/journeys.ts";
import { ownWorld } from "./support/own-world.ts";
import { Person } from "./support/person.ts";
import { hasPooler, type Pooler, startPooler } from "./support/pooler.ts";
import { runSekimori } from "./support/run-sekimori.ts";
import { type RunningProcess, runProcess } from "./support/running-process.ts";
import { patience, sized } from "./support/sizes.ts";
import { dataKeys } from "./support/world.ts";

// Row 54: everything of a short day by way of PgBouncer in transaction mode, which gives each
// transaction another connection of six.

if (!hasPooler) console.log("No pooler is tried: PgBouncer is not installed (Debian: pgbouncer).");

const silent = createLogger({ name: "pooler", level: "silent" });

/** Does what the sentence about a role's settings says, as an operator does. */
async function followSentence(sentence: string | undefined, pooler: Pooler): Promise<void> {
  const [, statements = ""] =
    /Run (alter role .+;) and then reconnect the pooler\.$/.exec(sentence ?? "") ?? [];
  expect(statements, sentence).toContain("search_path");
  // The server's superuser is that of the tests; the database stands in the statements.
  const client = new Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
  await pooler.reconnect();
}

describe.skipIf(!hasPooler)("behind PgBouncer in transaction mode", () => {
  let pooler: Pooler;
  let forgiving: Pooler;
  let karte: RunningProcess | undefined;
  let karteOrigin = "";
  let kartePool: Pool | undefined;
  let portalUrl = "";

  const world = ownWorld(async () => {
    karteOrigin = `http://localhost:${await freePort()}`;
    return {
      portals: 2,
      environment: {
        LIMIT_FACTOR: "1000",
        KARTE_ORIGIN: karteOrigin,
        OUTBOUND_LOOPBACK: karteOrigin,
      },
      async between(url: string) {
        portalUrl = url;
        pooler = await startPooler(url);
        forgiving = await startPooler(url, true);
        const way = { setting: "DATABASE_URL", url: pooler.through(url), directUrl: url };
        await followSentence(await poolerProblem({ ...way, schema: "portal" }), pooler);
        return { DATABASE_URL: way.url, DATABASE_DIRECT_URL: url };
      },
    };
  });

  beforeAll(async () => {
    const here = world();
    const owner = await freshDatabase(inject("postgresUrl"), karteMigrations);
    const database = openDatabase({ url: owner, logger: silent, poolSize: 1 });
    const serving = new URL(owner);
    serving.username = servingOf(serving.username);
    await grantUse(database, { ...karteFence, role: serving.username });
    await database.close();
    // Its role is another than the portal's, and so is its pooler.
    const own = await startPooler(serving.href);
    const way = {
      setting: "KARTE_DATABASE_URL",
      url: own.through(serving.href),
      directUrl: serving.href,
    };
    await followSentence(await poolerProblem({ ...way, schema: "karte" }), own);
    const preset = ["--preset", "karte", "--allow-private-addresses", "--json"];
    const added = await runSekimori(["operator", "clients", "add", ...preset], {
      ...here.settings,
      KARTE_ORIGIN: karteOrigin,
    });
    expect(added.code, added.stderr).toBe(0);
    const { client_secret: secret } = JSON.parse(added.stdout) as { client_secret: string };
    karte = await runProcess("karte", {
      SEKIMORI_MODE: "development",
      LOG_LEVEL: "info",
      DRAIN_SECONDS: "0",
      KARTE_DATABASE_URL: way.url,
      KARTE_DATABASE_DIRECT_URL: way.directUrl,
      KARTE_ORIGIN: karteOrigin,
      PORTAL_ORIGIN: here.origin,
      KARTE_CLIENT_SECRET: secret,
      KARTE_SECRET: "a secret for tests, and for nothing else",
      KARTE_DATA_KEYS: dataKeys,
      SMTP_URL: here.settings.SMTP_URL ?? "",
      LISTEN_PORT: new URL(karteOrigin).port,
      TRUSTED_PROXIES: "127.0.0.1,::1",
    });
    kartePool = new Pool({ connectionString: owner, max: 2 });
    ends.push(own.stop);
  }, patience);

  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    await karte?.terminate();
    await kartePool?.end();
    await pooler?.stop();
    await forgiving?.stop();
    for (const end of ends) await end();
  }, patience);

  test.each([
    ["that refuses what a client wants", () => pooler],
    ["that forgets what a client wants", () => forgiving],
  ])("a process refuses a pooler %s, unless it knows a way past it", async (_, which) => {
    const { DATABASE_DIRECT_URL: _direct, ...settings } = world().settings;
    const pooled = { ...settings, DATABASE_URL: which().through(portalUrl) };
    const sentence =
      "DATABASE_URL leads through a pooler. Name the database itself in DATABASE_DIRECT_URL beside it, or in DATABASE_URL.";
    for (const command of ["portal", "worker"]) {
      const refused = await runSekimori([command], { ...pooled, LISTEN_PORT: "1" });
      expect([refused.code, refused.stderr.trim()]).toEqual([1, sentence]);
    }
    const doctor = await runSekimori(["doctor"], pooled);
    expect(doctor.stdout).toContain(`✗ way to DATABASE_URL: ${sentence}`);
    const astray = { ...pooled, DATABASE_DIRECT_URL: pooled.DATABASE_URL };
    expect((await runSekimori(["doctor"], astray)).stdout).toContain(
      "✗ way to DATABASE_URL: DATABASE_DIRECT_URL leads through a pooler too; it must name the database itself.",
    );
    const elsewhere = { ...pooled, DATABASE_DIRECT_URL: inject("postgresUrl") };
    expect((await runSekimori(["doctor"], elsewhere)).stdout).toContain(
      "✗ way to DATABASE_URL: DATABASE_DIRECT_URL names another server, database or role than DATABASE_URL leads to.",
    );
    const owner = { ...settings, DATABASE_OWNER_URL: which().through(portalUrl) };
    expect((await runSekimori(["migrate"], owner)).stderr.trim()).toBe(
      "DATABASE_OWNER_URL leads through a pooler; it must name the database itself.",
    );
  });

  test("doctor finds the way in order", async () => {
    const { stdout } = await runSekimori(["doctor"], world().settings);
    for (const subject of ["way to DATABASE_URL", "migrations", "role of DATABASE_URL"]) {
      expect(stdout).toContain(`✓ ${subject}\n`);
    }
  });

  test(
    "a day of portal, worker and karte fails no request",
    async () => {
      const here = world();
      let requests = 0;
      const failed: string[] = [];
      const count = (answer: { readonly status: number; readonly text: string }, what: string) => {
        requests += 1;
        if (answer.status >= 500) failed.push(`${what}: ${answer.status} ${answer.text}`);
        return answer;
      };
      const day = async (): Promise<void> => {
        const { email, person } = await newMember(here);
        const again = new Person(here.origin);
        expect(count(await signInAs(again, email), "sign-in").status).toBe(200);
        for (let turn = 1; turn <= turns; turn += 1) {
          const name = { first_name: `N${turn}`, last_name: "山本" };
          count(await person.attempt(updateMyProfile, { body: name }), "change");
          const read = await again.attempt(getMyProfile, {});
          count(read, "read");
          expect(read.json()).toMatchObject(name);
        }
      };
      const paying = async (): Promise<void> => {
        const person = new Person(here.origin);
        await signUpTo(here, person, "account", { plan: "detailed" });
        const cardToken = await here.company.token(cards.success);
        await person.call(signUpWithCard, { body: { attempt: randomUUID(), cardToken } });
        await agree(person);
      };
      await Promise.all([...Array.from({ length: people }, day), paying()]);
      await jobsDone(here.pool);
      report("pooler", { people, "counted requests": requests, "failed requests": failed.length });
      expect(failed).toEqual([]);
    },
    patience,
  );

  test(
    "somebody signs in to karte, starts a scan that a worker takes, and hears of it as it goes on",
    async () => {
      const here = world();
      const { person: member } = await newMember(here);
      const visitor = new Person(karteOrigin, { network: member.network });
      const of = (url: URL) => (url.origin === karteOrigin ? visitor : member);
      let next: URL | undefined = new URL("/openid/sign-in?prompt=none", karteOrigin);
      for (let steps = 0; next !== undefined && steps < 12; steps += 1) {
        const at: URL = next;
        const answer = await of(at).send({ url: `${at.pathname}${at.search}` });
        expect(answer.status, `${at.href} ${answer.text}`).toBeLessThan(500);
        const location = answer.headers.get("location");
        next = location === null ? undefined : new URL(location, at);
      }
      const session = await visitor.send({ url: "/v1/session" });
      expect(session.status, session.text).toBe(200);
      const added = await visitor.send({ url: "/v1/domains", body: { name: "pooled.example.jp" } });
      expect(added.status, added.text).toBe(200);
      const { id: domain } = added.json() as { id: string };
      await kartePool?.query("update karte.domain set proof = 1, consented = true");

      const leave = new AbortController();
      const stream = await fetch(`${karteOrigin}/v1/events`, {
        signal: leave.signal,
        headers: {
          cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "x-forwarded-for": visitor.network,
        },
      });
      expect(stream.status).toBe(200);
      let heard = "";
      const listening = (async () => {
        for await (const part of stream.body ?? []) heard += Buffer.from(part).toString();
      })().catch(() => undefined);
      // The process begins to listen with its first stream.
      await pause(1_000);
      const started = await visitor.send({ url: "/v1/runs", body: { domain } });
      expect(started.status, started.text).toBe(200);
      const { run } = started.json() as { run: { id: string } };
      // Nobody has proved this domain: the worker takes the scan, looks, and ends it.
      await expect.poll(() => heard, { timeout: 60_000 }).toContain(run.id);
      const state = async () =>
        ((await visitor.send({ url: `/v1/runs/${run.id}` })).json() as { state: string }).state;
      await expect.poll(state, { timeout: 60_000 }).toBe("refused");
      leave.abort();
      await listening;
    },
    patience,
  );
});

const people = sized(6, 30);
const turns = sized(10, 50);
