import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoint } from "@sekimori/kit-contract/endpoint";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { type ClientOptions, createClient } from "./create-client.ts";
import { type CsrfStorage, csrfIn } from "./csrf-storage.ts";

const base = { tag: "Things", summary: "A thing.", access: "public", errors: [], limits: [] };
const readThing = endpoint({
  ...base,
  name: "readThing",
  method: "GET",
  path: "/things/:id",
  params: z.object({ id: z.string() }),
  query: z.object({ tag: z.array(z.string()).optional() }),
  response: z.object({ name: z.string() }),
});
const writeThing = endpoint({
  ...base,
  name: "writeThing",
  method: "POST",
  path: "/things",
  body: z.object({ name: z.string() }),
  response: z.object({}),
});

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

function memoryStorage(): CsrfStorage {
  let kept: string | undefined;
  return {
    read: () => kept,
    save: (token) => {
      kept = token;
    },
  };
}

async function serve(handler: Handler, options: Partial<ClientOptions> = {}) {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => handler(request, response, body));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    csrf: memoryStorage(),
    timeout: 5_000,
    isOnline: () => true,
    ...options,
  });
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`expected an ApiError, got ${String(error)}`);
}

test("sends path parameters, query and language, and returns the checked answer", async () => {
  let seen: IncomingMessage | undefined;
  const client = await serve(
    (request, response) => {
      seen = request;
      response.end(JSON.stringify({ name: "gate", surplus: true }));
    },
    { locale: () => "ja" },
  );
  const thing = await client.call(readThing, {
    params: { id: "a/b" },
    query: { tag: ["x y", "z"] },
  });
  expect(thing).toEqual({ name: "gate" });
  expect(seen?.url).toBe("/things/a%2Fb?tag=x+y&tag=z");
  expect(seen?.headers["accept-language"]).toBe("ja");
});

test("saves the CSRF token of every answer, errors included, and sends the last one back", async () => {
  const sent: (string | undefined)[] = [];
  const client = await serve((request, response, body) => {
    sent.push(request.headers["x-csrf-token"]?.toString());
    response.setHeader("x-csrf-token", `token-${sent.length}`);
    response.statusCode = sent.length === 1 ? 500 : 200;
    response.end(sent.length === 1 ? "" : body);
  });
  await failure(client.call(writeThing, { body: { name: "a" } }));
  await client.call(writeThing, { body: { name: "a" } });
  await client.call(writeThing, { body: { name: "a" } });
  expect(sent).toEqual([undefined, "token-1", "token-2"]);
});

test("sends the token that stands among the application's items, and keeps each new one there", async () => {
  const items = new Map([["csrf", "kept"]]);
  const csrf = csrfIn({
    read: (name) => items.get(name),
    write: (name, token) => {
      items.set(name, token);
    },
  });
  const sent: (string | undefined)[] = [];
  const client = await serve(
    (request, response) => {
      sent.push(request.headers["x-csrf-token"]?.toString());
      response.setHeader("x-csrf-token", "brought");
      response.end(JSON.stringify({ name: "gate" }));
    },
    { csrf },
  );
  await client.call(readThing, { params: { id: "1" }, query: {} });
  expect([sent, items.get("csrf")]).toEqual([["kept"], "brought"]);
});

test("sends cookies along, also to an API at another origin", async () => {
  const modes: unknown[] = [];
  const client = await serve(
    (_request, response) => response.end(JSON.stringify({ name: "gate" })),
    {
      fetch: (...args: Parameters<typeof fetch>) => {
        modes.push(args[1]?.credentials);
        return fetch(...args);
      },
    },
  );
  await client.call(readThing, { params: { id: "1" }, query: {} });
  expect(modes).toEqual(["include"]);
});

