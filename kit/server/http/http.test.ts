import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { clockHeader } from "@sekimori/kit-contract/clock-header";
import { testClient } from "@sekimori/kit-development/testing";
import {
  capturedLog,
  sampleServer,
  saveNote,
} from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { movableClock } from "../clock/clock.ts";
import { AppError } from "../errors/errors.ts";
import { boundEndpoints, connectionGone, createBinder, openApiDocument } from "./http.ts";

const note = { title: "Moat", author: { email: "a@example.jp" } };
let app: FastifyInstance;
afterEach(() => app.close());

async function bindNotes(authorise: () => void = () => undefined) {
  createBinder(app, { authorise })(saveNote, ({ params, body }) => ({
    id: Number(params.id),
    title: body.title,
    // Beyond the contract: must not reach the client.
    secretColumn: "x",
  }));
}

describe("a bound endpoint", () => {
  test("answers with what its schema promises and nothing else", async () => {
    app = await sampleServer();
    await bindNotes();
    const answer = await testClient(app).call(saveNote, { params: { id: "7" }, body: note });
    expect(answer).toEqual({ id: 7, title: "Moat" });
    expect(boundEndpoints(app)).toEqual([saveNote]);
  });

  test.each([
    [
      "nothing",
      undefined,
      [
        ["title", "required"],
        ["author", "required"],
      ],
    ],
    ["an empty title", { ...note, title: "" }, [["title", "required"]]],
    ["a long title", { ...note, title: "x".repeat(21) }, [["title", "too_long"]]],
    ["a number as title", { ...note, title: 7 }, [["title", "invalid"]]],
    ["no e-mail", { title: "a", author: {} }, [["author.email", "required"]]],
    ["a bad e-mail", { title: "a", author: { email: "x" } }, [["author.email", "invalid"]]],
    ["an unknown field", { ...note, admin: true }, [["admin", "unknown_field"]]],
    [
      "an unknown field inside",
      { ...note, tags: [{ name: "a", x: 1 }] },
      [["tags.0.x", "unknown_field"]],
    ],
    ["a null byte", { ...note, title: "a\0b" }, [["title", "invalid"]]],
    ["half a surrogate pair", { ...note, title: "\ud83d" }, [["title", "invalid"]]],
    ["a null byte in a name", { ...note, "a\0": 1 }, [["", "invalid"]]],
    ["a list", [], [["", "invalid"]]],
    [
      "null",
      null,
      [
        ["title", "required"],
        ["author", "required"],
      ],
    ],
  ])("refuses %s by naming the field", async (_, body, fields) => {
    app = await sampleServer();
    await bindNotes();
    const answer = await testClient(app).request({ method: "POST", url: "/v1/notes/7", body });
    expect(answer.status).toBe(400);
    expect(answer.error().type).toBe("InvalidInput");
    expect(answer.error().fields?.map(({ path, code }) => [path, code])).toEqual(fields);
  });

  test("names the limit a text exceeds", async () => {
    app = await sampleServer();
    await bindNotes();
    const body = { ...note, title: "x".repeat(21) };
    const answer = await testClient(app).attempt(saveNote, { params: { id: "7" }, body });
    expect(answer.error().fields).toEqual([
      { path: "title", code: "too_long", params: { max: 20 } },
    ]);
  });

  test.each([
    ["malformed JSON", "application/json", '{"title":'],
    ["another type", "text/plain", "hello"],
    ["a form", "application/x-www-form-urlencoded", "a=1"],
    ["no type", undefined, "hello"],
    ["a key that reaches the prototype", "application/json", '{"__proto__":{"a":1}}'],
    ["JSON nested very deep", "application/json", "[".repeat(100_000)],
    ["JSON nested very deep and closed", "application/json", "[".repeat(9e4) + "]".repeat(9e4)],
    ["a body over the limit", "application/json", JSON.stringify({ title: "x".repeat(300_000) })],
  ])("answers 400 to %s", async (_, type, payload) => {
    app = await sampleServer();
    await bindNotes();
    const headers = type === undefined ? {} : { "content-type": type };
    const answer = await app.inject({ method: "POST", url: "/v1/notes/7", headers, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.type).toBe("InvalidInput");
  });

  test.each([
    ["application/json", "{bad", "The body isn't valid JSON (position 1)."],
    [
      "application/x-www-form-urlencoded",
      "a=1",
      "Send the body as application/json; it came as something else.",
    ],
    [undefined, "hello", "Send the body as application/json; it came as something else."],
    ["application/json", JSON.stringify("x".repeat(300_000)), "The body is too large."],
  ])(
    "says of a body of the type %s what is wrong, and writes it down",
    async (type, payload, message) => {
      const log = capturedLog();
      app = await sampleServer({ logger: log.logger });
      await bindNotes();
      const headers = type === undefined ? {} : { "content-type": type };
      const answer = await app.inject({ method: "POST", url: "/v1/notes/7", headers, payload });
      expect(answer.json().error.message).toBe(message);
      expect(log.lines.find(({ msg }) => msg === "answered")).toMatchObject({ reason: message });
    },
  );

  test("tells a wrong method from a wrong address, and the log has the path without secrets", async () => {
    const log = capturedLog();
    app = await sampleServer({ logger: log.logger });
    await bindNotes();
    const client = testClient(app);
    const wrong = await client.request({ url: "/v1/notes/7?key=hidden" });
    expect([wrong.status, wrong.headers.allow, wrong.error().message]).toEqual([
      405,
      "POST",
      "This address takes POST, not GET.",
    ]);
    const secret = "k".repeat(43);
    const nowhere = await client.request({ url: `/v1/nots/${secret}` });
    expect([nowhere.headers.allow, nowhere.error().message]).toEqual([
      undefined,
      "There is nothing at this address.",
    ]);
    const answered = log.lines.filter(({ msg }) => msg === "answered");
    expect(answered.map(({ path }) => path)).toEqual(["/v1/notes/7", "/v1/nots/…"]);
    expect(log.text()).not.toMatch(/hidden|kkkk/);
  });

  test.each(["/v1/notes/%00", "/v1/notes/%", "/v1/notes/%ff"])(
    "answers 400 to the address %s",
    async (url) => {
      app = await sampleServer();
      await bindNotes();
      const answer = await testClient(app).request({ method: "POST", url, body: note });
      expect(answer.status).toBe(400);
      expect(answer.error().type).toBe("InvalidInput");
    },
  );

  test("asks authorise before it looks at the body", async () => {
    app = await sampleServer();
    await bindNotes(() => {
      throw new AppError("SessionExpired");
    });
    const answer = await testClient(app).request({ method: "POST", url: "/v1/notes/7", body: {} });
    expect(answer.status).toBe(401);
    expect(answer.error().type).toBe("SessionExpired");
  });

  test("binds no call that declares no limit", async () => {
    app = await sampleServer();
    const bind = createBinder(app, { authorise: () => undefined });
    const { load: _, ...unlimited } = saveNote;
    expect(() => bind(unlimited, () => ({ id: 7, title: "x" }))).toThrow(
      "saveNote declares no limit",
    );
  });

  test("answers so many of one caller at a time, and tells the rest when to come back", async () => {
    app = await sampleServer();
    const load = { name: "few", each: 2, waiting: 1 };
    let open: (() => void)[] = [];
    let most = 0;
    createBinder(app, { authorise: () => undefined })({ ...saveNote, load }, async () => {
      await new Promise<void>((resolve) => {
        open.push(resolve);
        most = Math.max(most, open.length);
      });
      return { id: 7, title: "x" };
    });
    const call = (address: string) =>
      testClient(app, address).attempt(saveNote, { params: { id: "7" }, body: note });
    const mine = Array.from({ length: 5 }, () => call("10.0.0.1"));
    const theirs = call("10.0.0.2");
    await expect.poll(() => open.length).toBe(3);
    const refused = await Promise.race(mine);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
    for (const finish of open) finish();
    open = [];
    await expect.poll(() => open.length).toBe(1);
    for (const finish of open) finish();
    const statuses = (await Promise.all([...mine, theirs])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 429, 429]);
    expect(most).toBe(3);
  });

  test("asks onArrival before it looks at the body, authorises or counts", async () => {
    app = await sampleServer();
    let authorised = 0;
    const authorise = () => {
      authorised += 1;
    };
    const onArrival = () => {
      throw new AppError("Unavailable", { isShed: true });
    };
    createBinder(app, { authorise })(saveNote, () => ({ id: 7, title: "x" }), { onArrival });
    const answer = await testClient(app).request({ method: "POST", url: "/v1/notes/7", body: {} });
    expect([answer.status, answer.error().type, authorised]).toEqual([503, "Unavailable", 0]);
  });

  test("a shed request is held for a moment, and its connection closed", async () => {
    app = await sampleServer();
    createBinder(app, { authorise: () => undefined })(saveNote, () => {
      throw new AppError("Unavailable", { isShed: true, data: { retryAfterSeconds: 7 } });
    });
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const ask = (signal: AbortSignal | null = null) =>
      fetch(`${origin}/v1/notes/7`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(note),
        signal,
      });
    const began = performance.now();
    const answer = await ask();
    expect(performance.now() - began).toBeGreaterThan(240);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "7"]);
    expect(answer.headers.get("connection")).toBe("close");
    const leaver = new AbortController();
    const left = ask(leaver.signal).catch(() => "left");
    await expect.poll(() => app.kit.heldRefusals.size).toBe(1);
    leaver.abort();
    expect(await left).toBe("left");
    await expect.poll(() => app.kit.heldRefusals.size).toBe(0);
  });

  test("a handler hears when its client goes, and not when all is well", async () => {
    app = await sampleServer();
    const heard: boolean[] = [];
    const asked = Promise.withResolvers<void>();
    createBinder(app, { authorise: () => undefined })(saveNote, async ({ request }) => {
      await setTimeout(50);
      const gone = connectionGone(request);
      heard.push(gone.aborted);
      if (heard.length === 1) return { id: 7, title: "x" };
      asked.resolve();
      await once(gone, "abort");
      heard.push(true);
      return { id: 7, title: "x" };
    });
    const url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/v1/notes/7`;
    const headers = { "content-type": "application/json" };
    const leaver = new AbortController();
    const post = { method: "POST", headers, body: JSON.stringify(note), signal: leaver.signal };
    expect((await fetch(url, post)).status).toBe(200);
    const left = fetch(url, post).catch(() => "left");
    await asked.promise;
    leaver.abort();
    expect(await left).toBe("left");
    await expect.poll(() => heard).toEqual([false, false, true]);
  });

  test("an answer against the contract is a 500 whose reason is only logged", async () => {
    const log = capturedLog();
    app = await sampleServer({ logger: log.logger });
    createBinder(app, { authorise: () => undefined })(saveNote, () => ({
      id: "not a number" as unknown as number,
      title: "x",
    }));
    const answer = await testClient(app).attempt(saveNote, { params: { id: "7" }, body: note });
    expect(answer.status).toBe(500);
    expect(answer.error()).toEqual({
      type: "Unexpected",
      message: "Something went wrong on our side.",
      requestId: answer.headers["x-request-id"],
    });
    expect(log.text()).toContain("answered against its contract: id");
  });

  test("an error the endpoint does not declare is a 500 that names both in the log", async () => {
    const log = capturedLog();
    app = await sampleServer({ logger: log.logger });
    createBinder(app, { authorise: () => undefined })(saveNote, () => {
      throw new AppError("Conflict", { detail: "two at once" });
    });
    const answer = await testClient(app).attempt(saveNote, { params: { id: "7" }, body: note });
    expect([answer.status, answer.error().type]).toEqual([500, "Unexpected"]);
    expect(log.text()).toContain("saveNote answered Conflict, which it does not declare");
    expect(log.text()).toContain("two at once");
    expect([...app.kit.undeclared]).toEqual(["saveNote Conflict"]);
  });

  test("an unknown error shows nothing of itself", async () => {
    const log = capturedLog();
    app = await sampleServer({ logger: log.logger });
    createBinder(app, { authorise: () => undefined })(saveNote, () => {
      throw new Error("the vault's combination is 1234");
    });
    const answer = await testClient(app).attempt(saveNote, { params: { id: "7" }, body: note });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("1234");
    const line = log.lines.find(({ level }) => level === "error");
    expect(line).toMatchObject({
      requestId: answer.headers["x-request-id"],
      err: { message: "the vault's combination is 1234" },
    });
  });

  test("a refusal is logged with its type", async () => {
    const log = capturedLog();
    app = await sampleServer({ logger: log.logger });
    await bindNotes();
    const url = "/v1/notes/7";
    const answer = await testClient(app).request({ method: "POST", url, body: { isAdmin: true } });
    expect(log.lines.find(({ msg }) => msg === "answered")).toMatchObject({
      level: "info",
      requestId: answer.headers["x-request-id"],
      refusal: expect.stringMatching(/^(InvalidInput|NotFound)$/),
    });
  });

  test("shed requests share one line, and none of them brings a stack", async () => {
    const log = capturedLog();
    app = await sampleServer({ logger: log.logger });
    const thrown: AppError[] = [];
    createBinder(app, { authorise: () => undefined })(saveNote, () => {
      const error = new AppError("Unavailable", { isShed: true });
      thrown.push(error);
      throw error;
    });
    const client = testClient(app);
    for (let count = 0; count < 3; count += 1) {
      await client.attempt(saveNote, { params: { id: "7" }, body: note });
    }
    await app.close();
    expect(log.lines.filter(({ msg }) => msg === "answered")).toEqual([]);
    const shed = log.lines.filter(({ msg }) => msg === "shed");
    const counts = shed.map(({ count }) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(shed[0]).toMatchObject({ level: "warn", route: saveNote.path });
    expect(thrown.map(({ stack }) => stack)).toEqual(Array(3).fill("AppError: Unavailable"));
    expect(new Error("traced").stack).toContain("http.test.ts");
  });

  test("a handler that never answers becomes 504", async () => {
    app = await sampleServer({ handlerTimeout: 30 });
    createBinder(app, { authorise: () => undefined })(saveNote, () => new Promise(() => undefined));
    const answer = await testClient(app).attempt(saveNote, { params: { id: "7" }, body: note });
    expect(answer.status).toBe(504);
    expect(answer.error().type).toBe("Timeout");
  });

  test("nor is one that has read a body over a connection waited for longer", async () => {
    app = await sampleServer({ handlerTimeout: 30 });
    createBinder(app, { authorise: () => undefined })(saveNote, () => new Promise(() => undefined));
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const answer = await fetch(`${origin}/v1/notes/7`, {
      method: saveNote.method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(note),
    });
    expect(answer.status).toBe(504);
  });

  test("a handler that answers after its 504 reaches nobody and breaks nothing", async () => {
    app = await sampleServer({ handlerTimeout: 30 });
    const late = Promise.withResolvers<{ id: number; title: string }>();
    createBinder(app, { authorise: () => undefined })(saveNote, () => late.promise);
    const client = testClient(app);
    expect((await client.attempt(saveNote, { params: { id: "7" }, body: note })).status).toBe(504);
    late.resolve({ id: 7, title: "late" });
    await new Promise((resolve) => setImmediate(resolve));
    const again = await client.attempt(saveNote, { params: { id: "7" }, body: note });
    expect([again.status, again.json()]).toEqual([200, { id: 7, title: "late" }]);
  });

  test("a handler may redirect instead", async () => {
    app = await sampleServer();
    createBinder(app, { authorise: () => undefined })(saveNote, ({ reply }) =>
      reply.redirect("/elsewhere", 303),
    );
    const answer = await testClient(app).attempt(saveNote, { params: { id: "7" }, body: note });
    expect([answer.status, answer.headers.location]).toEqual([303, "/elsewhere"]);
  });

  test("an error type without a status fails when it is bound", async () => {
    app = await sampleServer();
    const bind = createBinder(app, { authorise: () => undefined });
    const wrong = { ...saveNote, errors: ["NoSuchError"] };
    expect(() => bind(wrong, () => ({ id: 1, title: "" }))).toThrow(/NoSuchError/);
  });
});

test("the OpenAPI document has the endpoint, its input and its errors", async () => {
  app = await sampleServer();
  await bindNotes();
  app.get("/internal", async () => ({}));
  const document = (await openApiDocument(app)) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
  };
  expect(document.openapi).toBe("3.1.0");
  expect(Object.keys(document.paths)).toEqual(["/v1/notes/{id}"]);
  const operation = document.paths["/v1/notes/{id}"]?.post;
  expect(operation?.operationId).toBe("saveNote");
  expect(Object.keys(operation?.responses ?? {})).toEqual([
    "200",
    "400",
    "401",
    "403",
    "429",
    "500",
    "503",
    "504",
  ]);
  expect(JSON.stringify(operation?.responses)).toContain('"enum":["InvalidInput","CodeInvalid"]');
});

describe("every answer", () => {
  test("carries the security headers, also a 404", async () => {
    app = await sampleServer({ origin: "https://portal.example" });
    const { headers, status } = await testClient(app).request({ url: "/v1/nothing" });
    expect(status).toBe(404);
    expect(headers["strict-transport-security"]).toMatch(/^max-age=63072000/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("brings the time of the server's clock, wherever that was moved, also with an error", async () => {
    const clock = movableClock();
    app = await sampleServer({ clock });
    const told = async () => {
      const { headers } = await testClient(app).request({ url: "/v1/nothing" });
      return Date.parse(String(headers[clockHeader])) - Date.now();
    };
    expect(Math.abs(await told())).toBeLessThan(5_000);
    clock.advance(3 * 3_600_000);
    expect(Math.abs((await told()) - 3 * 3_600_000)).toBeLessThan(5_000);
  });

  test("has an id of ours, unless a trusted proxy gave one", async () => {
    app = await sampleServer({ trustedProxies: ["10.0.0.0/8"] });
    const headers = { "x-request-id": "from-outside-1" };
    const stranger = await testClient(app, "192.0.2.1").request({ url: "/", headers });
    const proxy = await testClient(app, "10.1.2.3").request({ url: "/", headers });
    expect(stranger.headers["x-request-id"]).not.toBe("from-outside-1");
    expect(stranger.error().requestId).toBe(stranger.headers["x-request-id"]);
    expect(proxy.headers["x-request-id"]).toBe("from-outside-1");
  });

  test("a client's address comes from X-Forwarded-For only behind a trusted proxy", async () => {
    app = await sampleServer({ trustedProxies: ["10.0.0.0/8"] });
    app.get("/ip", async (request) => ({ ip: request.ip }));
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const stranger = await testClient(app, "192.0.2.1").request({ url: "/ip", headers });
    const proxied = await testClient(app, "10.0.0.1").request({ url: "/ip", headers });
    expect(stranger.json()).toEqual({ ip: "192.0.2.1" });
    expect(proxied.json()).toEqual({ ip: "203.0.113.9" });
  });
});

test("bytes that are no HTTP get 400 in our form", async () => {
  app = await sampleServer();
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const answer = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write("NONSENSE\r\n\r\n"));
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"type":"InvalidInput"');
});

test("one request begins before most of the sixty that another caller had sent", async () => {
  app = await sampleServer();
  const begun: unknown[] = [];
  app.get("/seen", { onRequest: async ({ headers }) => begun.push(headers.cookie) }, () => "");
  const ask = (cookie: string) => app.inject({ url: "/seen", headers: { cookie } });
  await app.ready();
  const many = Array.from({ length: 60 }, () => ask("a=1"));
  await Promise.all([...many, ask("b=1")]);
  expect(begun).toHaveLength(61);
  expect(begun.indexOf("b=1")).toBeLessThan(5);
});
