import type { TicketKind } from "@sekimori/karte-contract/words";
import { movableClock } from "@sekimori/kit-server/clock";
import { createOutbound, type Outbound } from "@sekimori/kit-server/outbound";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type TicketClient,
  type TicketConnection,
  TicketFailure,
  type TicketSystems,
  type TicketText,
} from "../ports/ticket-systems.ts";
import {
  backlogKey,
  githubToken,
  type StrictTickets,
  startStrictTickets,
} from "../testing/strict-tickets.ts";
import { ticketSystems } from "./ticket-systems.ts";

// The contract of the port, for every system against its strict server. None met the real one.

const clock = movableClock();
let strict: StrictTickets;
let outbound: Outbound;
let systems: TicketSystems;
let connections: Readonly<Record<TicketKind, TicketConnection>>;

beforeAll(async () => {
  strict = await startStrictTickets(clock.now);
  outbound = createOutbound({ production: false, loopback: [strict.origin] });
  systems = ticketSystems({ outbound, clock });
  connections = {
    github: {
      kind: "github",
      origin: `${strict.origin}/api/v3`,
      project: "acme/site",
      issueType: null,
      secret: githubToken,
    },
    backlog: {
      kind: "backlog",
      origin: strict.origin,
      project: "SITE",
      issueType: "バグ",
      secret: backlogKey,
    },
  };
});
afterAll(async () => {
  await outbound.close();
  await strict.close();
});

const text: TicketText = {
  title: "TLS 1.0 が使えます: www.example.jp <!channel> @everyone",
  facts: [
    { name: "深刻度", value: "高" },
    { name: "Host", value: "<img src=x> @everyone [x](https://evil.example)" },
  ],
  remedy: { name: "対処", text: "Use TLS 1.2 or later.\n設定を変えます。" },
  link: "https://karte.example/inventory/result?id=1",
  severity: "high",
  dueOn: "2026-12-04",
};
const mark = "Sekimori-Karte: 11111111-1111-4111-8111-111111111111";

async function failure(work: Promise<unknown>): Promise<TicketFailure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TicketFailure)) throw new Error(`no failure: ${String(error)}`);
  expect(JSON.stringify(error) + error.message + String(error.cause)).not.toMatch(
    new RegExp(`${githubToken}|${backlogKey}`),
  );
  return error;
}