test("reads a wire error whole", async () => {
  const client = await serve((_request, response) => {
    response.statusCode = 400;
    response.end(
      JSON.stringify({
        error: {
          type: "CodeInvalid",
          message: "wrong code",
          requestId: "r-1",
          fields: [{ path: "code", code: "invalid" }],
          data: { triesLeft: 3 },
        },
      }),
    );
  });
  const error = await failure(client.call(writeThing, { body: { name: "a" } }));
  expect(error).toMatchObject({
    type: "CodeInvalid",
    status: 400,
    requestId: "r-1",
    fields: [{ path: "code", code: "invalid" }],
    data: { triesLeft: 3 },
    call: { method: "POST", path: "/things" },
  });
});

test.each([
  [400, "InvalidInput"],
  [401, "SessionExpired"],
  [403, "Forbidden"],
  [404, "NotFound"],
  [408, "Timeout"],
  [409, "Conflict"],
  [429, "TooManyRequest"],
  [500, "Unexpected"],
  [502, "Unexpected"],
  [503, "Unexpected"],
  [504, "Timeout"],
  [599, "Unexpected"],
])("names a %i that carries no wire error %s and keeps its request id", async (status, type) => {
  const client = await serve((_request, response) => {
    response.statusCode = status;
    response.setHeader("x-request-id", "r-2");
    response.end("<html>an answer of some proxy</html>");
  });
  const error = await failure(client.call(writeThing, { body: { name: "a" } }));
  expect(error).toMatchObject({ type, status, requestId: "r-2", call: writeThing });
});

test("refuses a successful answer that is no JSON or breaks its schema", async () => {
  const answers = ["<html></html>", JSON.stringify({ name: 1 })];
  const client = await serve((_request, response) => response.end(answers.shift()));
  for (const _ of [1, 2]) {
    const error = await failure(client.call(readThing, { params: { id: "1" }, query: {} }));
    expect(error).toMatchObject({ type: "Unexpected", status: 200, call: readThing });
  }
});

test("passes an answer through when the endpoint carries no schema, as in a built page", async () => {
  const client = await serve((_request, response) => response.end(JSON.stringify({ name: 1 })));
  const { name, method, path } = readThing;
  const slim = { name, method, path } as unknown as typeof readThing;
  expect(await client.call(slim, { params: { id: "1" }, query: {} })).toEqual({ name: 1 });
});

test("tells the session of a 401 and of a 403 before the call rejects", async () => {
  const told: string[] = [];
  const statuses = [401, 403, 404];
  const client = await serve(
    (_request, response) => {
      response.statusCode = statuses.shift() ?? 500;
      response.end();
    },
    {
      onUnauthorised: (error, { name }) => told.push(`${error.status} ${name}`),
      onForbidden: (error, { name }) => told.push(`${error.status} ${name}`),
    },
  );
  for (const _ of [1, 2, 3]) await failure(client.call(writeThing, { body: { name: "a" } }));
  expect(told).toEqual(["401 writeThing", "403 writeThing"]);
});

test("gives up after the time limit", async () => {
  const client = await serve(() => undefined, { timeout: 20 });
  const error = await failure(client.call(writeThing, { body: { name: "a" } }));
  expect(error).toMatchObject({ type: "Timeout", status: 0, call: writeThing });
});

test("gives up when the body stops half way", async () => {
  const client = await serve((_request, response) => void response.write('{"na'), { timeout: 50 });
  const error = await failure(client.call(readThing, { params: { id: "1" }, query: {} }));
  expect(error.type).toBe("Timeout");
});

test("tells a broken connection from a browser without one", async () => {
  let online = true;
  const client = await serve((request) => request.socket.destroy(), { isOnline: () => online });
  expect((await failure(client.call(writeThing, { body: { name: "a" } }))).type).toBe("Network");
  online = false;
  expect((await failure(client.call(writeThing, { body: { name: "a" } }))).type).toBe("Offline");
});

test("lets the caller's own abort through as what it is", async () => {
  const client = await serve(() => undefined);
  const controller = new AbortController();
  const call = client.call(writeThing, { body: { name: "a" }, signal: controller.signal });
  controller.abort(new Error("left the page"));
  await expect(call).rejects.toThrow("left the page");
});
