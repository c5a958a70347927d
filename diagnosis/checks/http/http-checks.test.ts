import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Check } from "../../engine/check.ts";
import { rr } from "../../fixtures/dns/zone.ts";
import { examine, examineAll } from "../../fixtures/examine.ts";
import { fixtureAuthority } from "../../fixtures/pki/fixture-authority.ts";
import { startBannerServer } from "../../fixtures/ports/banner-server.ts";
import { redirectToHttps, type SiteDescription, SOUND_HEADERS, site } from "../../fixtures/site.ts";
import { startHttpServer, startTlsServer } from "../../fixtures/tls/tls-server.ts";
import { type MachineDescription, startWorld, type World } from "../../fixtures/world.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { isCutOff } from "../page/elements.ts";
import { BLOCKED } from "../page/reasons.texts.ts";
import { expFiles } from "./exp-files.rule.ts";
import { httpCookie } from "./http-cookie.rule.ts";
import { httpCors } from "./http-cors.rule.ts";
import { httpCsp } from "./http-csp.rule.ts";
import { httpFrame } from "./http-frame.rule.ts";
import { httpHsts } from "./http-hsts.rule.ts";
import { httpIsolation } from "./http-isolation.rule.ts";
import { httpLeak } from "./http-leak.rule.ts";
import { httpMixed } from "./http-mixed.rule.ts";
import { httpNone } from "./http-none.rule.ts";
import { httpNosniff } from "./http-nosniff.rule.ts";
import { httpRedirect } from "./http-redirect.rule.ts";
import { httpReferrer } from "./http-referrer.rule.ts";
import { httpSectxt } from "./http-sectxt.rule.ts";
import { httpSri } from "./http-sri.rule.ts";
import { httpChecks } from "./index.ts";

/** A host with a site on port 443, and what port 80 does: nothing, or as given. */
const hosts = new Map<string, MachineDescription>();
let count = 0;

function add(machine: MachineDescription, name = `h${++count}`): string {
  hosts.set(name, machine);
  return `${name}.web.test`;
}

function secure(pages: RequestListener, plain?: RequestListener): string {
  count += 1;
  const name = `h${count}`;
  return add(
    {
      ports: {
        443: (listen) => startTlsServer(`${name}.web.test`, { pages }, listen),
        ...(plain ? { 80: (listen: object) => startHttpServer(plain, listen) } : {}),
      },
    },
    name,
  );
}

const plain = (pages: RequestListener) =>
  add({ ports: { 80: (listen) => startHttpServer(pages, listen) } });
const withSite = (description: SiteDescription) => secure(site(description));
const withHeaders = (headers: SiteDescription["headers"] & object) => withSite({ headers });
const withHtml = (html: string, headers = {}) => withSite({ html, headers });
const withPaths = (paths: SiteDescription["paths"] & object) => withSite({ paths });
const redirect =
  (location: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(301, { location, ...headers }).end();
  };

const sound = withSite({ headers: SOUND_HEADERS });
const bare = withSite({});
const both = (pages: RequestListener) => ({
  80: (listen: object) => startHttpServer(pages, listen),
  443: (listen: object) => startHttpServer(pages, listen),
});
const webless = add({});
const mute = add({ ports: { 443: (listen) => startBannerServer({}, listen) } }, "mute");
const muteOn80 = add({ ports: { 80: (listen) => startBannerServer({}, listen) } });
const nested = withHtml("<i><b>".repeat(1_000));
const silent = new Set([mute, muteOn80]);
const leaving = secure(redirect("https://other.test/"));
const failing = secure((_request, response) => {
  response.writeHead(503).end();
});
const json = withSite({ paths: { "/": { body: "{}", headers: { "content-type": "text/json" } } } });

type Expected = [outcome: string, state: string, severity: string | null];
const PASS = (outcome: string): Expected => [outcome, "pass", null];
const INFO = (outcome: string): Expected => [outcome, "info", "info"];
const SILENT: Expected = ["inconclusive", "inconclusive", null];
const NOT_APPLICABLE: Expected = ["not-applicable", "not-applicable", null];

const blank: Omit<HttpResponse, "text"> = {
  url: "https://page.test/",
  status: 200,
  headers: [],
  header: () => null,
  headerValues: () => [],
  body: new Uint8Array(),
  truncated: false,
  hops: [],
  leftFor: null,
};

let world: World;
beforeAll(async () => {
  const { root } = await fixtureAuthority();
  world = await startWorld({
    trustAnchors: [root.certificate],
    zones: [
      {
        name: "web.test",
        records: (at) => [
          ...[...hosts.keys()].map((name) => rr(`${name}.web.test`, "A", at(name))),
          ...[sound, bare].map((host) => rr("two.web.test", "A", at(host.split(".")[0] ?? ""))),
        ],
      },
    ],
    machines: Object.fromEntries(hosts),
  });
});
afterAll(() => world.stop());

async function outcomes(check: Check, host: string): Promise<Expected[]> {
  const limits = silent.has(host) ? { responseMs: 300 } : {};
  const findings = await examine(world, check, host, { limits });
  return findings.map(({ outcome, state, severity }) => [outcome, state, severity]);
}

