import { requestFor, type TestClient } from "@sekimori/kit-development/testing";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import type { PortalEndpoint } from "@sekimori/portal-contract/endpoints/declare";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newMember, signUpTo } from "./members.ts";
import { password } from "./sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "./test-portal.ts";
import { type CallerKind, leafPaths, validInputs, withValue } from "./valid-inputs.ts";

let portal: TestPortal;
let principals: Record<CallerKind, TestClient>;

beforeAll(async () => {
  portal = await startTestPortal();
  const flow = portal.browser();
  await signUpTo(portal, flow, "confirmation", { plan: "detailed" });
  const account = portal.browser();
  await newMember(portal, account);
  const second = portal.browser();
  const { email } = await newMember(portal, second);
  await second.call(mfaSetting, { body: { enabled: true } });
  const pending = portal.browser();
  await pending.call(signIn, { body: { email, password } });
  principals = { public: portal.browser(), flow, pending, account, recent: account };
});
afterAll(() => portal.close());

// These tests ask more of one caller than any limit allows, and are not about limits.
beforeEach(() => portal.database.pool.query("delete from kit.rate_limit"));

/** Values that no field of ours takes: the answer must be 400 and name the field. */
const neverValid: readonly (readonly [string, unknown])[] = [
  ["a number", 4711.5],
  ["an object", { $ne: null }],
  ["a list", ["a", "b"]],
  ["null", null],
  ["a text of 100,000", "x".repeat(100_000)],
  ["a null byte", "a\u0000b"],
  ["half a surrogate pair", "a\ud800b"],
];

/** Values that some fields take: the answer is the field's 400 or a regular outcome. */
const sometimesValid: readonly (readonly [string, unknown])[] = [
  ["nothing", ""],
  ["spaces", "   "],
  ["full-width digits", "１２３４５６７"],
  ["a script", "<script>alert(1)</script>"],
  ["SQL", "'; drop table portal.account; --"],
  ["an emoji", "👩‍👩‍👧‍👦🏳️‍🌈"],
  ["right-to-left marks", "\u202etxt.exe"],
  ["a line break", "a\r\nBcc: b@example.com"],
  ["a negative number", "-1"],
  ["a path", "../../etc/passwd"],
  ["prototype", "__proto__"],
];

const taking = allEndpoints.filter(({ name }) => validInputs[name]);

async function send(endpoint: PortalEndpoint, input: unknown) {
  const caller = principals[endpoint.access as CallerKind];
  return caller.request(requestFor(endpoint, input as never));
}

const pieces = taking.flatMap((endpoint) =>
  (["params", "query", "body"] as const).flatMap((part) =>
    leafPaths(validInputs[endpoint.name]?.[part] ?? {})
      .filter((path) => path.length > 0)
      .map((path) => ({ endpoint, part, path, title: `${endpoint.name} ${path.join(".")}` })),
  ),
);

describe.each(pieces)("$title", ({ endpoint, part, path }) => {
  const spoiled = (value: unknown) => {
    const valid = validInputs[endpoint.name];
    return { ...valid, [part]: withValue(valid?.[part], path, value) };
  };
  // In an address everything is text, so only texts can be wrong there.
  const isText = (value: unknown) => typeof value === "string";

  test.each(neverValid.filter(([, value]) => part === "body" || isText(value)))(
    "refuses %s and names the field",
    async (_name, value) => {
      // A broken surrogate cannot even be written into an address.
      if (part !== "body" && typeof value === "string" && !value.isWellFormed()) return;
      const answer = await send(endpoint, spoiled(value));
      // An address longer than the server reads matches no route, and so names no field.
      if (part === "params" && String(value).length > 512) {
        expect([400, 404]).toContain(answer.status);
        return;
      }
      // Where nothing may be named, null is a value like any other.
      if (value === null && endpoint.body?.safeParse(spoiled(value).body).success) {
        expect(answer.status, answer.text).toBeLessThan(500);
        return;
      }
      expect(answer.status, answer.text).toBe(400);
      const { type, fields = [] } = answer.error();
      expect(type).toBe("InvalidInput");
      const named = fields.map((field) => field.path);
      expect(named.some((name) => name.startsWith(path.join(".")))).toBe(true);
    },
  );

  test.each(sometimesValid)("answers %s without a fault", async (_name, value) => {
    const answer = await send(endpoint, spoiled(value));
    expect(answer.status, answer.text).toBeLessThan(500);
    if (answer.status === 200) return;
    const { type, fields = [] } = answer.error();
    if (type !== "InvalidInput") return;
    const named = fields.map((field) => field.path);
    expect(
      named.some((name) => name.startsWith(path.join("."))),
      answer.text,
    ).toBe(true);
  });
});

describe.each(taking.filter(({ body }) => body))("$name", (endpoint) => {
  test("refuses a field it does not know, by name", async () => {
    const valid = validInputs[endpoint.name];
    const answer = await send(endpoint, { ...valid, body: { ...valid?.body, isAdmin: true } });
    expect(answer.status).toBe(400);
    expect(answer.error().fields?.map(({ path, code }) => [path, code])).toContainEqual([
      "isAdmin",
      "unknown_field",
    ]);
  });

  test.each([
    "",
    "null",
    "[]",
    '"text"',
    "{",
    "{".repeat(5000),
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
  ])("answers the body %j with a 400", async (payload) => {
    const caller = principals[endpoint.access as CallerKind];
    const first = await caller.request({ url: "/v1/site" });
    const { method, url } = requestFor(endpoint, (validInputs[endpoint.name] ?? {}) as never);
    const answer = await portal.app.inject({
      method: method ?? "POST",
      url,
      headers: {
        "content-type": "application/json",
        "x-csrf-token": String(first.headers["x-csrf-token"]),
        cookie: [...caller.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      payload,
    });
    // An endpoint without fields takes no body for an empty object.
    const takesNothing = Object.keys(validInputs[endpoint.name]?.body ?? {}).length === 0;
    const isFine = takesNothing && (payload === "" || payload === "null");
    if (isFine) expect(answer.statusCode).toBeLessThan(500);
    else expect(answer.statusCode, answer.body).toBe(400);
    expect({}).not.toHaveProperty("isAdmin");
  });
});

test("every endpoint of the contract that takes input is among these", () => {
  const untested = allEndpoints
    .filter(({ body, params, query }) => body || params || query)
    .filter(({ name }) => !validInputs[name])
    .map(({ name }) => name);
  expect(untested.filter((name) => !name.startsWith("gmoid"))).toEqual([]);
});
