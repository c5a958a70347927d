import { sampleServer } from "@sekimori/kit-development/testing/sample-server";
import { expect, test } from "vitest";

const proxy = "10.0.0.1";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:51234", "203.0.113.9"],
  ["[2001:db8::7]:443", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ['"[2001:db8::7]:443"', "2001:db8::7"],
  ["fe80::1%eth0", "fe80::1"],
  ["198.51.100.1, 203.0.113.9:80", "203.0.113.9"],
  // Only what stands behind the garbage was written by proxies.
  ["203.0.113.9, not an address", proxy],
  ["not an address, 203.0.113.9", "203.0.113.9"],
  ["unknown", proxy],
  ["999.1.1.1", proxy],
  ["203.0.113.9:port", proxy],
  ["_hidden", proxy],
  ["'; drop table x; --", proxy],
  [",,,", proxy],
  ["", proxy],
  ["203.0.113.9, 10.0.0.1:3333", "203.0.113.9"],
  ["9".repeat(5_000), proxy],
])("X-Forwarded-For: %s comes from %s", async (given, expected) => {
  const app = await sampleServer({ trustedProxies: [proxy] });
  app.get("/", async (request) => ({ ip: request.ip }));
  const answer = await app.inject({
    url: "/",
    remoteAddress: proxy,
    headers: { "x-forwarded-for": given },
  });
  expect([answer.statusCode, answer.json()]).toEqual([200, { ip: expected }]);
  await app.close();
});