type Row = readonly [what: string, host: string, ...expected: Expected[]];

function table(check: Check, rows: readonly Row[]) {
  describe(check.id, () => {
    it.each(rows.map(([what, host, ...expected]) => [what, host, expected] as const))(
      "%s",
      async (_what, host, expected) => {
        expect(await outcomes(check, host)).toEqual(expected);
      },
    );
  });
}

const anyPage = site({});
const name = (host: string, text: string): RequestListener => redirect(`https://${host}${text}`);
table(httpRedirect, [
  ["HTTPS on the same host", secure(anyPage, redirectToHttps), PASS("redirects")],
  ["port 80 closed", sound, PASS("port-closed")],
  ["a page", plain(anyPage), ["plain", "fail", "medium"]],
  ["a page beside HTTPS", secure(anyPage, anyPage), ["plain", "fail", "medium"]],
  ["another host", plain(name("other.test", "/")), ["other-host", "warn", "low"]],
  ["another host by HTTP", plain(redirect("http://other.test/")), ["plain", "fail", "medium"]],
  [
    "within HTTP first",
    secure(anyPage, (request, response) =>
      request.url === "/"
        ? redirect("/home")(request, response)
        : redirectToHttps(request, response),
    ),
    ["late", "warn", "low"],
  ],
  [
    "within HTTP only",
    plain((request, response) =>
      request.url === "/" ? redirect("/home")(request, response) : anyPage(request, response),
    ),
    ["plain", "fail", "medium"],
  ],
  ["no web server", webless, NOT_APPLICABLE],
  ["silence", muteOn80, SILENT],
  [
    "an error of the server, which may be all that port 80 has to say today",
    plain((_request, response) => {
      response.writeHead(503).end("<title>Under maintenance</title>");
    }),
    SILENT,
  ],
]);

const hsts = (value: string | readonly string[]) =>
  withHeaders({ "strict-transport-security": value });
table(httpHsts, [
  ["two years", sound, PASS("enforced")],
  ["ready for preloading", hsts("max-age=63072000; includeSubDomains; preload"), PASS("preload")],
  ["quoted", hsts('max-age="31536000"'), PASS("enforced")],
  ["on the redirect", secure(redirect("https://other.test/", SOUND_HEADERS)), PASS("enforced")],
  ["a day", hsts("max-age=86400"), ["short", "warn", "low"]],
  [
    "only the first header counts",
    hsts(["max-age=1", "max-age=63072000"]),
    ["short", "warn", "low"],
  ],
  ["switched off", hsts("max-age=0"), ["absent", "fail", "medium"]],
  ["absent", bare, ["absent", "fail", "medium"]],
  ["no number", hsts("max-age=forever"), ["invalid", "fail", "medium"]],
  ["twice the same directive", hsts("max-age=1; max-age=63072000"), ["invalid", "fail", "medium"]],
  ["no HTTPS", plain(anyPage), NOT_APPLICABLE],
  ["no web server", webless, NOT_APPLICABLE],
  ["silence", mute, SILENT],
]);

const csp = (value: string | readonly string[]) =>
  withHeaders({ "content-security-policy": value });
const strict =
  "script-src 'nonce-abcdefgh12345678' 'strict-dynamic'; object-src 'none'; base-uri 'none'";
const unsafe: Expected = ["unsafe", "fail", "medium"];
table(httpCsp, [
  ["own scripts only", sound, PASS("sound")],
  ["nonces", csp(strict), PASS("sound")],
  [
    "split over two headers",
    withHeaders({
      "content-security-policy": ["script-src 'self'; base-uri 'none'", "object-src 'none'"],
    }),
    PASS("sound"),
  ],
  [
    "two whose gaps are not the same",
    withHeaders({
      "content-security-policy": [
        "script-src *; object-src 'none'",
        "script-src 'self' 'unsafe-inline'; object-src 'none'",
      ],
    }),
    PASS("sound"),
  ],
  [
    "two with the same gap",
    withHeaders({
      "content-security-policy": [
        "script-src *; object-src 'none'",
        "script-src https:; object-src 'none'",
      ],
    }),
    ["unsafe", "fail", "medium"],
  ],
  [
    "a meta element in the body",
    withHtml(`<body><meta http-equiv="Content-Security-Policy" content="${strict}">`),
    ["absent", "fail", "medium"],
  ],
  [
    "a meta element after text",
    withHtml(
      `<title>a</title>Hello<meta http-equiv="Content-Security-Policy" content="${strict}">`,
    ),
    ["absent", "fail", "medium"],
  ],
  [
    "a meta element in noscript",
    withHtml(
      `<head><noscript><meta http-equiv="Content-Security-Policy" content="${strict}"></noscript>`,
    ),
    ["absent", "fail", "medium"],
  ],
  [
    "a meta element between head and body",
    withHtml(
      `<head><title>a</title></head><meta http-equiv="Content-Security-Policy" content="${strict}"><body>`,
    ),
    PASS("sound"),
  ],
  [
    "in a meta element",
    withHtml(`<meta http-equiv="Content-Security-Policy" content="${strict}">`),
    PASS("sound"),
  ],
  ["a loose and a strict one", csp([strict, "default-src *"]), PASS("sound")],
  ["a host that is none", csp("script-src 'self' https://[; object-src 'none'"), PASS("sound")],
  ["nonsense beside everyone", csp("default-src * http://:99999"), unsafe],
  ["unsafe-inline", csp("default-src 'self' 'unsafe-inline'; object-src 'none'"), unsafe],
  ["everyone", csp("default-src *"), unsafe],
  ["a sandbox in which nothing runs", csp("sandbox; default-src *"), PASS("sound")],
  ["a sandbox in which scripts run", csp("sandbox allow-scripts; default-src *"), unsafe],
  [
    "a sandbox in a meta element, which counts for nothing",
    withHtml('<head><meta http-equiv="content-security-policy" content="sandbox; default-src *">'),
    unsafe,
  ],
  ["a scheme", csp("script-src https:; object-src 'none'"), unsafe],
  ["nothing about scripts", csp("frame-ancestors 'none'"), unsafe],
  [
    "report only",
    withHeaders({ "content-security-policy-report-only": strict }),
    ["report-only", "fail", "medium"],
  ],
  ["absent", bare, ["absent", "fail", "medium"]],
  [
    "in a comment",
    withHtml(`<!-- <meta http-equiv="Content-Security-Policy" content="${strict}"> -->`),
    ["absent", "fail", "medium"],
  ],
]);

