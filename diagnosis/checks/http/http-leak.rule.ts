import { defineCheck, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { on, recover } from "../../net/recover.ts";
import { listedDirectories } from "./files/directory-listing.ts";
import { httpLeakTexts } from "./http-leak.texts.ts";
import { withPage } from "./page/front-page.ts";

type Outcome = "quiet" | "version" | "listing" | "trace";

const TELLING = [
  "server",
  "x-powered-by",
  "x-aspnet-version",
  "x-aspnetmvc-version",
  "x-generator",
];
const VERSION = /\d+\.\d+/;

/**
 * The server keeps details to itself: no versions in headers, no lists of files, no TRACE (OWASP ASVS 5.0
 * 13.4; RFC 9110 §9.3.8 on TRACE, §10.2.4 on Server).
 */
export const httpLeak = defineCheck(httpLeakTexts, {
  id: "http-leak",
  category: "http",
  scope: "address",
  outcomes: {
    quiet: { state: "pass", severity: null },
    version: { state: "warn", severity: "low" },
    listing: { state: "fail", severity: "medium" },
    trace: { state: "warn", severity: "low" },
  },
  run: (context) =>
    withPage(context, async (page) => {
      const headers = TELLING.flatMap((name) => {
        const value = page.header(name);
        return value !== null && VERSION.test(value) ? [`${name}: ${value.slice(0, 100)}`] : [];
      });
      const listed = await listedDirectories(context, page);
      const traces = await echoesTrace(context, page);
      const facts = [
        { name: "leak.version", value: headers.length > 0 },
        { name: "leak.headers", value: headers },
        { name: "leak.listing", value: listed.length > 0 },
        { name: "leak.trace", value: traces },
      ];
      const found: Observation<Outcome>[] = listed.map((path) => ({
        outcome: "listing",
        subject: path,
        facts,
      }));
      if (headers.length > 0) found.push({ outcome: "version", facts });
      if (traces) found.push({ outcome: "trace", facts });
      return found.length > 0 ? found : { outcome: "quiet", facts };
    }),
});

/** True when the server sends a TRACE request back, a mark of ours in it. */
async function echoesTrace({ http }: CheckContext, { url }: HttpResponse): Promise<boolean> {
  const mark = "echo-check";
  const asked = http.fetch(url, { method: "TRACE", headers: { "x-trace": mark } });
  // Many servers just hang up on a method they do not know.
  const answer = await recover(asked, on(["reset", "malformed"], null));
  return answer?.status === 200 && new RegExp(`x-trace:?\\s*${mark}`, "i").test(answer.text());
}
