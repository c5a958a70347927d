import { expect, test } from "vitest";
import type { DnsClient, HttpClient } from "../net/clients.ts";
import { systemClock } from "../net/clock.ts";
import { NetError } from "../net/net-error.ts";
import {
  CHALLENGE_LABEL,
  CHALLENGE_NAME,
  CHALLENGE_PATH,
  challengeRecord,
  NO_TOKEN,
  newChallengeToken,
  type OwnershipQuestion,
  PROOF_LIFE_MS,
  proveOwnership,
} from "./ownership.ts";

// The rule alone, on answers as clients give them; diagnose.test.ts has it on real sockets.

const token = newChallengeToken();
const record = challengeRecord(token);
const now = Date.UTC(2026, 10, 26);
const file = `https://www.shop.test${CHALLENGE_PATH}`;
const first = "https://www.shop.test/";

interface World {
  /** TXT strings by name. */
  readonly texts?: Readonly<Record<string, readonly string[]>>;
  /** Status and body by address. */
  readonly pages?: Readonly<Record<string, readonly [number, string]>>;
}

function prove(world: World, methods: OwnershipQuestion["methods"]) {
  const dns = { texts: async (name: string) => world.texts?.[name] ?? [] };
  const http = {
    fetch: async (url: string) => {
      const [status, body] = world.pages?.[url] ?? [404, "Not found"];
      return { status, text: () => body };
    },
  };
  return proveOwnership({
    host: "www.shop.test",
    domain: "shop.test",
    token,
    methods,
    clock: { ...systemClock, now: () => now },
    dns: dns as unknown as DnsClient,
    http: http as unknown as HttpClient,
  });
}

const meta = (attributes: string) => `<!doctype html><head><meta ${attributes}></head><body>`;
const tag = `name="${CHALLENGE_NAME}" content="${token}"`;
const domain = { kind: "domain", name: "shop.test" };
const host = { kind: "host", name: "www.shop.test" };

test.each<[string, World, "dns-txt" | "file" | "meta", object | null]>([
  [
    "TXT on the registrable domain",
    { texts: { [`${CHALLENGE_LABEL}.shop.test`]: ["v=spf1", ` ${record} `] } },
    "dns-txt",
    domain,
  ],
  [
    "TXT on the host",
    { texts: { [`${CHALLENGE_LABEL}.www.shop.test`]: [record] } },
    "dns-txt",
    { kind: "domain", name: "www.shop.test" },
  ],
  ["TXT elsewhere", { texts: { "shop.test": [record] } }, "dns-txt", null],
  [
    "TXT with more behind it",
    { texts: { [`${CHALLENGE_LABEL}.shop.test`]: [`${record}x`] } },
    "dns-txt",
    null,
  ],
  ["the file", { pages: { [file]: [200, `${record}\n`] } }, "file", host],
  ["a file of another token", { pages: { [file]: [200, `${record}x`] } }, "file", null],
  ["the file, not found", { pages: { [file]: [404, record] } }, "file", null],
  ["the file, redirected", { pages: { [file]: [302, record] } }, "file", null],
  ["the meta element", { pages: { [first]: [200, meta(tag)] } }, "meta", host],
  [
    "the meta element in capitals and single quotes",
    { pages: { [first]: [200, `<META Content = '${token}' Name = '${CHALLENGE_NAME}'>`] } },
    "meta",
    host,
  ],
  [
    "the meta element behind others",
    { pages: { [first]: [200, `${meta('charset="utf-8"')}`.replace("</head>", `<meta ${tag}>`)] } },
    "meta",
    host,
  ],
  ["the meta element, forbidden", { pages: { [first]: [403, meta(tag)] } }, "meta", null],
  [
    "the meta element in the body",
    { pages: { [first]: [200, `<body><meta ${tag}>`] } },
    "meta",
    null,
  ],
  [
    "the meta element in a body with attributes",
    { pages: { [first]: [200, `<body class="x"><meta ${tag}>`] } },
    "meta",
    null,
  ],
  [
    "the meta element behind the head",
    { pages: { [first]: [200, `<head></HEAD><meta ${tag}>`] } },
    "meta",
    null,
  ],
  [
    "the meta element far down",
    { pages: { [first]: [200, `${" ".repeat(65_536)}<meta ${tag}>`] } },
    "meta",
    null,
  ],
  [
    "another name",
    { pages: { [first]: [200, meta(`name="other" content="${token}"`)] } },
    "meta",
    null,
  ],
  ["no content", { pages: { [first]: [200, meta(`name="${CHALLENGE_NAME}"`)] } }, "meta", null],
  [
    "another content",
    { pages: { [first]: [200, meta(`name="${CHALLENGE_NAME}" content="${token}x"`)] } },
    "meta",
    null,
  ],
])("%s", async (_what, world, method, covers) => {
  const proof = await prove(world, [method]);
  const checkedAt = "2026-11-26T00:00:00.000Z";
  expect(proof).toEqual(
    covers === null
      ? {
          proved: false,
          method: null,
          covers: null,
          checkedAt,
          validUntil: null,
          failures: [{ method, why: NO_TOKEN }],
        }
      : {
          proved: true,
          method,
          covers,
          checkedAt,
          validUntil: "2026-12-26T00:00:00.000Z",
          failures: [],
        },
  );
});

test("methods are tried in turn until one proves it, each with why it did not", async () => {
  const world = { pages: { [file]: [200, record] } } as const;
  const proof = await prove(world, ["dns-txt", "file", "meta"]);
  expect(proof).toMatchObject({ proved: true, method: "file" });
  expect(proof.failures).toEqual([{ method: "dns-txt", why: NO_TOKEN }]);
});

test("a place out of reach says so, and a fault of ours is none of its", async () => {
  const failing = (error: Error) =>
    proveOwnership({
      ...{ host: "shop.test", domain: "shop.test", token, methods: ["file"], clock: systemClock },
      dns: {} as DnsClient,
      http: { fetch: () => Promise.reject(error) } as unknown as HttpClient,
    });
  const proof = await failing(new NetError("timeout", "silent"));
  expect(proof.failures).toEqual([{ method: "file", why: "timeout" }]);
  await expect(failing(new TypeError("ours"))).rejects.toThrow("ours");
});

test("a token has 128 random bits, and a proof holds for 30 days", () => {
  expect(Buffer.from(token, "base64url")).toHaveLength(16);
  expect(newChallengeToken()).not.toBe(token);
  expect(record).toBe(`sekimori-verification=${token}`);
  expect(PROOF_LIFE_MS).toBe(2_592_000_000);
  expect([CHALLENGE_LABEL, CHALLENGE_PATH, NO_TOKEN]).toEqual([
    "_sekimori-challenge",
    "/.well-known/sekimori-challenge.txt",
    "no matching token",
  ]);
});