const open: Expected = ["open", "fail", "medium"];
table(httpFrame, [
  ["frame-ancestors", sound, PASS("restricted")],
  ["named sites", csp("frame-ancestors https://partner.test"), PASS("restricted")],
  ["X-Frame-Options", withHeaders({ "x-frame-options": "sameorigin" }), PASS("restricted")],
  [
    "frame-ancestors overrides",
    withHeaders({ "content-security-policy": "frame-ancestors *", "x-frame-options": "DENY" }),
    open,
  ],
  [
    "a meta element does not count",
    withHtml(`<meta http-equiv="content-security-policy" content="frame-ancestors 'none'">`),
    open,
  ],
  ["ALLOW-FROM", withHeaders({ "x-frame-options": "ALLOW-FROM https://a.test" }), open],
  ["absent", bare, open],
]);

table(httpNosniff, [
  ["set", sound, PASS("set")],
  ["absent", bare, ["missing", "warn", "low"]],
  [
    "wrong value",
    withHeaders({ "x-content-type-options": "none, nosniff" }),
    ["missing", "warn", "low"],
  ],
]);

const referrer = (value: string) => withHeaders({ "referrer-policy": value });
table(httpReferrer, [
  ["strict", sound, PASS("private")],
  ["a fallback before it", referrer("unsafe-url, strict-origin"), PASS("private")],
  ["an unknown one after it", referrer("strict-origin, whatever"), PASS("private")],
  ["in a meta element", withHtml('<meta name="referrer" content="same-origin">'), PASS("private")],
  ["unsafe-url", referrer("unsafe-url"), ["leaking", "warn", "low"]],
  ["downgrade only", referrer("no-referrer-when-downgrade"), ["leaking", "warn", "low"]],
  ["absent", bare, ["absent", "warn", "low"]],
]);

table(httpIsolation, [
  ["all three", sound, PASS("isolated")],
  ["none", bare, INFO("partial")],
  [
    "unsafe values",
    withHeaders({
      "cross-origin-opener-policy": "unsafe-none",
      "cross-origin-resource-policy": "cross-origin",
      "cross-origin-embedder-policy": "require-corp",
    }),
    INFO("partial"),
  ],
]);

const cors = (origin: string, credentials = "true") =>
  withHeaders({
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": credentials,
  });
table(httpCors, [
  ["none", sound, PASS("closed")],
  ["one trusted site", cors("https://partner.test"), PASS("closed")],
  ["reflected with credentials", withSite({ reflectsOrigin: true }), ["reflected", "fail", "high"]],
  ["null", withSite({ allowsOrigin: /^null$/ }), ["null-origin", "fail", "high"]],
  [
    "a suffix of the domain",
    withSite({ allowsOrigin: /web\.test$/ }),
    ["look-alike", "fail", "high"],
  ],
  [
    "a prefix of the host",
    withSite({ allowsOrigin: /^https:\/\/h\d+\.web\.test/ }),
    ["look-alike", "fail", "high"],
  ],
  [
    "its own sites only",
    withSite({ allowsOrigin: /^https:\/\/(\w+\.)?web\.test$/ }),
    PASS("closed"),
  ],
  ["everyone without credentials", cors("*", "false"), INFO("public")],
  ["everyone, credentials ignored by browsers", cors("*"), INFO("public")],
]);

