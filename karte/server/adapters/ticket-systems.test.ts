import { type TicketKind, ticketKinds } from "@sekimori/karte-contract/words";
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
  type StrictTickets,
  startStrictTickets,
  strictConnections,
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
  const connectionTo = (kind: TicketKind): TicketConnection => {
    const { path, project, user, secret } = strictConnections[kind];
    const issueType = kind === "backlog" || kind === "jira" ? "バグ" : null;
    return { kind, origin: `${strict.origin}${path}`, project, issueType, user, secret };
  };
  connections = {
    backlog: connectionTo("backlog"),
    github: connectionTo("github"),
    jira: connectionTo("jira"),
    servicenow: connectionTo("servicenow"),
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
  const said = JSON.stringify(error) + error.message + String(error.cause);
  for (const { secret } of Object.values(strictConnections)) expect(said).not.toContain(secret);
  return error;
}

/** What nobody has, and what would be more than a name where it is sent. */
const otherProjects: Readonly<Record<TicketKind, readonly [none: string, hostile: string]>> = {
  backlog: ["OTHER", "../x?y"],
  github: ["acme/other", "../x?y"],
  jira: ["OTHER", 'SITE" OR project = "X'],
  servicenow: ["Other", "x^ORname=Network"],
};

describe.each(ticketKinds)("%s", (kind) => {
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
      author: strictConnections[kind].author,
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
    // ServiceNow has nothing else for it.
    const reopened = kind === "servicenow" ? "in-work" : "open";
    expect(await client.move(id, "open", "It is back.", "m2")).toMatchObject({ state: reopened });
    expect(await client.read(id)).toMatchObject({ state: reopened });
    await client.move(id, "open", "It is back.", "m2");
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
    const [project, hostile] = otherProjects[kind];
    expect(await failure(systems.look({ ...connection, project }))).toMatchObject({
      problem: "project",
      // There it is a list, with nothing in it.
      status: kind === "servicenow" ? null : 404,
    });
    const calls = strict.calls.length;
    expect(await failure(systems.look({ ...connection, project: hostile }))).toMatchObject({
      problem: "project",
      status: null,
    });
    expect(strict.calls).toHaveLength(calls);
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
  strict.knobs.page = "javascript:alert(1)";
  expect(await failure(client.create(text, mark))).toMatchObject({ problem: "answer" });
});

test.each(["backlog", "jira"] as const)(
  "%s: an issue type that the project does not have is said",
  async (kind) => {
    const connection = { ...connections[kind], issueType: "要望" };
    expect(await failure(systems.look(connection))).toMatchObject({ problem: "issue-type" });
    const { issueType } = await systems.look({ ...connections[kind], issueType: null });
    expect(issueType).toBe("タスク");
  },
);

describe("Jira", () => {
  const made = async (change: Partial<TicketText> = {}) => {
    const client = systems.client(connections.jira, await systems.look(connections.jira));
    return { client, ticket: await client.create({ ...text, ...change }, mark) };
  };
  const issue = () => strict.issues.jira[0];
  beforeEach(() => strict.reset());

  test("has strangers' words as text, of several lines too, and a title of one", async () => {
    const host = { name: "Host", value: "{{x}} [~a] <b>\n\n*y*" };
    await made({ title: "one\ntwo", facts: [host], remedy: { name: "", text: "" } });
    expect(issue()?.title).toBe("one two");
    expect(issue()?.body).toBe(`Host: ${host.value}\n\n${text.link}\n\n${mark}`);
  });

  test("a long text stays within what Jira takes", async () => {
    const fact = { name: "x", value: "あ".repeat(9_000) };
    await made({ facts: Array.from({ length: 6 }, () => fact) });
    expect(issue()?.body.length).toBeLessThan(32_767);
    expect(issue()?.body).toContain(text.link);
  });

  test("has the due date where the project's screen has it", async () => {
    await made();
    expect(issue()?.dueDate).toBe(text.dueOn);
    strict.reset();
    strict.knobs.hasDueDate = false;
    await made();
    expect(issue()?.dueDate).toBeNull();
  });

  test("says how it was resolved where the workflow asks for that", async () => {
    strict.knobs.workflow = "resolution";
    const { client, ticket } = await made();
    expect(await client.move(ticket.id, "closed", "x", "m")).toMatchObject({ state: "done" });
    expect(issue()).toMatchObject({ status: 3, reason: "10000" });
  });

  test("a workflow without a way: what is fixed is said all the same, what is back is not", async () => {
    const { client, ticket } = await made();
    strict.knobs.workflow = "stuck";
    for (const turn of [1, 2]) {
      const closing = client.move(ticket.id, "closed", "fixed", "m1");
      expect(await failure(closing), String(turn)).toMatchObject({ problem: "workflow" });
    }
    expect(issue()?.comments.map(({ body }) => body)).toEqual(["fixed\n\nm1"]);
    strict.person("jira", 1, "done");
    strict.knobs.workflow = "one-way";
    const reopening = client.move(ticket.id, "open", "back", "m2");
    expect(await failure(reopening)).toMatchObject({ problem: "workflow", isUnknown: false });
    expect(issue()?.comments).toHaveLength(1);
  });

  test("many changes come in pages, all of them", async () => {
    const { client } = await made();
    for (let count = 1; count < 5; count += 1) await client.create(text, `${mark}-${count}`);
    const since = new Date(clock.now().getTime() - 60_000);
    expect(await client.changedSince(since)).toHaveLength(5);
    expect(await client.find(`${mark}-4`, since)).toMatchObject({ key: "SITE-5" });
  });
});

