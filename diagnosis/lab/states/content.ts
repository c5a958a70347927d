import { WORDPRESS_PAGES } from "../servers/wordpress.ts";
import type { LabState, WebSpec } from "../state.ts";

type Kind = "exposed files" | "security.txt" | "CORS, mixed content";

const site = (
  area: Kind,
  name: string,
  spec: Partial<WebSpec>,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area, web: { server: "nginx", ...spec }, finds, ...more });

const file = (name: string, path: string, content: string, finds: readonly string[], more = {}) =>
  site("exposed files", name, { files: { [path]: content } }, finds, more);

const KEY =
  "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n";
const DUMP =
  "-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB\n--\n-- Host: localhost\nCREATE TABLE u (id int);\n";

const fileStates = [
  file("git-head", "/.git/HEAD", "ref: refs/heads/main\n", ["exp-files:high:/.git/HEAD"], {
    quick: true,
  }),
  file("git-config", "/.git/config", "[core]\n\trepositoryformatversion = 0\n", [
    "exp-files:high:/.git/config",
  ]),
  file(
    "env-secret",
    "/.env",
    "APP_ENV=production\nDB_PASSWORD=tora-no-maki\n",
    ["exp-files:critical:/.env"],
    {
      quick: true,
    },
  ),
  file("env-settings", "/.env", "APP_ENV=production\nAPP_DEBUG=false\n", [
    "exp-files:medium:/.env",
  ]),
  file("svn-entries", "/.svn/entries", "12\n", ["exp-files:high"]),
  file("dump-sql", "/dump.sql", DUMP, ["exp-files:critical:/dump.sql"]),
  file("backup-sql", "/backup.sql", DUMP, ["exp-files:critical"]),
  file("private-key", "/id_rsa", KEY, ["exp-files:critical:/id_rsa"]),
  file("ds-store", "/.DS_Store", "\0\0\0\u0001Bud1\0\0\u0010\0", ["exp-files:medium"]),
  file("wp-config-backup", "/wp-config.php.bak", "<?php\ndefine('DB_PASSWORD', 'tora');\n", [
    "exp-files:critical",
  ]),
  file(
    "actuator-env",
    "/actuator/env",
    '{"activeProfiles":[],"propertySources":[{"name":"systemProperties"}]}',
    ["exp-files:high"],
  ),
  file("htpasswd", "/.htpasswd", "admin:$apr1$ag3l5kd9$ag3l5kd9ag3l5kd9ag3l5k\n", [
    "exp-files:critical",
  ]),
  site(
    "exposed files",
    "server-status",
    {
      server: "apache",
      extra:
        "<Location /server-status>\nSetHandler server-status\nRequire all granted\n</Location>",
    },
    ["exp-files:medium:/server-status"],
  ),
  site("exposed files", "soft-404", { extra: "location / { try_files $uri /index.html; }" }, [], {
    quick: true,
    lacks: ["exp-files"],
  }),
  site(
    "exposed files",
    "git-forbidden",
    {
      files: { "/.git/HEAD": "ref: refs/heads/main\n" },
      extra: "location ~ /\\.git { deny all; }",
    },
    [],
    { lacks: ["exp-files"] },
  ),
  file("env-html", "/.env", "<!doctype html><title>Not found</title>DB_PASSWORD=\n", [], {
    lacks: ["exp-files"],
  }),
  site(
    "exposed files",
    "wordpress-of-debian",
    { extra: WORDPRESS_PAGES },
    ["app-print:panel-medium:WordPress"],
    {
      services: [{ kind: "wordpress" }],
      lacks: ["exp-files", "sw-version:end-of-life", "sw-version:known-exploited"],
    },
  ),
  file("empty-files", "/.git/HEAD", "\n", [], { lacks: ["exp-files"] }),
];

const expires = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const PATH = "/.well-known/security.txt";

const securityTxt = (
  name: string,
  text: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
) => site("security.txt", name, { files: { [PATH]: text } }, finds, more);