const cookies = (...values: string[]) => withHeaders({ "set-cookie": values });
const insecure: Expected = ["insecure", "fail", "high"];
const readable: Expected = ["script-readable", "fail", "medium"];
const crossSite: Expected = ["cross-site", "warn", "low"];
table(httpCookie, [
  [
    "protected",
    cookies("__Host-sid=k8Jq2mZ0LcW9xQ4v; Path=/; Secure; HttpOnly; SameSite=Lax"),
    PASS("protected"),
  ],
  ["no Secure", cookies("PHPSESSID=a; HttpOnly; SameSite=Lax"), insecure],
  ["no HttpOnly", cookies("JSESSIONID=a; Secure; SameSite=Strict"), readable],
  ["no SameSite", cookies("connect.sid=a; Secure; HttpOnly"), crossSite],
  ["nothing at all", cookies("ASP.NET_SessionId=a; path=/"), insecure, readable, crossSite],
  [
    "one good, one bad",
    cookies(
      "sid=k8Jq2mZ0LcW9xQ4v; Secure; HttpOnly; SameSite=Lax",
      "access_token=k8Jq2mZ0LcW9xQ4v; Secure; SameSite=Lax",
    ),
    readable,
  ],
  [
    "others only",
    cookies("theme=dark", "csrftoken=abc", "XSRF-TOKEN=x", "_ga=GA1", "presidio=1"),
    NOT_APPLICABLE,
  ],
  [
    "a framework's name, whatever it holds",
    cookies("laravel_session=eyJpdiI6; HttpOnly; SameSite=Lax"),
    insecure,
  ],
  [
    "an application's own",
    cookies("_shop_session=k8Jq2mZ0LcW9xQ4v--8f2a; HttpOnly; SameSite=Lax"),
    insecure,
  ],
  [
    "only the word in its name",
    cookies(
      "_shop_session=1",
      "seen_session=yes",
      "ai_session=k8Jq2mZ0LcW9xQ4v|1764|1764",
      "last_session=2026-11-25T10:00:00Z",
      "cookie_session_banner=closed",
      "visitor_session=k8Jq2mZ0LcW9xQ4v",
    ),
    NOT_APPLICABLE,
  ],
  [
    "those of guests, carts, balancers and counters",
    cookies(
      "guest_session=k8Jq2mZ0LcW9xQ4v",
      "cart_token=k8Jq2mZ0LcW9xQ4v",
      "lb_session=k8Jq2mZ0LcW9xQ4v",
      "sticky_session=k8Jq2mZ0LcW9xQ4v",
      "browser_session_id=k8Jq2mZ0LcW9xQ4v",
      "amplitude_session=k8Jq2mZ0LcW9xQ4v",
      "MATOMO_SESSID=k8Jq2mZ0LcW9xQ4v",
      "preview_token=k8Jq2mZ0LcW9xQ4v",
    ),
    NOT_APPLICABLE,
  ],
  [
    "somebody's own word before it, and nothing that says what it is for",
    cookies(
      "authenticity_token=k8Jq2mZ0LcW9xQ4v",
      "fcm_token=k8Jq2mZ0LcW9xQ4v",
      "checkout_token=k8Jq2mZ0LcW9xQ4v",
      "mautic_session_id=k8Jq2mZ0LcW9xQ4v",
      "shop_session=k8Jq2mZ0LcW9xQ4v",
    ),
    NOT_APPLICABLE,
  ],
  [
    "somebody's own, signed",
    cookies(`shop_session=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.k8Jq2mZ0LcW9; SameSite=Lax`),
    insecure,
    readable,
  ],
  [
    "a framework's with a colon",
    cookies("koa:sess=eyJ1c2VyIjoxLCJhIjoyfQ4v; HttpOnly; SameSite=Lax"),
    insecure,
  ],
  [
    "what browsers refuse",
    cookies(
      "__Host-PHPSESSID=a; Path=/",
      "__Secure-session=k8Jq2mZ0LcW9xQ4v",
      "__Host-session=k8Jq2mZ0LcW9xQ4v; Secure; Path=/; Domain=web.test",
      "PHPSESSID=a; SameSite=None",
      "JSESSIONID=a; Domain=other.test",
      "connect.sid=a; Domain=test",
      `ASP.NET_SessionId=${"a".repeat(4_100)}`,
    ),
    NOT_APPLICABLE,
  ],
  [
    "the last of two",
    cookies("PHPSESSID=a", "PHPSESSID=b; Secure; HttpOnly; SameSite=Lax"),
    PASS("protected"),
  ],
  ["taken away after all", cookies("PHPSESSID=a", "PHPSESSID=b; Max-Age=0"), NOT_APPLICABLE],
  ["for the domain", cookies("PHPSESSID=a; Domain=.web.test; HttpOnly; SameSite=Lax"), insecure],
  [
    "with Secure over HTTP",
    plain(site({ headers: { "set-cookie": ["PHPSESSID=a; Secure"] } })),
    NOT_APPLICABLE,
  ],
  ["remember_token", cookies("remember_token=k8Jq2mZ0LcW9xQ4v; HttpOnly; SameSite=Lax"), insecure],
  ["id_token", cookies("id_token=k8Jq2mZ0LcW9xQ4v; Secure; SameSite=Lax"), readable],
  [
    "taken away",
    cookies("sid=; Max-Age=0", "sessionid=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"),
    NOT_APPLICABLE,
  ],
  ["none", sound, NOT_APPLICABLE],
]);

