import { setTimeout as pause } from "node:timers/promises";
import { listNotices, readNotices } from "@sekimori/portal-contract/endpoints/notice";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { afterAll, expect, inject, test } from "vitest";
import { freshDatabase } from "./support/databases.ts";
import { report } from "./support/figures.ts";
import { type Member, newMember } from "./support/journeys.ts";
import { OwnCluster } from "./support/own-cluster.ts";
import { ownWorld } from "./support/own-world.ts";
import { runSekimori } from "./support/run-sekimori.ts";
import { patience } from "./support/sizes.ts";

// Row “replica”: lists come from a real standby that streams; its replay is paused, it stands still,
// and it is killed.

let primary: OwnCluster;
let replica: OwnCluster;
const at = (cluster: OwnCluster, url: string) => {
  const address = new URL(url);
  address.host = cluster.place;
  return address.href;
};
const world = ownWorld(async () => {
  primary = await OwnCluster.start();
  const databaseUrl = await primary.ownedDatabase();
  replica = await primary.standby();
  return {
    databaseUrl,
    environment: { LIMIT_FACTOR: "1000" },
    between: async (url: string) => ({ DATABASE_READ_URL: at(replica, url) }),
  };
});
afterAll(async () => {
  await primary.remove();
  await replica.remove();
});

const figure = async (name: string): Promise<number | undefined> => {
  const [portal] = world().portals;
  const told = await fetch(`http://127.0.0.1:${portal?.probePort}/metrics`);
  const line = (await told.text()).split("\n").find((one) => one.startsWith(`sekimori_${name} `));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
};
const reads = async (end: string) => (await figure(`replica_reads_total{end="${end}"}`)) ?? 0;

const announce = (title: string) =>
  world().pool.query(
    `insert into portal.notice (id, title_ja, title_en, body_ja, body_en, published_at, audience)
     values (gen_random_uuid(), $1, $1, $1, $1, now() - interval '1 second', 'all')`,
    [title],
  );
const titles = async ({ person }: Member) =>
  (await person.call(listNotices, { query: {} })).notices.map(({ title }) => title.en);

/** Reads until the replica is the one that answers. */
const answeredThere = (member: Member) =>
  expect
    .poll(async () => {
      const before = await reads("answered");
      await titles(member);
      return (await reads("answered")) > before;
    })
    .toBe(true);

test(
  "an address that is no replica's, or leads around the fence, is refused by name",
  async () => {
    const { settings, databaseUrl } = world();
    const started = (DATABASE_READ_URL: string) =>
      runSekimori(["portal"], { ...settings, DATABASE_READ_URL, LISTEN_PORT: "1" });
    const owner = await started(at(replica, databaseUrl));
    expect(owner.code).toBe(1);
    expect(owner.stderr).toMatch(/^DATABASE_READ_URL names the role “\w+”, which owns the tables/);
    const other = new URL(await freshDatabase(inject("postgresUrl"), portalMigrations));
    const serving = new URL(world().servingUrl);
    other.username = serving.username;
    const elsewhere = await started(other.href);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      1,
      expect.stringContaining("DATABASE_READ_URL names a server that does not follow"),
    ]);
    const doctor = async (DATABASE_READ_URL: string) =>
      (await runSekimori(["doctor"], { ...settings, DATABASE_READ_URL })).stdout;
    expect(await doctor(settings.DATABASE_READ_URL ?? "")).toContain("✓ replica\n");
    expect(await doctor(at(replica, databaseUrl))).toContain("✗ replica: DATABASE_READ_URL names");
    expect(await doctor(world().servingUrl)).toContain(
      "✗ replica: DATABASE_READ_URL names the server that takes writes",
    );
  },
  patience,
);

test(
  "while its replay stands, who has changed something reads that, others what was, and soon all what is",
  async () => {
    const reader = await newMember(world());
    const writer = await newMember(world());
    await announce("one");
    await answeredThere(reader);
    await expect.poll(() => titles(reader)).toEqual(["one"]);
    expect(await figure("replica_lag_seconds")).toBeLessThan(2);

    await replica.pauseReplay();
    await announce("two");
    expect(await titles(reader)).toEqual(["one"]);
    // Own writes are there at once, whatever the replica has.
    await writer.person.call(readNotices, { body: { upTo: new Date().toISOString() } });
    const { notices, unread } = await writer.person.call(listNotices, { query: {} });
    expect([notices.map(({ title, read }) => [title.en, read]), unread]).toEqual([
      [
        ["two", true],
        ["one", true],
      ],
      0,
    ]);
    expect(await reads("own_write")).toBeGreaterThan(0);
    expect(await titles(reader)).toEqual(["one"]);
    const since = performance.now();
    await expect.poll(() => titles(reader), { timeout: 15_000 }).toEqual(["two", "one"]);
    const seconds = (performance.now() - since) / 1000;
    expect(await reads("late")).toBeGreaterThan(0);
    expect(await figure("replica_lag_seconds")).toBeGreaterThan(5);
    expect((await runSekimori(["doctor"], world().settings)).stdout).toContain("✗ replica: ");
    await replica.resumeReplay();
    report("replica", { "left out after": `${seconds.toFixed(1)} s of standing replay` });
  },
  patience,
);

test(
  "a replica that stands still or is lost fails no request",
  async () => {
    const [portal] = world().portals;
    const again = async () => {
      await portal?.process.terminate();
      await portal?.restart();
    };
    const reader = await newMember(world());
    const failed: number[] = [];
    let longest = 0;
    let asked = 0;
    /** Reads, several at once, while something happens to the replica. */
    const during = async (happens: () => Promise<void> | void): Promise<void> => {
      await answeredThere(reader);
      const until = performance.now() + 4_000;
      const read = async () => {
        while (performance.now() < until) {
          const answer = await reader.person.attempt(listNotices, { query: {} });
          asked += 1;
          longest = Math.max(longest, answer.ms);
          if (answer.status !== 200) failed.push(answer.status);
        }
      };
      const reading = Promise.all(Array.from({ length: 4 }, read));
      await pause(500);
      await happens();
      await reading;
      expect((await reads("away")) + (await reads("again"))).toBeGreaterThan(0);
    };
    // A portal that begins anew reads from the replica at once, one that lost it after half a minute.
    await again();
    let children: readonly number[] = [];
    await during(async () => {
      children = await replica.children();
      replica.freeze("SIGSTOP", children);
    });
    replica.freeze("SIGCONT", children);
    await again();
    await during(() => replica.kill());
    // Not known, which is another thing than none.
    expect(await figure("replica_lag_seconds")).toBeUndefined();
    report("replica", {
      "readings while it stood and died": asked,
      failed: failed.length,
      "longest wait": `${(longest / 1000).toFixed(1)} s`,
    });
    expect(failed).toEqual([]);
    expect(longest).toBeLessThan(6_000);
  },
  patience,
);
