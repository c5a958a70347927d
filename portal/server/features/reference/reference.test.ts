import { brotliDecompressSync } from "node:zlib";
import {
  referenceCommands,
  referenceParameters,
} from "@sekimori/kit-development/testing/reference-commands";
import { applicationEndpoints } from "@sekimori/portal-contract/applications/endpoints";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { recordedExamples } from "./generated/recorded-examples.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

test("the OpenAPI document has every endpoint with its errors", async () => {
  const answer = await portal.browser().request({ url: "/v1/docs/json" });
  const document = z
    .object({
      openapi: z.literal("3.1.0"),
      paths: z.record(
        z.string(),
        z.record(
          z.string(),
          z.looseObject({
            operationId: z.string(),
            responses: z.record(z.string(), z.looseObject({ description: z.string() })),
          }),
        ),
      ),
    })
    .parse(answer.json());
  for (const endpoint of allEndpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
    expect(operation?.operationId, path).toBe(endpoint.name);
    const told = Object.values(operation?.responses ?? {}).map(({ description }) => description);
    for (const type of endpoint.errors) expect(told.join(), endpoint.name).toContain(type);
  }
});

test("the viewer is served under a policy that lets in nothing foreign", async () => {
  const page = await portal.browser().request({ url: "/v1/docs" });
  expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
  expect(page.text).not.toMatch(/<script(?![^>]* src=)/);
  // Each call stands on the page; what may be tried is the sandbox's only.
  for (const { name } of allEndpoints) expect(page.text).toContain(`id="${name}"`);
  const files = ["/v1/docs/reference.css", "/v1/docs/reference.js"];
  for (const url of files) {
    expect((await portal.browser().request({ url })).status, url).toBe(200);
  }
});

test("each call has a command whose example is one that the call takes", async () => {
  const commands = referenceCommands((await portal.browser().request({ url: "/v1/docs" })).text);
  expect(allEndpoints.filter(({ name }) => !commands.has(name))).toEqual([]);
  for (const { name, method, body } of allEndpoints) {
    const command = commands.get(name);
    expect(command?.text, name).toContain(`${portal.context.settings.portalOrigin}/v1/`);
    expect(command?.text.includes("x-csrf-token"), name).toBe(method !== "GET");
    const example = command?.body;
    if (body) expect(body.safeParse(example).error?.issues ?? [], name).toEqual([]);
    else expect(example, name).toBeUndefined();
  }
  for (const { name } of applicationEndpoints) {
    const text = commands.get(name)?.text;
    expect(text, name).toContain('--header "Authorization: Bearer $ACCESS_TOKEN"');
    expect(text, name).not.toContain("--cookie");
  }
});

/** The parameters that a declaration has, of its path and its query. */
const declared = ({ params, query }: (typeof allEndpoints)[number]) =>
  [params, query].flatMap((schema) =>
    schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
  );

test("the page has every endpoint that discovery names, and no marks of Markdown", async () => {
  const issuer = `${portal.context.settings.portalOrigin}/v1/idp/oidc`;
  const discovery = await portal
    .browser()
    .request({ url: "/v1/idp/oidc/.well-known/openid-configuration" });
  const addresses = Object.entries(discovery.json() as Record<string, unknown>).flatMap(
    ([name, value]) => (/_endpoint$|^jwks_uri$/.test(name) ? [String(value)] : []),
  );
  expect(addresses.length).toBeGreaterThan(7);
  const page = (await portal.browser().request({ url: "/v1/docs" })).text;
  for (const address of addresses) {
    expect(page).toContain(`<code>${address.replace(issuer, "")}</code>`);
  }
  expect(page.replaceAll(/<pre[\s\S]*?<\/pre>/g, "")).not.toContain("`");
});

test("each call names its parameters on the page", async () => {
  const page = (await portal.browser().request({ url: "/v1/docs" })).text;
  const withSome = allEndpoints.filter((endpoint) => declared(endpoint).length > 0);
  expect(withSome.length).toBeGreaterThan(10);
  for (const endpoint of withSome) {
    expect(referenceParameters(page, endpoint.name), endpoint.name).toEqual(
      expect.arrayContaining(declared(endpoint)),
    );
  }
});

/** Calls without an example that a test was answered, and why. */
const withoutExample: Readonly<Record<string, string>> = {};

test("each call shows an answer that a test got, and it fits what is declared", async () => {
  const names = allEndpoints.map(({ name }) => name);
  expect([...Object.keys(recordedExamples), ...Object.keys(withoutExample)].sort()).toEqual(
    names.toSorted(),
  );
  const answer = await portal.browser().request({ url: "/v1/docs/examples" });
  const shown = z.record(z.string(), z.unknown()).parse(answer.json());
  const page = (await portal.browser().request({ url: "/v1/docs" })).text;
  for (const { name, body, response } of allEndpoints) {
    if (withoutExample[name] !== undefined) continue;
    const example = recordedExamples[name];
    // What the server sends of it is exactly this: nothing invented, nothing dropped.
    expect(response.parse(shown[name]), name).toEqual(example?.answer);
    if (body) expect(body.safeParse(example?.request).error?.issues ?? [], name).toEqual([]);
    expect(page, name).toContain(`data-call="${name}"`);
  }
});

test("page and document are made once, and a browser that has one is sent none", async () => {
  const swagger = vi.spyOn(portal.app, "swagger");
  const browser = portal.browser();
  for (const url of ["/v1/docs", "/v1/docs/json", "/v1/docs/examples"]) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.request({ url })));
    const [first] = answers;
    const etag = String(first?.headers.etag);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
      const again = await browser.request({ url, headers: { "if-none-match": known } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
    }
    const other = await browser.request({ url, headers: { "if-none-match": '"another"' } });
    expect([other.status, other.text]).toEqual([200, first?.text]);
    // Whoever takes it compressed gets it so, under a tag of its own.
    const small = await portal.app.inject({ url, headers: { "accept-encoding": "gzip, br" } });
    expect(small.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(first?.text);
    expect(small.rawPayload.length).toBeLessThan(String(first?.text).length / 5);
    const known = { "accept-encoding": "br", "if-none-match": String(small.headers.etag) };
    expect((await portal.app.inject({ url, headers: known })).statusCode).toBe(304);
    expect(small.headers.etag).not.toBe(etag);
  }
  expect(swagger.mock.calls.length).toBeLessThanOrEqual(1);
});