const active: Expected = ["active", "fail", "high"];
const passive: Expected = ["passive", "warn", "low"];
table(httpMixed, [
  [
    "a picture by its list of sizes",
    withHtml('<img src="/a.png" srcset="/b.png, http://a.test/c.png 2x" alt="">'),
    ["passive", "warn", "low"],
  ],
  ["none", sound, PASS("clean")],
  [
    "a link is no content",
    withHtml('<a href="http://a.test/">a</a><link rel="canonical" href="http://a.test/">'),
    PASS("clean"),
  ],
  [
    "comments, texts and templates are none",
    withHtml(
      '<!-- <script src="http://a.test/a.js"></script> --><script>"<img src=http://a.test/>"</script><template><img src="http://a.test/a.png"></template>',
    ),
    PASS("clean"),
  ],
  [
    "upgraded",
    withHtml('<script src="http://a.test/a.js"></script>', {
      "content-security-policy": "upgrade-insecure-requests",
    }),
    PASS("clean"),
  ],
  [
    "what only browsers without scripts read",
    withHtml(
      '<noscript><iframe src="http://a.test/"></iframe><img src="http://a.test/a.png"></noscript>',
    ),
    PASS("clean"),
  ],
  ["script", withHtml("<SCRIPT SRC=http://a.test/a.js></SCRIPT>"), active],
  ["module", withHtml('<script type="module" src="http://a.test/a.js"></script>'), active],
  [
    "script that waits for consent",
    withHtml('<script type="text/plain" data-category="ads" src="http://a.test/a.js"></script>'),
    PASS("clean"),
  ],
  ["form", withHtml('<form action="http://a.test/login"></form>'), active],
  [
    "a button that sends a form elsewhere",
    withHtml('<form action="/"><button formaction="http://a.test/login">Go</button></form>'),
    active,
  ],
  [
    "the visitor's own machine",
    withHtml(
      '<script src="http://localhost:3000/a.js"></script><script src="http://127.0.0.1:8080/b.js"></script><img src="http://dev.localhost/c.png">',
    ),
    PASS("clean"),
  ],
  ["style sheet", withHtml('<link rel="stylesheet" href="http://a.test/a.css">'), active],
  ["by base", withHtml('<base href="http://a.test/"><iframe src="a.html"></iframe>'), active],
  ["image", withHtml('<img src="http://a.test/a.png">'), passive],
  [
    "both",
    withHtml('<img src="http://a.test/a.png"><script src="http://a.test/a.js"></script>'),
    active,
    passive,
  ],
  ["cut off", withHtml(`<p>${"x".repeat(1_100_000)}`), SILENT],
  ["no HTTPS", plain(anyPage), NOT_APPLICABLE],
]);

const integrity = `integrity="sha384-${"A".repeat(64)}"`;
const missing: Expected = ["missing", "warn", "low"];
table(httpSri, [
  [
    "covered",
    withHtml(`<script src="https://cdn.test/a.js" ${integrity}></script>`),
    PASS("covered"),
  ],
  ["missing", withHtml('<script src="//cdn.test/a.js"></script>'), missing],
  [
    "not a hash",
    withHtml('<script src="https://cdn.test/a.js" integrity="yes"></script>'),
    missing,
  ],
  [
    "own subdomain",
    withHtml('<script src="https://static.web.test/a.js"></script>'),
    NOT_APPLICABLE,
  ],
  ["own host", withHtml('<script src="/a.js"></script><script>1</script>'), NOT_APPLICABLE],
  ["own machine", withHtml('<script src="http://localhost:3000/a.js"></script>'), NOT_APPLICABLE],
  ["cut off", withHtml(`<p>${"x".repeat(1_100_000)}`), SILENT],
]);

const listing =
  "<html><head><title>Index of /files/</title></head><h1>Index of /files/</h1></html>";
const version: Expected = ["version", "warn", "low"];
table(httpLeak, [
  ["quiet", sound, PASS("quiet")],
  ["a name without version", withHeaders({ server: "nginx" }), PASS("quiet")],
  ["a version", withHeaders({ server: "nginx/1.24.0" }), version],
  [
    "two headers, one finding",
    withHeaders({ server: "Apache/2.4.1", "x-powered-by": "PHP/8.1.0" }),
    version,
  ],
  ["front page is a listing", withHtml("<title>Index of /</title>"), ["listing", "fail", "medium"]],
  [
    "a directory of the page's own files",
    withSite({ html: '<img src="/files/a.png">', paths: { "/files/": { body: listing } } }),
    ["listing", "fail", "medium"],
  ],
  ["a page about an index", withHtml("<title>Index of books</title>"), PASS("quiet")],
  ["TRACE", withSite({ trace: true }), ["trace", "warn", "low"]],
]);

const sectxt = (body: string, type = "text/plain; charset=utf-8") =>
  withPaths({ "/.well-known/security.txt": { body, headers: { "content-type": type } } });