const securityStates = [
  site("security.txt", "sectxt-present", {}, [], { lacks: ["http-sectxt"] }),
  site("security.txt", "sectxt-absent", { extra: `location = ${PATH} { return 404; }` }, [
    "http-sectxt:absent",
  ]),
  securityTxt("sectxt-expired", `Contact: mailto:a@b.jp\nExpires: ${expires(-20)}\n`, [
    "http-sectxt:expired",
  ]),
  securityTxt("sectxt-no-contact", `Expires: ${expires(100)}\n`, ["http-sectxt:invalid"]),
  securityTxt("sectxt-no-expires", "Contact: mailto:a@b.jp\n", ["http-sectxt:invalid"]),
  securityTxt("sectxt-bare-address", `Contact: a@b.jp\nExpires: ${expires(100)}\n`, [
    "http-sectxt:invalid",
  ]),
  securityTxt(
    "sectxt-two-expires",
    `Contact: mailto:a@b.jp\nExpires: ${expires(100)}\nExpires: ${expires(200)}\n`,
    ["http-sectxt:invalid"],
  ),
  securityTxt(
    "sectxt-lower-case",
    `contact: mailto:a@b.jp\r\n# a remark\r\nexpires: ${expires(100)}\r\n`,
    [],
    { lacks: ["http-sectxt"] },
  ),
  site(
    "security.txt",
    "sectxt-html",
    { extra: `location = ${PATH} { try_files /index.html =404; }` },
    ["http-sectxt"],
  ),
  site(
    "security.txt",
    "sectxt-at-root",
    {
      files: { "/security.txt": `Contact: mailto:a@b.jp\nExpires: ${expires(100)}\n` },
      extra: `location = ${PATH} { return 404; }`,
    },
    ["http-sectxt"],
  ),
];

const cors = (
  name: string,
  extra: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
) => site("CORS, mixed content", name, { extra }, finds, more);

const allow = (origin: string) =>
  `add_header Access-Control-Allow-Origin ${origin} always; add_header Access-Control-Allow-Credentials true always;`;

const page = (name: string, html: string, finds: readonly string[], more: Partial<LabState> = {}) =>
  site(
    "CORS, mixed content",
    name,
    { files: { "/": `<!doctype html><title>Lab</title><body>${html}</body>\n` } },
    finds,
    more,
  );

const HASH = "sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC";

const contentStates = [
  cors("cors-reflects", allow("$http_origin"), ["http-cors:reflected"], { quick: true }),
  cors("cors-null", `set $o ""; if ($http_origin = "null") { set $o "null"; } ${allow("$o")}`, [
    "http-cors:null-origin",
  ]),
  cors(
    "cors-suffix",
    `set $o ""; if ($http_origin ~ "{domain}$") { set $o $http_origin; } ${allow("$o")}`,
    ["http-cors:look-alike"],
  ),
  cors(
    "cors-prefix",
    `set $o ""; if ($http_origin ~ "^https://{domain}") { set $o $http_origin; } ${allow("$o")}`,
    ["http-cors:look-alike"],
  ),
  cors("cors-public", "add_header Access-Control-Allow-Origin * always;", [], {
    lacks: ["http-cors:reflected"],
  }),
  cors(
    "cors-own-names",
    `set $o ""; if ($http_origin ~ "^https://([a-z0-9-]+\\.)?{domain}$") { set $o $http_origin; } ${allow("$o")}`,
    [],
    { lacks: ["http-cors"] },
  ),
  page("mixed-script", '<script src="http://cdn.yubin.jp/a.js"></script>', ["http-mixed:active"], {
    tolerates: ["http-sri:missing"],
  }),
  page(
    "mixed-style",
    '<link rel="stylesheet" href="http://cdn.yubin.jp/a.css">',
    ["http-mixed:active"],
    {
      tolerates: ["http-sri:missing"],
    },
  ),
  page("mixed-frame", '<iframe src="http://cdn.yubin.jp/"></iframe>', ["http-mixed:active"]),
  page("mixed-form", '<form action="http://cdn.yubin.jp/send"><input name="a"></form>', [
    "http-mixed:active",
  ]),
  page("mixed-image", '<img src="http://cdn.yubin.jp/a.png" alt="">', ["http-mixed:passive"]),
  page("mixed-srcset", '<img srcset="http://cdn.yubin.jp/a.png 2x" alt="">', [
    "http-mixed:passive",
  ]),
  page("mixed-comment", '<!-- <script src="http://cdn.yubin.jp/a.js"></script> -->', [], {
    lacks: ["http-mixed"],
  }),
  page("mixed-link", '<a href="http://cdn.yubin.jp/">elsewhere</a>', [], { lacks: ["http-mixed"] }),
  page("sri-missing", '<script src="https://cdn.yubin.jp/a.js"></script>', ["http-sri:missing"]),
  page(
    "sri-present",
    `<script src="https://cdn.yubin.jp/a.js" integrity="${HASH}" crossorigin="anonymous"></script>`,
    [],
    { lacks: ["http-sri"] },
  ),
  page("sri-own", '<script src="/a.js"></script>', [], { lacks: ["http-sri"] }),
];

export const contentStatesOf: readonly LabState[] = [
  ...fileStates,
  ...securityStates,
  ...contentStates,
];
