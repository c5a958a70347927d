import { sampleServer } from "@sekimori/kit-development/testing/sample-server";
import { expect, test } from "vitest";
import { clientOf } from "./client-info.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140, Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari 18, iOS",
  ],
  ["curl/8.14.1", ""],
  ["", ""],
  [`Firefox/${"9".repeat(5_000)}`, expect.stringMatching(/^.{0,80}$/)],
])("%s is shown as %s", async (userAgent, device) => {
  const app = await sampleServer({ trustedProxies: ["10.0.0.1"] });
  app.get("/", async (request) => clientOf(request));
  const answer = await app.inject({
    url: "/",
    remoteAddress: "10.0.0.1",
    headers: { "user-agent": userAgent, "x-forwarded-for": "198.51.100.7" },
  });
  expect(answer.json()).toEqual({ ipAddress: "198.51.100.7", device });
  await app.close();
});