const future = new Date(Date.now() + 86_400_000 * 100).toISOString();
table(httpSectxt, [
  [
    "valid",
    sectxt(`# hello\r\nContact: mailto:a@web.test\r\nexpires: ${future}\r\n`),
    PASS("present"),
  ],
  [
    "expired",
    sectxt("Contact: mailto:a@web.test\nExpires: 2020-01-01T00:00:00Z\n"),
    INFO("expired"),
  ],
  ["a bare address", sectxt(`Contact: a@web.test\nExpires: ${future}\n`), INFO("invalid")],
  [
    "a page without TLS",
    sectxt(`Contact: http://web.test/help\nExpires: ${future}\n`),
    INFO("invalid"),
  ],
  ["no contact", sectxt(`Expires: ${future}\n`), INFO("invalid")],
  [
    "two dates",
    sectxt(`Contact: https://a.test\nExpires: ${future}\nExpires: ${future}\n`),
    INFO("invalid"),
  ],
  [
    "a page for everything",
    withSite({ softNotFound: "<title>Contact: us</title>" }),
    INFO("absent"),
  ],
  ["absent", sound, INFO("absent")],
]);

const critical: Expected = ["critical", "fail", "critical"];
const high: Expected = ["high", "fail", "high"];
const medium: Expected = ["medium", "fail", "medium"];
table(expFiles, [
  ["none", sound, PASS("none")],
  ["git", withPaths({ "/.git/HEAD": { body: "ref: refs/heads/main\n" } }), high],
  ["git, detached", withPaths({ "/.git/HEAD": { body: `${"a1".repeat(20)}\n` } }), high],
  [
    "settings with secrets",
    withPaths({ "/.env": { body: "APP_ENV=production\nDB_PASSWORD=kaze2026\n" } }),
    critical,
  ],
  [
    "settings whose values are no secrets",
    withPaths({ "/.env": { body: "DB_PASSWORD=\nDB_HOST=10.0.0.1\nAPI_KEY=changeme\n" } }),
    medium,
  ],
  ["settings without", withPaths({ "/.env": { body: "APP_ENV=production\n" } }), medium],
  ["Subversion", withPaths({ "/.svn/entries": { body: "12\n" } }), high],
  [
    "server status",
    withPaths({
      "/server-status": { body: "<title>Apache Status</title><dt>Server uptime: 3 days</dt>" },
    }),
    medium,
  ],
  [
    "phpinfo",
    withPaths({
      "/phpinfo.php": { body: '<title>PHP 8.1.2 - phpinfo()</title><td class="e">System</td>' },
    }),
    medium,
  ],
  [
    "several",
    withPaths({
      "/.git/HEAD": { body: "ref: refs/heads/main\n" },
      "/.env": { body: "API_KEY=kaze2026\n" },
    }),
    high,
    critical,
  ],
  ["a page for everything", withSite({ softNotFound: "<!doctype html>A=1" }), PASS("none")],
  [
    "every path looks like the file",
    withSite({ softNotFound: "API_KEY=kaze2026\n" }),
    PASS("none"),
  ],
  [
    "a folder that answers every name so",
    secure((request, response) => {
      const under = request.url?.startsWith("/.git/") ?? false;
      response.writeHead(under ? 200 : 404).end("ref: refs/heads/main\n");
    }),
    PASS("none"),
  ],
  [
    "every file of a kind",
    secure((request, response) => {
      const kind = /\.sql$/.test(request.url ?? "");
      response.writeHead(kind ? 200 : 404);
      response.end("-- MySQL dump 10.13\nINSERT INTO a VALUES (1);\n");
    }),
    PASS("none"),
  ],
  [
    "a page that talks about it",
    withPaths({ "/.env": { body: "<html>\nAPI_KEY=kaze2026\n</html>" } }),
    PASS("none"),
  ],
  ["errors", withPaths({ "/.env": { status: 500, body: "API_KEY=kaze2026" } }), SILENT],
  [
    "on a host that only redirects",
    secure((request, response) =>
      request.url === "/"
        ? redirect("https://other.test/")(request, response)
        : site({ paths: { "/.env": { body: "API_KEY=kaze2026\n" } } })(request, response),
    ),
    critical,
  ],
]);

describe("a page made to waste time", () => {
  // Taken for one long branch, each of these costs a naive reader of HTML many seconds.
  it.each(["<option><p>", "<table><tr><td>", "<template>", "<div a=1 b=2>"])(
    "%s a hundred thousand times decides nothing, soon",
    async (unit) => {
      const html = unit.repeat(1_000_000 / unit.length);
      const reply: HttpResponse = { ...blank, text: () => html };
      const started = process.cpuUsage();
      expect(isCutOff(reply)).toBe(true);
      const { user } = process.cpuUsage(started);
      expect(user / 1e6).toBeLessThan(2);
    },
  );

  it("makes absence undecided", async () => {
    expect(await outcomes(httpMixed, nested)).toEqual([SILENT]);
    expect(await outcomes(httpSri, nested)).toEqual([SILENT]);
  });
});

