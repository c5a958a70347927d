import { request } from "node:http";
import { requestFor } from "@sekimori/kit-development/testing";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import { forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { validInputs } from "@sekimori/portal-server/testing/valid-inputs";
import { expect, inject, test } from "vitest";
import { jobsDone } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { newEmail, newMember } from "./support/journeys.ts";
import { newNetwork } from "./support/person.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();
const evil = "evil.example";

const forged: Readonly<Record<string, string>> = {
  host: evil,
  "x-forwarded-host": evil,
  "x-forwarded-proto": "https",
  "x-forwarded-port": "8443",
  "x-forwarded-server": evil,
  "x-original-url": `https://${evil}/`,
  "x-rewrite-url": `https://${evil}/`,
  forwarded: `host=${evil};proto=https`,
  referer: `https://${evil}/`,
};

/** Parameters that make careless servers redirect or link elsewhere. */
const lures = [
  "next",
  "redirect",
  "redirect_uri",
  "return_to",
  "returnUrl",
  "url",
  "continue",
  "from",
].flatMap((name) =>
  [`https://${evil}/`, `//${evil}/`, `/\\${evil}/`, `javascript:alert(1)`].map(
    (to) => [name, to] as const,
  ),
);

interface Raw {
  readonly status: number;
  readonly location: string | undefined;
  readonly everything: string;
}

/** A request as no browser would send it: its own Host. Straight to one process. */
function raw(method: string, path: string, body?: unknown): Promise<Raw> {
  const { port = 0 } = inject("faults").portals[0] ?? {};
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: {
          ...forged,
          "x-forwarded-for": newNetwork(),
          ...(text === undefined ? {} : { "content-type": "application/json" }),
        },
      },
      (response) => {
        let received = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          received += chunk;
        });
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            everything: `${JSON.stringify(response.headers)}\n${received}`,
          }),
        );
      },
    );
    outgoing.once("error", reject);
    outgoing.end(text);
  });
}

test("forged hosts and lures lead to no link and no redirect off our origin", async () => {
  const off: string[] = [];
  let asked = 0;
  const look = async (method: string, path: string, body?: unknown): Promise<Raw> => {
    asked += 1;
    const answer = await raw(method, path, body);
    const leaves = answer.location !== undefined && !/^\/(?![/\\])/.test(answer.location);
    if (leaves && new URL(answer.location ?? "").origin !== product.origin) off.push(path);
    // The lure itself may be echoed in an error's text; a host that came in a header never.
    if (!path.includes(evil) && answer.everything.includes(evil)) off.push(`${path} (echoed)`);
    expect(answer.status).toBeLessThan(500);
    return answer;
  };
  for (const path of Object.values(pagePaths)) await look("GET", path);
  for (const [name, to] of lures) {
    for (const path of [pagePaths.root, pagePaths.login, pagePaths.authorize, pagePaths.tds]) {
      await look("GET", `${path}?${name}=${encodeURIComponent(to)}`);
    }
    await look("GET", `/v1/payment/return/${"A".repeat(43)}?${name}=${encodeURIComponent(to)}`);
  }
  for (const path of [`//${evil}/`, `/\\${evil}/`, `/%2f%2f${evil}/`, `/${evil}//..`]) {
    await look("GET", path);
  }
  for (const endpoint of allEndpoints) {
    const { url, body } = requestFor(endpoint, (validInputs[endpoint.name] ?? {}) as never);
    await look(endpoint.method, url, body);
  }
  report("22", { requests: asked, "off-origin links or redirects": off.length });
  expect(off).toEqual([]);
});

test("mails that a forged request causes link to our origin alone", async () => {
  const { email } = await newMember(product);
  const fresh = newEmail();
  await raw("POST", forgotPassword.path, { email, locale: "en" });
  await raw("POST", signUp.path, { email: fresh, plan: "free", locale: "ja" });
  await jobsDone(product.pool);
  const mails = [...(await product.mails.to(email)), ...(await product.mails.to(fresh))];
  const links = mails.flatMap(
    ({ text, html }) => `${text}\n${html}`.match(/https?:\/\/[^\s"<>)]+/g) ?? [],
  );
  const foreign = links.filter((link) => {
    const { origin, hostname } = new URL(link);
    // The operator's own site is a setting, not a header.
    return origin !== product.origin && !hostname.endsWith("sekimori.example");
  });
  report("22", { mails: mails.length, links: links.length, "off-origin links": foreign.length });
  expect(mails.length).toBeGreaterThanOrEqual(3);
  expect(foreign).toEqual([]);
});
