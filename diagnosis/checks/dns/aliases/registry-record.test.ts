import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SuffixRule } from "../../../data/data-sets.ts";
import { rr } from "../../../fixtures/dns/zone.ts";
import { examine } from "../../../fixtures/examine.ts";
import { fixtureAuthority } from "../../../fixtures/pki/fixture-authority.ts";
import { startBannerServer } from "../../../fixtures/ports/banner-server.ts";
import { type SitePage, site } from "../../../fixtures/site.ts";
import { startTlsServer } from "../../../fixtures/tls/tls-server.ts";
import { startWorld, type World } from "../../../fixtures/world.ts";
import { dnsLapsed } from "../dns-lapsed.rule.ts";

describe("dns-lapsed asks the registry what it has of a domain that DNS does not have", () => {
  const rule = {
    source: "https://registry.test/",
    day: "2026-11-27",
    registration: "open",
  } as const;
  const record = (ldhName: string, status: readonly string[]) => ({
    headers: { "content-type": "application/rdap+json" },
    body: JSON.stringify({ objectClassName: "domain", ldhName, status }),
  });
  const error = (errorCode: number, description: string[] = []) => ({
    status: errorCode,
    headers: { "content-type": "application/rdap+json" },
    body: JSON.stringify({
      rdapConformance: ["rdap_level_0"],
      notices: [{ title: "Terms of Service", description: ["Service subject to The Terms"] }],
      ...{ errorCode, title: "Object not found", description },
    }),
  });
  const leads = (location: string, status = 302) => ({ status, headers: { location }, body: "" });
  /** What registries answer, in the forms of RFC 7480, 9083 and of those that are in use; nobody can verify org. */
  const ANSWERS: Readonly<Record<string, SitePage>> = {
    "/domain/free.org": error(404),
    // As the registry of com does: the media type, and no body.
    "/domain/bare.org": {
      status: 404,
      headers: { "content-type": "application/rdap+json;charset=UTF-8" },
      body: "",
    },
    "/domain/json.org": {
      status: 404,
      headers: { "content-type": "application/json" },
      body: '{"errorCode":404,"title":"Not Found","lang":"en"}',
    },
    // The service has moved, and a web server knows nothing of it.
    "/domain/moved.org": {
      status: 404,
      headers: { "content-type": "text/html" },
      body: "<title>404 Not Found</title>",
    },
    "/domain/empty.org": { status: 404, headers: {}, body: "" },
    "/domain/other-json.org": {
      status: 404,
      headers: { "content-type": "application/json" },
      body: '{"message":"no Route matched with those values"}',
    },
    "/domain/reserved.org": error(404, ["This name has been reserved by the registry."]),
    "/domain/blocked.org": error(404, ["The name is blocked by a brand protection service."]),
    // As the registry of cz does with what it sells to the highest bidder.
    "/domain/auction.org": {
      status: 404,
      headers: { "content-type": "application/rdap+json" },
      body: '{"errorCode":404,"title":"Auction pending"}',
    },
    "/domain/words.org": {
      status: 404,
      headers: { "content-type": "application/rdap+json" },
      body: '{"errorCode":404,"title":"See our policy","description":["Ask us."]}',
    },
    "/domain/too-many.org": error(429, ["Rate limit exceeded"]),
    "/domain/forbidden.org": error(403),
    "/domain/odd-question.org": error(400),
    "/domain/legal.org": error(451),
    "/domain/broken.org": { status: 503, body: "<title>Service Unavailable</title>" },
    "/domain/says-404.org": { ...error(404), status: 200 },
    "/domain/cut.org": {
      headers: { "content-type": "application/rdap+json" },
      body: '{"objectClassName":"domain","ldhName":"cut.org","status":["act',
    },
    "/domain/list.org": { headers: { "content-type": "application/rdap+json" }, body: "[]" },
    "/domain/plain.org": {
      headers: { "content-type": "text/plain" },
      body: '{"ldhName":"PLAIN.ORG.","status":["server hold","client hold"]}',
    },
    "/domain/no-ldh.org": {
      headers: { "content-type": "application/rdap+json" },
      body: '{"objectClassName":"domain","unicodeName":"no-ldh.org"}',
    },
    "/domain/odd-status.org": {
      headers: { "content-type": "application/rdap+json" },
      body: '{"objectClassName":"domain","ldhName":"odd-status.org","status":"active"}',
    },
    "/domain/full.org": {
      headers: { "content-type": "application/rdap+json" },
      body: JSON.stringify({
        ...{ objectClassName: "domain", handle: "2336799_DOMAIN_ORG", ldhName: "FULL.ORG" },
        links: [{ rel: "related", href: "https://rdap.customer.jp/registrar/domain/full.org" }],
        status: ["client transfer prohibited", "redemption period"],
        entities: [{ objectClassName: "entity", roles: ["registrar"], handle: "292" }],
        events: [{ eventAction: "expiration", eventDate: "2026-10-01T00:00:00Z" }],
        secureDNS: { delegationSigned: false },
        nameservers: [],
        rdapConformance: ["rdap_level_0", "icann_rdap_response_profile_1"],
        notices: [{ title: "Status Codes", description: ["…"] }],
      }),
    },
    // To another server of the same registry, to another registry, into a circle, to something else.
    "/domain/elsewhere.org": leads("/v2/domain/elsewhere.org"),
    "/v2/domain/elsewhere.org": record("elsewhere.org", ["pending delete"]),
    "/domain/there-none.org": leads("/v2/domain/there-none.org", 307),
    "/v2/domain/there-none.org": error(404),
    "/domain/other-kept.org": leads("https://registrar.customer.jp/domain/other-kept.org", 301),
    "/domain/other-none.org": leads("https://registrar.customer.jp/domain/other-none.org"),
    "/domain/circle.org": leads("/domain/circle.org"),
    "/domain/home.org": leads("/"),
    "/domain/clear.org": leads("http://rdap.customer.jp/domain/clear.org"),
    "/domain/inside.org": leads("https://10.0.0.1/domain/inside.org"),
  };
  let asked: string[] = [];
  let registries: World;
  beforeAll(async () => {
    const { root } = await fixtureAuthority();
    const pages = site({
      paths: {
        "/domain/held.jp": record("HELD.jp", ["redemption period", "pending delete"]),
        "/domain/no-servers.jp": record("no-servers.jp", []),
        "/domain/another.jp": record("else.jp", ["active"]),
        "/domain/odd.jp": { body: "<title>Our registry</title>" },
        "/domain/busy.jp": { status: 500, body: "" },
        "/domain/free.jp": error(404),
        ...Object.fromEntries(
          Array.from({ length: 8 }, (_, n) => [`/domain/gone${n}.jp`, error(404)]),
        ),
        "/domain/reserved.jp": error(404, ["Reserved domain name"]),
        "/domain/held.org": record("held.org", ["pending delete"]),
        ...ANSWERS,
      },
    });
    registries = await startWorld({
      trustAnchors: [root.certificate],
      zones: [
        {
          name: "customer.jp",
          signing: "valid",
          records: (at) => [
            rr("rdap.customer.jp", "A", at("rdap")),
            rr("other.customer.jp", "A", at("rdap")),
            rr("registrar.customer.jp", "A", at("registrar")),
            rr("limited.customer.jp", "A", at("limited")),
            rr("silent.customer.jp", "A", at("silent")),
            ...Object.keys(ANSWERS).flatMap((path) => {
              const domain = path.replace("/domain/", "");
              return domain.includes("/")
                ? []
                : [rr(`${domain}.customer.jp`, "CNAME", `shop.${domain}`)];
            }),
            ...["held.jp", "no-servers.jp", "free.jp", "another.jp", "odd.jp", "busy.jp"]
              .concat("held.org", "free.com", "there.jp", "reserved.jp")
              .map((domain) => rr(`${domain}.customer.jp`, "CNAME", `shop.${domain}`)),
          ],
        },
        { name: "jp", signing: "valid", nameServers: ["tops"] },
        // Nobody can verify what these deny.
        { name: "org", signing: "absent", nameServers: ["tops"] },
        { name: "com", signing: "absent", nameServers: ["tops"] },
        { name: "there.jp" },
        {
          name: "crowd.jp",
          records: () => {
            const gone = Array.from({ length: 8 }, (_, n) => `include:gone${n}.jp`).join(" ");
            return [rr("crowd.jp", "TXT", `v=spf1 ${gone} -all`)];
          },
        },
      ],
      machines: {
        tops: { dns: { serves: ["jp", "org", "com"] } },
        silent: { ports: { 443: (listen) => startBannerServer({ greeting: "" }, listen) } },
        limited: {
          ports: {
            443: (listen) =>
              startTlsServer(
                "limited.customer.jp",
                {
                  pages: (request, response) => {
                    asked.push(`${request.method} ${request.url} ${request.headers.accept}`);
                    response.writeHead(429, { "retry-after": "3600" }).end();
                  },
                },
                listen,
              ),
          },
        },
        registrar: {
          ports: {
            443: (listen) =>
              startTlsServer(
                "registrar.customer.jp",
                {
                  pages: site({
                    paths: {
                      "/domain/other-kept.org": record("other-kept.org", ["active"]),
                      "/domain/other-none.org": error(404),
                    },
                  }),
                },
                listen,
              ),
          },
        },
        rdap: {
          ports: {
            443: (listen) =>
              startTlsServer(
                "rdap.customer.jp",
                {
                  pages: (request, response) => {
                    asked.push(`${request.method} ${request.url} ${request.headers.accept}`);
                    pages(request, response);
                  },
                },
                listen,
              ),
          },
        },
      },
    });
  });
  afterAll(() => registries.stop());
  const suffixes: readonly SuffixRule[] = [
    { ...rule, suffixes: ["jp", "org"], rdap: "https://rdap.customer.jp/" },
    { ...rule, suffixes: ["com"] },
  ];
  const look = (domain: string) =>
    examine(registries, dnsLapsed, `${domain}.customer.jp`, { data: { suffixes } });

  it.each([
    ["held.jp", "held", "medium", "its fee was not paid"],
    ["no-servers.jp", "held", "medium", "somebody has it and uses no name servers"],
    ["free.jp", "lapsed", "critical", "verified, and no record"],
    ["another.jp", "unregistered", "medium", "verified; the record is another's"],
    ["odd.jp", "unregistered", "medium", "verified; a page is no record"],
    ["busy.jp", "unregistered", "medium", "verified; nothing was learned"],
    ["held.org", "held", "medium", "not verified, and a record"],
    ["free.org", "lapsed", "critical", "not verified, but the registry has no record"],
    ["free.com", "unregistered", "medium", "not verified, and nobody to ask"],
  ])("%s: %s, %s (%s)", async (domain, ...expected) => {
    const found = await look(domain);
    expect(found.map(({ outcome, severity }) => [outcome, severity])).toEqual([
      expected.slice(0, 2),
    ]);
  });

  it.each([
    ["bare.org", "lapsed none"],
    ["json.org", "lapsed none"],
    ["moved.org", "unregistered unknown"],
    ["empty.org", "unregistered unknown"],
    ["other-json.org", "unregistered unknown"],
    ["reserved.org", "unregistered withheld"],
    ["blocked.org", "unregistered withheld"],
    ["auction.org", "unregistered withheld"],
    ["words.org", "unregistered unknown"],
    ["too-many.org", "unregistered unknown"],
    ["forbidden.org", "unregistered unknown"],
    ["odd-question.org", "unregistered unknown"],
    ["legal.org", "unregistered unknown"],
    ["broken.org", "unregistered unknown"],
    ["says-404.org", "unregistered unknown"],
    ["cut.org", "unregistered unknown"],
    ["list.org", "unregistered unknown"],
    ["plain.org", "held kept"],
    ["no-ldh.org", "held kept"],
    ["odd-status.org", "held kept"],
    ["full.org", "held kept"],
    ["elsewhere.org", "held kept"],
    ["there-none.org", "lapsed none"],
    ["other-kept.org", "held kept"],
    ["other-none.org", "unregistered unknown"],
    ["circle.org", "unregistered unknown"],
    ["home.org", "unregistered unknown"],
    ["clear.org", "unregistered unknown"],
    ["inside.org", "unregistered unknown"],
    // The registry keeps the name from everybody: that it is in no zone, verified, makes it nobody's to buy.
    ["reserved.jp", "unregistered withheld"],
  ])("an answer of the registry: %s, %s", async (domain, expected) => {
    const [found] = await look(domain);
    const record = found?.evidence.find(({ name }) => name === "lapsed.record")?.value;
    expect(`${found?.outcome} ${record}`).toBe(expected);
    expect(found?.severity).toBe(found?.outcome === "lapsed" ? "critical" : "medium");
  });

  it("goes to no registrar, and says what ICANN's locks are", async () => {
    asked = [];
    const [found] = await look("full.org");
    expect(asked).toEqual(["GET /domain/full.org application/rdap+json"]);
    expect(found?.evidence).toContainEqual({
      name: "lapsed.status",
      value: ["client transfer prohibited", "redemption period"],
    });
  });

  it("says what the registry said", async () => {
    const [found] = await look("held.jp");
    expect(found?.summary.en).toContain("Its registry still has a record");
    expect(found?.evidence).toContainEqual({
      name: "lapsed.status",
      value: ["redemption period", "pending delete"],
    });
  });

  it("asks once, and nothing about a domain that is there", async () => {
    asked = [];
    await look("held.jp");
    await look("there.jp");
    expect(asked).toEqual(["GET /domain/held.jp application/rdap+json"]);
  });

  it("sends no crowd to a registry", async () => {
    asked = [];
    const data = { suffixes };
    const found = await examine(registries, dnsLapsed, "crowd.jp", { data });
    // Of those that nobody asked for, the denial in DNS says too little.
    expect(found.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array.from({ length: 5 }, () => "lapsed"),
      ...Array.from({ length: 3 }, () => "unregistered"),
    ]);
    expect(asked).toHaveLength(5);
  });

  it("asks a registry no more that said that it was asked too much, and holds nothing up for it", async () => {
    asked = [];
    const limited = suffixes.map((one) => ({ ...one, rdap: "https://limited.customer.jp/" }));
    const began = performance.now();
    const found = await examine(registries, dnsLapsed, "crowd.jp", { data: { suffixes: limited } });
    expect(found.map(({ severity }) => severity)).toEqual(
      Array.from({ length: 8 }, () => "medium"),
    );
    expect(asked).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("learns nothing of a registry that is silent", async () => {
    const silent = suffixes.map((one) => ({ ...one, rdap: "https://silent.customer.jp/" }));
    const [found] = await examine(registries, dnsLapsed, "held.org.customer.jp", {
      ...{ data: { suffixes: silent }, limits: { connectMs: 300, responseMs: 300 } },
    });
    expect([found?.outcome, found?.severity]).toEqual(["unregistered", "medium"]);
  });

  it("takes no registry's word whose certificate is another's", async () => {
    const elsewhere = suffixes.map((one) => ({ ...one, rdap: "https://other.customer.jp/" }));
    const world = { network: registries.network };
    const data = { suffixes: elsewhere };
    const found = await examine(world, dnsLapsed, "held.jp.customer.jp", { data });
    expect(found.map(({ outcome }) => outcome)).toEqual(["unregistered"]);
  });
});