describe.each(["github", "backlog"] as const)("%s", (kind) => {
  let client: TicketClient;
  let connection: TicketConnection;
  beforeEach(async () => {
    connection = connections[kind];
    strict.reset();
    client = systems.client(connection, await systems.look(connection));
  });

  test("says who we are, and which project", async () => {
    expect(await systems.look(connection)).toMatchObject({
      project: connection.project,
      issueType: connection.issueType,
      author: kind === "github" ? "karte-bot" : "Karte連携",
    });
  });

  test("makes a ticket that is found by its mark, and by no other", async () => {
    const since = clock.now();
    const made = await client.create(text, mark);
    expect(made).toMatchObject({ state: "open" });
    expect(made.url.startsWith(strict.origin)).toBe(true);
    expect(await client.read(made.id)).toEqual(made);
    expect(await client.find(mark, since)).toEqual(made);
    expect(await client.find(`${mark}0`, since)).toBeUndefined();
    const [issue] = strict.issues[kind];
    expect(issue?.title).toBe(text.title);
    expect(issue?.body).toContain(text.link);
    expect(issue?.body).toContain("設定を変えます。");
  });

  test("is closed and reopened with a comment that stands there once", async () => {
    const { id } = await client.create(text, mark);
    expect(await client.move(id, "closed", "Fixed: a check saw it.", "m1")).toMatchObject({
      state: "done",
    });
    await client.move(id, "closed", "Fixed: a check saw it.", "m1");
    expect(await client.move(id, "open", "It is back.", "m2")).toMatchObject({ state: "open" });
    expect(strict.issues[kind][0]?.comments.map(({ body }) => body.split("\n")[0])).toEqual([
      expect.stringMatching(/^Fixed/),
      expect.stringMatching(/^It is back/),
    ]);
  });

  test("what a person closed is closed by us with a comment all the same", async () => {
    const { id } = await client.create(text, mark);
    await client.move(id, "closed", "one", "m1");
    await client.move(id, "closed", "two", "m2");
    expect(strict.issues[kind][0]?.comments).toHaveLength(2);
  });

  test.each(["open", "in-work", "done"] as const)(
    "a person's change is heard: %s",
    async (state) => {
      const { id } = await client.create(text, mark);
      strict.person(kind, 1, state);
      const changed = await client.changedSince(new Date(clock.now().getTime() - 60_000));
      expect(changed.map((one) => [one.id, one.state])).toEqual([[id, state]]);
    },
  );

  test("what was deleted is not there", async () => {
    const { id } = await client.create(text, mark);
    strict.remove(kind, 1);
    expect(await client.read(id)).toBeUndefined();
    expect(await failure(client.move(id, "open", "x", "m"))).toMatchObject({ problem: "project" });
  });

  test("another key, another project: said as what it is", async () => {
    expect(await failure(systems.look({ ...connection, secret: "wrong" }))).toMatchObject({
      problem: "sign-in",
      status: 401,
      isUnknown: false,
    });
    const project = kind === "github" ? "acme/other" : "OTHER";
    expect(await failure(systems.look({ ...connection, project }))).toMatchObject({
      problem: "project",
      status: 404,
    });
    expect(await failure(systems.look({ ...connection, project: "../x?y" }))).toMatchObject({
      problem: "project",
      status: null,
    });
  });

  test("a wait that is asked for is told", async () => {
    strict.meet({ kind: "busy", seconds: 90 });
    const { problem, retryAfterMs, isUnknown } = await failure(client.create(text, mark));
    expect({ problem, isUnknown }).toEqual({ problem: "busy", isUnknown: false });
    expect(retryAfterMs).toBeGreaterThan(80_000);
    expect(retryAfterMs).toBeLessThanOrEqual(90_000);
    expect(strict.issues[kind]).toEqual([]);
  });

  test("an answer that is lost leaves it unknown, and the mark finds it", async () => {
    const since = clock.now();
    strict.meet({ kind: "lost", on: "write" });
    expect(await failure(client.create(text, mark))).toMatchObject({
      problem: "unreachable",
      isUnknown: true,
    });
    expect(await client.find(mark, since)).toMatchObject({ state: "open" });
    strict.meet({ kind: "down" });
    expect(await failure(client.create(text, mark))).toMatchObject({
      problem: "answer",
      isUnknown: true,
    });
  });

  test("an address that may not be called is refused", async () => {
    const origin = "https://169.254.169.254";
    expect(await failure(systems.look({ ...connection, origin }))).toMatchObject({
      problem: "address",
      isUnknown: false,
    });
  });
});

test("GitHub reads no marks, HTML and names of people in what strangers' servers are called", async () => {
  const connection = connections.github;
  const client = systems.client(connection, await systems.look(connection));
  strict.reset();
  await client.create(text, mark);
  const { body } = strict.issues.github[0] ?? { body: "" };
  expect(body).not.toMatch(/(?<!\\)<img|@everyone|(?<!\\)\[x/);
});

test("an address that is none of the web's becomes no link", async () => {
  const connection = connections.github;
  const client = systems.client(connection, await systems.look(connection));
  strict.reset();
  strict.page = "javascript:alert(1)";
  expect(await failure(client.create(text, mark))).toMatchObject({ problem: "answer" });
});

test("an issue type that the project does not have is said", async () => {
  const connection = { ...connections.backlog, issueType: "要望" };
  expect(await failure(systems.look(connection))).toMatchObject({ problem: "issue-type" });
  const { issueType } = await systems.look({ ...connections.backlog, issueType: null });
  expect(issueType).toBe("タスク");
});
