import type { ApplicationSpec, LabState, WebSpec } from "../state.ts";

const web = (
  name: string,
  spec: Partial<WebSpec>,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area: "HTTP headers", web: { server: "nginx", ...spec }, finds, ...more });

const without = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, null]));

const cookie = (text: string) => ({ extra: `add_header Set-Cookie "${text}" always;` });

const CSP = "content-security-policy";

const ALL_GONE = without(
  "strict-transport-security",
  CSP,
  "x-content-type-options",
  "referrer-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "cross-origin-embedder-policy",
);
const ALL_MISSED = [
  "http-hsts:absent",
  "http-csp:absent",
  "http-frame:open",
  "http-nosniff:missing",
  "http-referrer:absent",
];

const headerStates = [
  web("no-headers", { headers: ALL_GONE }, ALL_MISSED, { quick: true }),
  web("no-headers-apache", { server: "apache", headers: ALL_GONE }, ALL_MISSED),
  web("no-headers-caddy", { server: "caddy", headers: ALL_GONE }, ALL_MISSED, { quick: true }),
  web("plain-too-caddy", { server: "caddy", http: "same" }, ["http-redirect:plain"]),
  web("env-caddy", { server: "caddy", files: { "/.env": "DB_PASSWORD=s4kura-9x!Lq2\n" } }, [
    "exp-files:critical",
  ]),
  web("no-headers-lighttpd", { server: "lighttpd", headers: ALL_GONE }, ALL_MISSED),
  web("hsts-absent", { headers: without("strict-transport-security") }, ["http-hsts:absent"]),
  web("hsts-short", { headers: { "strict-transport-security": "max-age=300" } }, [
    "http-hsts:short",
  ]),
  web("hsts-zero", { headers: { "strict-transport-security": "max-age=0" } }, ["http-hsts"]),
  web("hsts-no-number", { headers: { "strict-transport-security": "max-age=one-year" } }, [
    "http-hsts:invalid",
  ]),
  web("csp-absent", { headers: { [CSP]: null, "x-frame-options": "DENY" } }, ["http-csp:absent"]),
  web(
    "csp-unsafe-inline",
    { headers: { [CSP]: "default-src 'self' 'unsafe-inline'; frame-ancestors 'none'" } },
    ["http-csp:unsafe"],
  ),
  web("csp-everything", { headers: { [CSP]: "default-src *; frame-ancestors 'none'" } }, [
    "http-csp:unsafe",
  ]),
  web(
    "csp-report-only",
    {
      headers: {
        [CSP]: null,
        "content-security-policy-report-only": "default-src 'self'",
        "x-frame-options": "DENY",
      },
    },
    ["http-csp:report-only"],
  ),
  web(
    "csp-malformed",
    { headers: { [CSP]: ";;; ,, 'self' ; script-src", "x-frame-options": "DENY" } },
    ["http-csp"],
    { quick: true },
  ),
  web(
    "csp-nonce",
    {
      headers: {
        [CSP]:
          "script-src 'nonce-r4nd0mr4nd0mr4nd0m' 'strict-dynamic'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      },
    },
    [],
  ),
  web(
    "frame-by-old-header",
    {
      headers: {
        [CSP]: "default-src 'self'; object-src 'none'; base-uri 'none'",
        "x-frame-options": "SAMEORIGIN",
      },
    },
    [],
  ),
  web(
    "frame-open",
    { headers: { [CSP]: "default-src 'self'; object-src 'none'; base-uri 'none'" } },
    ["http-frame:open"],
  ),
  web(
    "frame-star",
    { headers: { [CSP]: "default-src 'self'; base-uri 'none'; frame-ancestors *" } },
    ["http-frame:open"],
  ),
  web("coop-absent", { headers: without("cross-origin-opener-policy") }, [
    "http-isolation:partial",
  ]),
  web("coep-absent", { headers: without("cross-origin-embedder-policy") }, [
    "http-isolation:partial",
  ]),
  web("nosniff-absent", { headers: without("x-content-type-options") }, ["http-nosniff:missing"]),
  web("referrer-unsafe", { headers: { "referrer-policy": "unsafe-url" } }, [
    "http-referrer:leaking",
  ]),
];

const BARE = ["http-cookie:insecure", "http-cookie:script-readable"];
const application = (name: string, spec: ApplicationSpec, finds: readonly string[]) =>
  web(`cookie-by-application-${name}`, { application: spec }, finds, {
    tolerates: ["http-cookie:cross-site"],
  });

const cookieStates = [
  web(
    "cookie-session-bare",
    cookie("PHPSESSID=ag3l5kd9; Path=/"),
    ["http-cookie:insecure", "http-cookie:script-readable"],
    { quick: true, tolerates: ["http-cookie:cross-site"] },
  ),
  web(
    "cookie-remember-token",
    cookie("remember_token=ag3l5kd9ag3l5kd9; Path=/; Secure; SameSite=Lax"),
    ["http-cookie:script-readable"],
  ),
  web(
    "cookie-session-apache",
    {
      server: "apache",
      extra:
        'Header set Set-Cookie "connect.sid=s%%3Aag3l5kd9ag3l5kd9; Path=/; SameSite=None; Secure"\nHeader add Set-Cookie "XSRF-TOKEN=ag3l5kd9ag3l5kd9; Path=/; Secure"',
    },
    ["http-cookie:script-readable"],
  ),
  web(
    "cookie-session-bare-apache",
    { server: "apache", extra: 'Header always set Set-Cookie "PHPSESSID=ag3l5kd9; Path=/"' },
    ["http-cookie:insecure", "http-cookie:script-readable", "http-cookie:cross-site"],
  ),
  web("cookie-id-token", cookie("id_token=ag3l5kd9ag3l5kd9; Path=/; HttpOnly; SameSite=Lax"), [
    "http-cookie:insecure",
  ]),
  web(
    "cookie-sound",
    cookie("__Host-session=ag3l5kd9; Path=/; Secure; HttpOnly; SameSite=Lax"),
    [],
  ),
  web(
    "cookie-rails",
    cookie("_shop_session=k8Jq2mZ0LcW9xQ4v--8f2a1c; Path=/; HttpOnly; SameSite=Lax"),
    ["http-cookie:insecure"],
  ),
  web("cookie-laravel", cookie("laravel_session=eyJpdiI6Ijh; Path=/; Secure; SameSite=Lax"), [
    "http-cookie:script-readable",
  ]),
  ...[
    ["flag", "_shop_session=1; Path=/"],
    ["seen", "seen_session=k8Jq2mZ0LcW9xQ4v; Path=/"],
    ["analytics", "ai_session=k8Jq2mZ0LcW9xQ4v; Path=/"],
    ["date", "last_session=2026-11-25T10:00:00Z; Path=/"],
    ["host-with-domain", "__Host-session=k8Jq2mZ0LcW9xQ4v; Path=/; Secure; Domain={domain}"],
    ["host-without-secure", "__Host-PHPSESSID=k8Jq2mZ0LcW9xQ4v; Path=/"],
    ["none-without-secure", "PHPSESSID=k8Jq2mZ0LcW9xQ4v; Path=/; SameSite=None"],
    ["other-domain", "PHPSESSID=k8Jq2mZ0LcW9xQ4v; Path=/; Domain=yubin.jp"],
    ["suffix", "PHPSESSID=k8Jq2mZ0LcW9xQ4v; Path=/; Domain=jp"],
  ].map(([name = "", text = ""]) =>
    web(`cookie-${name}`, cookie(text), [], { lacks: ["http-cookie"] }),
  ),
  web(
    "cookie-set-twice",
    {
      extra:
        'add_header Set-Cookie "PHPSESSID=a" always; add_header Set-Cookie "PHPSESSID=b; Secure; HttpOnly; SameSite=Lax" always;',
    },
    [],
    { lacks: ["http-cookie"] },
  ),
  // Set by an application behind nginx.
  application("proxied", { kind: "proxied", cookie: "PHPSESSID=ag3l5kd9; Path=/" }, BARE),
  application(
    "proxied-across-sites",
    { kind: "proxied", cookie: "connect.sid=s%3Aag3l5kd9ag3l5kd9; Path=/; SameSite=None; Secure" },
    ["http-cookie:script-readable"],
  ),
  application("express", { kind: "express", cookie: "session_id=k8Jq2mZ0LcW9xQ4v" }, BARE),
  application(
    "express-across-sites",
    { kind: "express", cookie: "session_id=k8Jq2mZ0LcW9xQ4v; SameSite=None; Secure" },
    ["http-cookie:script-readable"],
  ),
  application("php", { kind: "php" }, [...BARE, "http-leak:version"]),
  web("cookie-theme", cookie("theme=dark; Path=/"), [], { lacks: ["http-cookie:insecure"] }),
];

const split = (name: string, header: string, second: string, finds: readonly string[], html = "") =>
  web(
    name,
    {
      headers: { [CSP]: header, "x-frame-options": "DENY" },
      ...(second === "" ? {} : { extra: `add_header Content-Security-Policy "${second}" always;` }),
      ...(html === "" ? {} : { files: { "/": html } }),
    },
    finds,
  );
const META = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; object-src 'none'; base-uri 'none'">`;

const policyStates = [
  split("csp-split-sound", "script-src 'self'; base-uri 'none'", "object-src 'none'", []),
  split(
    "csp-split-gaps-differ",
    "script-src *; object-src 'none'; base-uri 'none'",
    "script-src 'self' 'unsafe-inline'; object-src 'none'",
    [],
  ),
  split(
    "csp-split-same-gap",
    "script-src 'unsafe-inline'; object-src 'none'",
    "script-src 'unsafe-inline' 'self'; object-src 'none'",
    ["http-csp:unsafe"],
  ),
  web(
    "csp-meta-in-head",
    {
      headers: { [CSP]: null, "x-frame-options": "DENY" },
      files: { "/": `<!doctype html><head><title>Lab</title>${META}</head><body>Lab</body>` },
    },
    [],
    { lacks: ["http-csp"] },
  ),
  web(
    "csp-meta-in-body",
    {
      headers: { [CSP]: null, "x-frame-options": "DENY" },
      files: {
        "/": `<!doctype html><head><title>Lab</title></head><body><p>Lab</p>${META}</body>`,
      },
    },
    ["http-csp:absent"],
  ),
];

/** A firewall's answer, in place of all pages of the site: nothing of the site may be said then. */
const blocked = (name: string, extra: string, spec: Partial<WebSpec> = {}) =>
  web(`blocked-${name}`, { headers: ALL_GONE, http: "same", extra, ...spec }, [], {
    lacks: [
      "http-hsts",
      "http-csp",
      "http-frame",
      "http-nosniff",
      "http-referrer",
      "http-redirect",
    ],
    tolerates: ["exp-files", "http-cookie", "http-leak"],
  });
const page = (status: number, html: string) =>
  `location / { default_type text/html; return ${status} '${html}'; }`;

const blockedStates = [
  blocked("403", "location / { return 403; }"),
  blocked("406", page(406, "<h1>Not Acceptable</h1>")),
  blocked("418", page(418, "no")),
  blocked("451", page(451, "<p>Unavailable For Legal Reasons")),
  blocked("429", page(429, "<p>Slow down")),
  blocked(
    "503-challenge",
    page(503, "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"),
  ),
  blocked("200-title", page(200, "<title>Access Denied</title><p>Your address was refused.")),
  blocked("200-japanese", `charset utf-8; ${page(200, "<title>アクセスが制限されました</title>")}`),
  blocked("202-challenge", page(202, "<script>window.awsWafCookieDomainList = [];</script>")),
  blocked(
    "cookie-script",
    page(200, '<script>document.cookie="__test=1; path=/"; location.href="/?i=1";</script>'),
  ),
  blocked(
    "cookie-circle",
    'location / { add_header Set-Cookie "seen=1; path=/"; return 307 $scheme://$host$request_uri; }',
  ),
  blocked(
    "cookie-refresh",
    `add_header Set-Cookie "seen=1; path=/" always; ${page(200, '<meta http-equiv="refresh" content="0">')}`,
  ),
  web(
    "article-on-firewalls",
    {
      headers: without("strict-transport-security"),
      files: {
        "/": "<!doctype html><title>Just a moment...</title><p>Sites say: Request unsuccessful. Incapsula incident",
      },
    },
    ["http-hsts:absent"],
  ),
];

const leakStates = [
  web("version-apache", { server: "apache", extra: "" }, [], { lacks: ["http-leak:version"] }),
  web("version-powered-by", { headers: { "x-powered-by": "PHP/8.2.29" } }, ["http-leak:version"]),
  web(
    "listing-nginx",
    {
      extra: "autoindex on; location = / { autoindex on; root /lab/www/{name}/list; }",
      files: { "/list/report.pdf": "x" },
    },
    ["http-leak:listing"],
  ),
  web("trace-apache", { server: "apache", extra: "TraceEnable On" }, ["http-leak:trace"]),
];

const redirectStates = [
  web("plain-too", { http: "same" }, ["http-redirect:plain"], { quick: true }),
  web("plain-closed", { http: "closed" }, []),
  web("no-https", { https: false }, ["http-none:absent"], {
    quick: true,
    tolerates: ["http-redirect:plain", "http-hsts", "http-cookie"],
  }),
  web("no-https-apache", { server: "apache", https: false }, ["http-none:absent"], {
    tolerates: ["http-redirect:plain", "http-hsts"],
  }),
];

export const httpStates: readonly LabState[] = [
  ...headerStates,
  ...cookieStates,
  ...policyStates,
  ...blockedStates,
  ...leakStates,
  ...redirectStates,
];
