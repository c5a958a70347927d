import type { LabState, WebSpec } from "../state.ts";

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
  web("nosniff-absent", { headers: without("x-content-type-options") }, ["http-nosniff:missing"]),
  web("referrer-unsafe", { headers: { "referrer-policy": "unsafe-url" } }, [
    "http-referrer:leaking",
  ]),
];

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
  web("cookie-id-token", cookie("id_token=ag3l5kd9ag3l5kd9; Path=/; HttpOnly; SameSite=Lax"), [
    "http-cookie:insecure",
  ]),
  web(
    "cookie-sound",
    cookie("__Host-session=ag3l5kd9; Path=/; Secure; HttpOnly; SameSite=Lax"),
    [],
  ),
  web("cookie-theme", cookie("theme=dark; Path=/"), [], { lacks: ["http-cookie:insecure"] }),
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
  ...leakStates,
  ...redirectStates,
];
