import { requestFor, type TestClient } from "@sekimori/kit-development/testing";
import { hostileQueries } from "@sekimori/kit-development/testing/hostile-queries";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "./members.ts";
import { startTestPortal, type TestPortal } from "./test-portal.ts";
import { validInputs } from "./valid-inputs.ts";

// Row 42 of the assurance plan: whatever stands behind the question mark, no address answers a 5xx.

let portal: TestPortal;
let member: TestClient;
beforeAll(async () => {
  portal = await startTestPortal();
  member = portal.browser();
  await newMember(portal, member);
});
afterAll(() => portal.close());

/** Addresses that no declaration has: the provider's, documents, pages. */
const besides = [
  "/v1/idp/oidc/authorize",
  "/v1/idp/oidc/session/end",
  "/v1/idp/oidc/device",
  "/v1/idp/oidc/me",
  "/v1/idp/oidc/jwks",
  "/v1/idp/oidc/.well-known/openid-configuration",
  "/v1/docs",
  "/v1/docs/json",
  "/v1/docs/examples",
  "/v1/invoices/x/ja.pdf",
  "/v1/invoices/documents/en.zip",
  "/.well-known/change-password",
  "/.well-known/security.txt",
  "/device",
  ...Object.values(pagePaths),
];

const declared = allEndpoints
  .filter(({ method }) => method === "GET")
  .map((endpoint) => ({
    path: requestFor(endpoint, (validInputs[endpoint.name] ?? {}) as never).url.split("?")[0] ?? "",
    names: Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {}),
  }));
const addresses = [...declared, ...besides.map((path) => ({ path, names: [] as string[] }))];

test.each(addresses.map((address, at) => [address.path, address.names, at] as const))(
  "%s",
  async (path, names, at) => {
    for (const query of hostileQueries(names, 20, at)) {
      await portal.database.pool.query("delete from kit.rate_limit");
      const { status, text } = await member.request({ url: `${path}?${query}` });
      expect(status, `${path}?${query}: ${text.slice(0, 300)}`).toBeLessThan(500);
    }
  },
  60_000,
);