describe("ServiceNow", () => {
  const made = async (change: Partial<TicketText> = {}) => {
    const { servicenow: connection } = connections;
    const client = systems.client(connection, await systems.look(connection));
    return { client, ticket: await client.create({ ...text, ...change }, mark) };
  };
  const incident = () => strict.issues.servicenow[0];
  beforeEach(() => strict.reset());

  test.each(["karte.bot^ORuser_name=admin", "javascript:gs.getUserName()", "a\nb"])(
    "a user or a group that would be more than a name is not sent: %j",
    async (hostile) => {
      const { servicenow: connection } = connections;
      const calls = strict.calls.length;
      const user = await failure(systems.look({ ...connection, user: hostile }));
      expect(user).toMatchObject({ problem: "sign-in", status: null });
      const group = await failure(systems.look({ ...connection, project: hostile }));
      expect(group).toMatchObject({ problem: "project", status: null });
      expect(strict.calls).toHaveLength(calls);
    },
  );

  test.each([
    ["critical", 2],
    ["high", 3],
    ["medium", 4],
    ["low", 5],
    ["info", 5],
  ] as const)("%s is no outage: priority %i", async (severity, priority) => {
    await made({ severity });
    expect(incident()?.priority).toBe(priority);
  });

  test("a long text is cut at a line, and the link stays", async () => {
    const fact = { name: "x", value: "あ".repeat(900) };
    await made({ facts: Array.from({ length: 6 }, () => fact) });
    const lines = incident()?.body.split("\n") ?? [];
    expect(lines).toEqual([...Array.from({ length: 4 }, () => `x: ${fact.value}`), "", text.link]);
  });

  test("a closed incident is left alone, and reopened by nobody: it goes on as another", async () => {
    const { client, ticket } = await made();
    Object.assign(incident() ?? {}, { status: 7 });
    expect(await client.move(ticket.id, "closed", "x", "m")).toMatchObject({ state: "done" });
    expect(incident()?.comments).toEqual([]);
    const reopening = client.move(ticket.id, "open", "x", "m");
    expect(await failure(reopening)).toMatchObject({ problem: "project" });
  });

  test.each(["keeps", "aborts"] as const)(
    "a rule of the instance that %s the state is told; the note stands once",
    async (rule) => {
      const { client, ticket } = await made();
      strict.knobs.rule = rule;
      for (const turn of [1, 2]) {
        const closing = client.move(ticket.id, "closed", "x", "m");
        expect(await failure(closing), String(turn)).toMatchObject({ problem: "workflow" });
      }
      expect(incident()?.comments).toHaveLength(1);
    },
  );

  test("is heard of in whichever group it is, and others' incidents are not", async () => {
    const { client, ticket } = await made();
    const [own] = strict.issues.servicenow;
    if (own) strict.issues.servicenow.push({ ...own, number: 2, sent: {} });
    const since = new Date(clock.now().getTime() - 60_000);
    expect((await client.changedSince(since)).map(({ id }) => id)).toEqual([ticket.id]);
  });
});
