import { requestFor, type TestClient } from "@sekimori/kit-development/testing";
import { measureFlood } from "@sekimori/kit-development/testing/one-person-floods";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "./members.ts";
import { startTestPortal, type TestPortal } from "./test-portal.ts";
import { validInputs } from "./valid-inputs.ts";

// Row 40; its twin is karte's. A member asks for every read of the contract and of the pages beside it.

let portal: TestPortal;
let origin: string;
beforeAll(async () => {
  portal = await startTestPortal();
  origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => portal?.close());

const cookieOf = ({ cookies }: TestClient) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** What no declaration has: the largest documents and the provider's. */
const besides = [
  "/v1/docs/json",
  "/v1/idp/oidc/jwks",
  "/v1/idp/oidc/.well-known/openid-configuration",
];

async function member(): Promise<string> {
  const browser = portal.browser();
  await newMember(portal, browser);
  return cookieOf(browser);
}

// Two p95 of some milliseconds: measured again where the machine had something else to do.
const measured = { retry: 2, timeout: 240_000 } as const;

test("every read at once by one member leaves another's reads as they were", measured, async () => {
  const reads = allEndpoints.filter(({ method }) => method === "GET");
  const urls = reads.map(
    (endpoint) => requestFor(endpoint, (validInputs[endpoint.name] ?? {}) as never).url,
  );
  const { counts, ratio } = await measureFlood({
    origin,
    urls: [...urls, ...besides],
    cookie: await member(),
    another: {
      cookie: await member(),
      urls: ["/v1/profile/my-profile", "/v1/invoices"],
    },
  });
  expect(counts).not.toHaveProperty("500");
  expect(counts["200"]).toBeGreaterThan(0);
  expect(counts["429"]).toBeGreaterThan(0);
  expect(Object.keys(counts).filter((name) => name.includes("without a time"))).toEqual([]);
  expect(ratio).toBeLessThanOrEqual(3);
});