describe("exp-files", () => {
  const exposing = site({ paths: { "/.env": { body: "DB_PASSWORD=kaze2026\n" } } });
  const stalling = secure((request, response) => {
    if (request.url !== "/.git/config") exposing(request, response);
  });
  it("keeps what it found when a later path never answers, and says that it did not see all", async () => {
    const findings = await examine(world, expFiles, stalling, { limits: { responseMs: 3_000 } });
    expect(findings.map(({ outcome, state, severity }) => [outcome, state, severity])).toEqual([
      critical,
      SILENT,
    ]);
    const names = findings[0]?.evidence.map((fact) => fact.name);
    expect(names).toContain("exposure./.env");
    expect(names).not.toContain("exposure./.git/config");
  });
});

describe("a host with two addresses", () => {
  it("is looked at on both", async () => {
    const findings = await examine(world, httpNosniff, "two.web.test");
    expect(findings.map(({ outcome }) => outcome).sort()).toEqual(["missing", "set"]);
    expect(new Set(findings.map(({ place }) => place.address)).size).toBe(2);
  });
});

const answer =
  (status: number, headers = {}, html = ""): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "text/html", ...headers }).end(html);
  };
const challenge503 = answer(503, {}, "<script>window._cf_chl_opt={}</script>");
const refuse429 = answer(429);

describe("a firewall's page", () => {
  const refusal = (status: number, headers = {}, html = "<title>Forbidden</title>") =>
    secure((_request, response) => {
      response.writeHead(status, { "content-type": "text/html", ...headers }).end(html);
    });
  it.each([
    ["refuses every path", refusal(403)],
    ["names its maker in a header", refusal(200, { "cf-mitigated": "challenge" })],
    ["names its maker in the page", refusal(406, {}, "<p>Request unsuccessful. Incapsula")],
    ["refuses with a status of its own", refusal(493)],
    ["refuses with 400", refusal(400)],
    [
      "weighs the visitor's work",
      refusal(200, {}, "<title>Making sure you&#39;re not a bot!</title>"),
    ],
    [
      "shows a riddle and nothing to fill in",
      refusal(
        200,
        {},
        '<title>Shop</title><script src="https://hcaptcha.com/1/api.js"></script><form><input type="hidden" name="t"></form>',
      ),
    ],
    ["has a good status", refusal(200, {}, "<title>Just a moment...</title><p>Checking")],
    [
      "has a good status and a mark",
      refusal(202, {}, "<script>window.awsWafCookieDomainList=[]</script>"),
    ],
    ["says so in Japanese", refusal(200, {}, "<title>アクセスが制限されました</title>")],
    ["turns other countries away", refusal(200, {}, "<title>Not available in your region</title>")],
    [
      "says so of countries in Japanese",
      refusal(200, {}, "<title>海外からのアクセスは制限しています</title>"),
    ],
    [
      "sends to a riddle of the host's",
      refusal(202, {}, '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F">'),
    ],
    [
      "has a script alone that examines the browser",
      refusal(
        200,
        {},
        '<html><head><script src="/_Incapsula_Resource?SWJIYLWA=71"></script></head></html>',
      ),
    ],
    [
      "hides what it does with the cookie",
      refusal(200, {}, "<script>var s={},e=eval,sucuri_cloudproxy_js='';S='cz0i';</script>"),
    ],
    [
      "lets visitors wait in line",
      refusal(200, {}, "<title>Waiting Room</title><h1>You are now in line</h1>"),
    ],
    [
      "has a browser work for it, with its own name for that",
      refusal(
        200,
        {},
        '<!doctype html><title>Making sure you&#39;re not a bot!</title><script id="anubis_challenge" type="application/json">{}</script><p>Loading...</p>',
      ),
    ],
    ["answers with a number for programs", refusal(247, {}, "<script>var a=1;</script>")],
    ["has accepted, and shows nothing", refusal(202, {}, "<title>Shop</title>")],
    ["says so in Chinese", refusal(200, {}, "<title>WAF拦截提示</title>")],
    [
      "examines the browser by two scripts",
      refusal(
        200,
        {},
        '<script>window.KPSDK={now:1}</script><script src="/149e9513-01fa-4fb0/ips.js"></script>',
      ),
    ],
    [
      "turns the country away",
      refusal(200, {}, "<p>configured to block access from your country."),
    ],
    ["refuses by law", refusal(451, {}, "<p>Unavailable for legal reasons")],
    [
      "wants a cookie to be kept by a script",
      refusal(200, {}, '<script>document.cookie="c=1";location.reload();</script>'),
    ],
    [
      "wants a cookie to be kept at a refresh",
      refusal(200, { "set-cookie": "c=1" }, '<meta http-equiv="refresh" content="0">'),
    ],
  ])("that %s is not judged as the site", async (_what, host) => {
    const checks = [httpHsts, httpCsp, httpNosniff, httpCookie, httpSectxt, expFiles];
    const found = await examineAll(world, checks, host);
    expect(found.map(({ summary }) => summary)).toEqual(Array.from({ length: 6 }, () => BLOCKED));
  });
  it.each([
    ["a circle that sets a cookie", redirect("/", { "set-cookie": "c=1" })],
    ["a challenge with 503", challenge503],
    ["429", refuse429],
    ["a number that HTTP does not have", answer(999)],
  ])("is not judged as the site: %s", async (_what, pages) => {
    const host = secure(pages, pages);
    const checks = [httpHsts, httpRedirect, httpCsp, httpNosniff, httpSectxt, expFiles];
    const found = await examineAll(world, checks, host);
    expect(found.map(({ state }) => state)).toEqual(
      Array.from({ length: 6 }, () => "inconclusive"),
    );
  });
  it.each([
    ["forbids its front page only", withPaths({ "/": { status: 403, body: "<title>No" } })],
    ["asks for a password", refusal(401, { "www-authenticate": "Basic" })],
    [
      "is an article about firewalls",
      withHtml("<title>Just a moment...</title><p>Request unsuccessful. Incapsula"),
    ],
    [
      "asks who signs in that it is no program",
      withHtml(
        '<title>Sign in</title><script src="https://hcaptcha.com/1/api.js"></script><form><input name="user"><input type="password"></form>',
      ),
    ],
    [
      "has a firewall's script beside its own",
      withHtml(
        '<title>Shop</title><div id="root"></div><script src="/app.js"></script><script src="/_Incapsula_Resource?SWJIYLWA=71"></script>',
      ),
    ],
    [
      "guards its forms, in an application that answers every path with the same page",
      refusal(
        200,
        {},
        '<title>Shop</title><script src="https://www.google.com/recaptcha/api.js?render=k"></script><div id="root"></div><script src="/app.js"></script>',
      ),
    ],
    ["has no front page", withPaths({ "/": { status: 404, body: "<title>Not found" } })],
    [
      "keeps a cookie and has something to read",
      withHtml(
        `<script>document.cookie="a=1";location.href="/x"</script><p>${"Welcome to our shop. ".repeat(40)}`,
      ),
    ],
  ])("is not what %s", async (_what, host) => {
    expect(await outcomes(httpNosniff, host)).toEqual([["missing", "warn", "low"]]);
  });
});

