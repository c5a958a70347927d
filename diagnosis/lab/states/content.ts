import type { LabState, WebSpec } from "../state.ts";

type Kind = "security.txt" | "CORS, mixed content";

const site = (
  area: Kind,
  name: string,
  spec: Partial<WebSpec>,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area, web: { server: "nginx", ...spec }, finds, ...more });

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
  site(
    "CORS, mixed content",
    "cors-reflects-apache",
    {
      server: "apache",
      extra:
        'SetEnvIf Origin "(.+)" SAID=$1\nHeader always set Access-Control-Allow-Origin "%{SAID}e" env=SAID\nHeader always set Access-Control-Allow-Credentials true',
    },
    ["http-cors:reflected"],
  ),
  site(
    "CORS, mixed content",
    "cors-reflects-caddy",
    {
      server: "caddy",
      headers: {
        "Access-Control-Allow-Origin": "{http.request.header.Origin}",
        "Access-Control-Allow-Credentials": "true",
      },
    },
    ["http-cors:reflected"],
  ),
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
  page(
    "mixed-without-scripts",
    '<noscript><iframe src="http://cdn.yubin.jp/a.html"></iframe></noscript>',
    [],
    { lacks: ["http-mixed"] },
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
  ...(["apache", "caddy"] as const).map((server) =>
    site(
      "CORS, mixed content",
      `mixed-image-${server}`,
      {
        server,
        files: {
          "/": '<!doctype html><title>Lab</title><img src="http://cdn.yubin.jp/a.png" alt="">\n',
        },
      },
      ["http-mixed:passive"],
    ),
  ),
  page("mixed-srcset", '<img srcset="http://cdn.yubin.jp/a.png 2x" alt="">', [
    "http-mixed:passive",
  ]),
  page("mixed-comment", '<!-- <script src="http://cdn.yubin.jp/a.js"></script> -->', [], {
    lacks: ["http-mixed"],
  }),
  page("mixed-link", '<a href="http://cdn.yubin.jp/">elsewhere</a>', [], { lacks: ["http-mixed"] }),
  page(
    "sri-missing-of-two",
    '<script src="https://cdn.yubin.jp/a.js"></script><script src="https://cdn.yubin.jp/lib/b.js"></script>',
    ["http-sri:missing"],
  ),
  page("sri-missing", '<script src="https://cdn.yubin.jp/a.js"></script>', ["http-sri:missing"]),
  page(
    "sri-present",
    `<script src="https://cdn.yubin.jp/a.js" integrity="${HASH}" crossorigin="anonymous"></script>`,
    [],
    { lacks: ["http-sri"] },
  ),
  // Whoever registers the domain writes the script.
  page(
    "script-lapsed",
    '<script src="https://cdn.nobody-has-this-script.jp/lib/a.js" async></script><script src="/b.js"></script>',
    ["dns-lapsed:lapsed"],
    { tolerates: ["http-sri:missing"], gradeAtMost: "E" },
  ),
  page(
    "script-lapsed-held",
    `<script src="https://cdn.nobody-has-this-script.jp/a.js" integrity="${HASH}" crossorigin="anonymous"></script>`,
    [],
    { lacks: ["dns-lapsed"] },
  ),
  page("sri-own", '<script src="/a.js"></script>', [], { lacks: ["http-sri"] }),
];

export const contentStatesOf: readonly LabState[] = [...securityStates, ...contentStates];
