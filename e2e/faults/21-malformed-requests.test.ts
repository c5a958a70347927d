import { connect } from "node:net";
import { requestFor, type TestRequest } from "@sekimori/kit-development/testing";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import type { PortalEndpoint } from "@sekimori/portal-contract/endpoints/declare";
import {
  leafPaths,
  type ValidInput,
  validInputs,
  withValue,
} from "@sekimori/portal-server/testing/valid-inputs";
import { expect, inject, test } from "vitest";
import { report } from "./support/figures.ts";
import { newMember, signUpTo } from "./support/journeys.ts";
import { newNetwork, Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { residentMiB } from "./support/resident.ts";
import { patience, sized } from "./support/sizes.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();
const requests = sized(600, 100_000);
const atOnce = 8;
/** How often memory is looked at. */
const looks = 5;
/** What one process may take under load, in MiB. */
const mostMiB = 300;

/** What no answer may show: a stack, a path of ours, a statement, a library's own words. */
const traces = /\bat .+[:(]\d+:\d+|node_modules|\.ts:\d+|select .+ from|ZodError|DatabaseError/i;

const strange: readonly unknown[] = [
  null,
  true,
  -1,
  4711.5,
  1e308,
  [],
  {},
  { $ne: null },
  [["a"]],
  "",
  " ",
  "\u0000",
  "a\ud800",
  "'; drop table portal.account; --",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "%00%ff",
  "{{7*7}}",
  "__proto__",
  "constructor",
  "x".repeat(5_000),
  "１２３４５６",
  "\u202e",
  "👩‍👩‍👧‍👦",
  "a\r\nBcc: b@example.com",
];

const headers: readonly Readonly<Record<string, string>>[] = [
  {},
  { "content-type": "text/plain" },
  { "content-type": "application/xml" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-type": "application/json; charset=utf-7" },
  { "content-encoding": "gzip" },
  { cookie: "sekimori_session=%00%ff; =; sekimori_session" },
  { "x-csrf-token": "A".repeat(4_000) },
  { "accept-language": "x".repeat(4_000) },
  { origin: "null" },
  { range: "bytes=0-99999999999" },
  { "x-http-method-override": "DELETE" },
];

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"] as const;

function malformed(random: Random, endpoint: PortalEndpoint): TestRequest | undefined {
  let input: unknown = validInputs[endpoint.name] ?? {};
  const places = leafPaths(input).filter((path) => path.length > 0);
  for (let change = 0; change <= random.below(3) && places.length > 0; change += 1) {
    input = withValue(input, random.pick(places), random.pick(strange));
  }
  const inPath = JSON.stringify((input as ValidInput).params ?? {});
  // Half a surrogate pair cannot even be written into a path.
  if (inPath.includes("\\ud800")) return undefined;
  const { url, body, method = "GET" } = requestFor(endpoint, input as never);
  const isOther = random.below(10) === 0;
  return {
    method: isOther ? random.pick(methods) : method,
    url:
      random.below(12) === 0 ? `${url}${random.pick(["/", "//", "?a[]=1", "%2e%2e/", "%"])}` : url,
    ...(body === undefined || method === "GET"
      ? {}
      : { body: random.below(8) === 0 ? random.pick(strange) : body }),
    headers: random.pick(headers),
  };
}

/** Whether a request can be sent at all: a client refuses some before any server sees them. */
function sendable({ url, method, body }: TestRequest): boolean {
  if ((method === "GET" || method === "HEAD") && body !== undefined) return false;
  return URL.canParse(url, product.origin);
}

test(
  "malformed requests made from every endpoint meet no fault and show no trace",
  async () => {
    const random = Random.forRow("21");
    const members: Person[] = [];
    const halfway: Person[] = [];
    for (let index = 0; index < 4; index += 1) {
      members.push((await newMember(product)).person);
      const person = new Person(product.origin);
      await signUpTo(product, person, "confirmation", { plan: "detailed" });
      halfway.push(person);
    }
    /** Mostly whoever the endpoint is for; signing out is left to strangers. */
    const callerOf = (endpoint: PortalEndpoint): Person | undefined => {
      if (endpoint.name === "signOut" || random.below(6) === 0) return undefined;
      return random.pick(endpoint.access === "flow" ? halfway : members);
    };
    const faults: string[] = [];
    let busy = 0;
    const leaks: string[] = [];
    const statuses = new Map<number, number>();
    /** Of both processes, in MiB: at every fifth of the way. */
    const memory: number[][] = [];
    let left = requests;
    const attack = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        if (left % (requests / looks) === 0) memory.push(await residentMiB());
        const endpoint = random.pick(allEndpoints);
        const request = malformed(random, endpoint);
        if (request === undefined || !sendable(request)) continue;
        // Always from another place: limits by network are not what is tried here.
        const owner = callerOf(endpoint);
        const person = new Person(product.origin, {
          network: newNetwork(),
          cookies: owner?.cookies,
        });
        person.csrf = owner?.csrf;
        let answer = await person.send(request);
        // 503 is what a busy machine says; a fault would say it again.
        for (let again = 0; answer.status === 503 && again < 5; again += 1) {
          busy += 1;
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          answer = await person.send(request);
        }
        if (owner) owner.csrf = person.csrf;
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status >= 500) faults.push(`${endpoint.name} ${answer.status} ${answer.text}`);
        const isData = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
        if (isData && traces.test(answer.text)) leaks.push(`${endpoint.name} ${answer.text}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, attack));
    report("21", {
      requests,
      answers: [...statuses]
        .sort()
        .map(([status, n]) => `${status}×${n}`)
        .join(" "),
      "5xx": faults.length,
      "asked again after 503": busy,
      "stack traces": leaks.length,
      "resident MiB": memory.map((both) => both.join(" and ")).join(", "),
    });
    expect(faults).toEqual([]);
    expect(leaks).toEqual([]);
    expect(Math.max(...memory.flat())).toBeLessThanOrEqual(mostMiB);
  },
  patience,
);

const bytes: readonly (readonly [string, string])[] = [
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["a header without an end", `GET / HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(100_000)}`],
  [
    "two lengths",
    "POST /v1/idp/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
  ],
  [
    "length and chunks (smuggling)",
    "POST /v1/idp/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n5c\r\nGPOST / HTTP/1.1\r\n\r\n0\r\n\r\n",
  ],
  [
    "a bad chunk",
    "POST /v1/idp/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ],
  ["no Host", "GET /v1/site HTTP/1.1\r\n\r\n"],
  ["an unknown method", "BREW /v1/site HTTP/1.1\r\nHost: x\r\n\r\n"],
  [
    "an absolute address",
    "GET http://evil.example/v1/site HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
  ],
  ["a null in the path", "GET /v1/\x00site HTTP/1.1\r\nHost: x\r\n\r\n"],
  [
    "an upgrade",
    "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n",
  ],
];

test.each(bytes)("bytes that are %s get a refusal or an end, never a fault", async (_, sent) => {
  const [portal] = inject("faults").portals;
  const answer = await new Promise<string>((resolve) => {
    let text = "";
    const socket = connect(portal?.port ?? 0, "127.0.0.1", () => socket.end(sent, "latin1"));
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(text));
  });
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
  expect(status === 0 || status < 500, answer.slice(0, 300)).toBe(true);
  expect(answer).not.toMatch(traces);
});