describe("http-csp", () => {
  const loose = csp("default-src *");
  it("shows the policy it judges", async () => {
    const [found] = await examine(world, httpCsp, loose);
    expect(found?.evidence).toContainEqual({ name: "csp.policy", value: ["default-src *"] });
  });
});

describe("http-none", () => {
  it.each<[string, string, Expected]>([
    ["HTTPS", sound, PASS("offered")],
    ["plain HTTP only", plain(site({})), ["absent", "fail", "high"]],
    ["a redirect to its own missing HTTPS", plain(redirectToHttps), ["absent", "fail", "high"]],
    [
      "a redirect elsewhere",
      plain(redirect("https://other.test/")),
      ["redirects-away", "warn", "low"],
    ],
    [
      "a cut connection on port 443",
      add({
        ports: {
          80: (listen) => startHttpServer(site({}), listen),
          443: (listen) => startBannerServer({ hangsUp: true }, listen),
        },
      }),
      SILENT,
    ],
    ["plain HTTP on port 443", add({ ports: both(site({})) }), ["absent", "fail", "high"]],
  ])("%s", async (_name, host, expected) => {
    expect(await outcomes(httpNone, host)).toEqual([expected]);
  });
});

describe("every HTTP check", () => {
  it.each(httpChecks.map((check) => [check.id, check] as const))(
    "%s does not apply without a web server and decides nothing in silence",
    async (id, check) => {
      expect(await outcomes(check, webless)).toEqual([NOT_APPLICABLE]);
      if (id !== "http-redirect") expect(await outcomes(check, mute)).toEqual([SILENT]);
    },
  );

  const own = new Set(["http-none", "http-redirect", "http-hsts", "http-sectxt", "exp-files"]);
  it.each(httpChecks.filter(({ id }) => !own.has(id)).map((check) => [check.id, check] as const))(
    "%s leaves other hosts alone and does not judge an error",
    async (_id, check) => {
      expect(await outcomes(check, leaving)).toEqual([NOT_APPLICABLE]);
      expect(await outcomes(check, failing)).toEqual([SILENT]);
    },
  );

  it.each(
    [httpCsp, httpFrame, httpReferrer, httpIsolation, httpMixed, httpSri].map(
      (c) => [c.id, c] as const,
    ),
  )("%s is about documents", async (_id, check) => {
    expect(await outcomes(check, json)).toEqual([NOT_APPLICABLE]);
  });

  it("finds nothing critical or high on a careful site, and passes all that applies", async () => {
    const findings = await examineAll(world, httpChecks, sound);
    expect(findings.filter(({ state }) => state === "fail" || state === "warn")).toEqual([]);
    expect(findings.filter(({ state }) => state === "pass").length).toBeGreaterThan(9);
  });

  it("keeps no secrets as evidence", async () => {
    const host = [...hosts.keys()].at(-1);
    const findings = await examine(world, expFiles, `${host}.web.test`);
    expect(JSON.stringify(findings)).not.toContain("API_KEY");
  });
});
