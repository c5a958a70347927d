import type { Area, LabState, ServiceSpec, WebSpec, ZoneSpec } from "../state.ts";

/*
 * States rebuilt from public reports about other scanners (false alarms, and what they passed over). The verdict
 * of each was written down before the engine saw it.
 */

const web = (
  name: string,
  area: Area,
  spec: Partial<WebSpec>,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area, web: { server: "nginx", ...spec }, finds, ...more });

const cookie = (
  name: string,
  text: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
) =>
  web(
    `cookie-${name}`,
    "HTTP headers",
    { extra: `add_header Set-Cookie "${text}" always;` },
    finds,
    finds.length === 0 ? { lacks: ["http-cookie"], ...more } : more,
  );

const LONG = "k8Jq2mZ0LcW9xQ4vT7rB1nH6";

const cookieStates = [
  // Scripts are meant to read these: that is what they are for.
  cookie("xsrf-token", `XSRF-TOKEN=${LONG}; Path=/; Secure; SameSite=Lax`, []),
  cookie("csrftoken-of-django", `csrftoken=${LONG}; Path=/; SameSite=Lax`, []),
  cookie("authenticity-token", `authenticity_token=${LONG}; Path=/; SameSite=Lax`, []),
  cookie("push-token", `fcm_token=${LONG}; Path=/; SameSite=Lax`, []),
  cookie(
    "session-taken-away",
    "PHPSESSID=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0; path=/",
    [],
  ),
  cookie(
    "load-balancer-of-aws",
    `AWSALB=${LONG}; Expires=Fri, 04 Dec 2026 00:00:00 GMT; Path=/`,
    [],
  ),
  cookie("checkout-token", `checkout_token=${LONG}; Path=/; SameSite=Lax`, []),
  cookie("mautic-session", `mautic_session_id=${LONG}; Path=/; SameSite=Lax`, []),
  cookie("of-aspnet", `ASP.NET_SessionId=${LONG}; Path=/; HttpOnly; SameSite=Lax`, [
    "http-cookie:insecure",
  ]),
  cookie("of-express", `connect.sid=s%3A${LONG}.Zk3f; Path=/; HttpOnly; SameSite=Lax`, [
    "http-cookie:insecure",
  ]),
  cookie("of-java", "JSESSIONID=8F2A1C0D4B6E9A7C; Path=/; Secure; SameSite=Lax", [
    "http-cookie:script-readable",
  ]),
];

const header = (
  name: string,
  headers: Readonly<Record<string, string | null>>,
  finds: readonly string[],
  more: Partial<LabState> = {},
) => web(name, "HTTP headers", { headers }, finds, more);
const CSP = "content-security-policy";
const HSTS = "strict-transport-security";
const twice = (
  name: string,
  header: string,
  first: string,
  second: string,
  finds: readonly string[],
) =>
  web(
    name,
    "HTTP headers",
    { headers: { [header]: first }, extra: `add_header ${header} '${second}' always;` },
    finds,
  );

const headerStates = [
  twice("hsts-first-of-two", HSTS, "max-age=31536000", "max-age=0", []),
  twice("hsts-zero-before-another", HSTS, "max-age=0", "max-age=31536000", ["http-hsts:absent"]),
  header("hsts-capitals", { [HSTS]: "MAX-AGE=31536000; IncludeSubdomains ;" }, []),
  header(
    "csp-in-capitals",
    {
      [CSP]: "Default-Src 'SELF'; Object-Src 'NONE'; Base-Uri 'NONE'; Frame-Ancestors 'NONE'",
    },
    [],
  ),
  header(
    "csp-directive-twice",
    {
      [CSP]:
        "script-src 'self'; script-src * 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    },
    [],
  ),
  header(
    "csp-nonce-with-old-words",
    {
      [CSP]:
        "script-src 'nonce-k8Jq2mZ0LcW9xQ4v' 'strict-dynamic' 'unsafe-inline' https: http:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    },
    [],
  ),
  header(
    "csp-hash-beside-inline",
    {
      [CSP]:
        "script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    },
    [],
  ),
  header(
    "frame-allow-from",
    {
      [CSP]: "default-src 'self'; object-src 'none'; base-uri 'none'",
      "x-frame-options": "ALLOW-FROM https://yubin.jp",
    },
    ["http-frame:open"],
  ),
  header(
    "frame-said-twice",
    {
      [CSP]: "default-src 'self'; object-src 'none'; base-uri 'none'",
      "x-frame-options": "SAMEORIGIN, SAMEORIGIN",
    },
    [],
  ),
  header("nosniff-said-twice", { "x-content-type-options": "nosniff, nosniff" }, []),
  header(
    "referrer-list",
    { "referrer-policy": "no-referrer, strict-origin-when-cross-origin" },
    [],
  ),
  header(
    "referrer-unknown-last",
    { "referrer-policy": "strict-origin-when-cross-origin, of-the-future" },
    [],
  ),
  header("referrer-unsafe-last", { "referrer-policy": "no-referrer, unsafe-url" }, [
    "http-referrer:leaking",
  ]),
];

const NOT_JUDGED = [
  "http-hsts",
  "http-csp",
  "http-frame",
  "http-nosniff",
  "http-referrer",
  "http-redirect",
];
const bare = Object.fromEntries(
  [HSTS, CSP, "x-content-type-options", "referrer-policy", "cross-origin-opener-policy"].map(
    (name) => [name, null],
  ),
);
const turnedAway = (name: string, status: number, html: string) =>
  web(
    `blocked-${name}`,
    "HTTP headers",
    {
      headers: bare,
      http: "same",
      extra: `location / { default_type text/html; return ${status} '${html}'; }`,
    },
    [],
    { lacks: NOT_JUDGED, tolerates: ["exp-files", "http-cookie", "http-leak"] },
  );

const wallStates = [
  turnedAway(
    "support-id",
    200,
    "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 4711</body></html>",
  ),
  turnedAway(
    "incident",
    200,
    '<html><head><META NAME="ROBOTS" CONTENT="NOINDEX"><script src="/_Incapsula_Resource?SWJIYLWA=1"></script></head><body><iframe src="/_Incapsula_Resource?CWUDNSAI=1">Request unsuccessful. Incapsula incident ID: 1</iframe></body></html>',
  ),
  turnedAway(
    "work-for-browsers",
    200,
    '<!doctype html><title>Making sure you&#39;re not a bot!</title><script id="anubis_challenge" type="application/json">{}</script><p>Loading...</p>',
  ),
  turnedAway(
    "refresh",
    202,
    '<html><head><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F"></meta></head></html>',
  ),
  turnedAway(
    "405",
    405,
    "<html><title>405</title>Sorry, your request has been blocked as it may cause potential threats to the server.</html>",
  ),
  turnedAway(
    "one-moment",
    200,
    "<!DOCTYPE html><html><head><title>One moment, please...</title></head><body><h1>Please wait while your request is being verified...</h1><script>setTimeout(function(){location.reload()},1500)</script></body></html>",
  ),
  turnedAway(
    "waiting-room",
    200,
    '<!doctype html><html><head><title>Waiting Room</title><meta http-equiv="refresh" content="20"></head><body><h1>You are now in line</h1><p>Your estimated wait time is 3 minutes.</p></body></html>',
  ),
  turnedAway("maintenance", 503, "<title>Under maintenance</title><h1>Back soon</h1>"),
];

const page = (name: string, html: string, finds: readonly string[], more: Partial<LabState> = {}) =>
  web(
    name,
    "CORS, mixed content",
    { files: { "/": `<!doctype html><title>Lab</title><body>${html}</body>\n` } },
    finds,
    more,
  );

const contentStates = [
  web(
    "cors-reflects-without-credentials",
    "CORS, mixed content",
    { extra: "add_header Access-Control-Allow-Origin $http_origin always;" },
    [],
    { lacks: ["http-cors:reflected"] },
  ),
  web(
    "cors-star-with-credentials",
    "CORS, mixed content",
    {
      extra:
        "add_header Access-Control-Allow-Origin * always; add_header Access-Control-Allow-Credentials true always;",
    },
    [],
    // Browsers ignore the two together; that everybody may read is told, not objected to.
    { lacks: ["http-cors:reflected"] },
  ),
  page(
    "mixed-in-a-string",
    `<script>var s = '<script src="http://cdn.yubin.jp/a.js"><' + '/script>';</script>`,
    [],
    {
      lacks: ["http-mixed"],
    },
  ),
  page(
    "mixed-in-a-text-field",
    `<textarea><script src="http://cdn.yubin.jp/a.js"></script></textarea>`,
    [],
    {
      lacks: ["http-mixed"],
    },
  ),
  page(
    "mixed-in-a-template",
    `<template><script src="http://cdn.yubin.jp/a.js"></script></template>`,
    [],
    {
      lacks: ["http-mixed:active"],
    },
  ),
  page(
    "mixed-names-only",
    `<link rel="canonical" href="http://cdn.yubin.jp/"><link rel="alternate" href="http://cdn.yubin.jp/rss">`,
    [],
    {
      lacks: ["http-mixed"],
    },
  ),
  web(
    "mixed-raised-by-policy",
    "CORS, mixed content",
    {
      headers: {
        [CSP]:
          "default-src 'self' http://cdn.yubin.jp; upgrade-insecure-requests; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      },
      files: {
        "/": '<!doctype html><title>Lab</title><img src="http://cdn.yubin.jp/a.png"><iframe src="http://cdn.yubin.jp/"></iframe>',
      },
    },
    [],
    { lacks: ["http-mixed"] },
  ),
];

const sentElsewhere = [
  page(
    "mixed-button",
    '<form action="/"><input name="a"><button formaction="http://cdn.yubin.jp/">Go</button></form>',
    ["http-mixed:active"],
  ),
  page("mixed-own-machine", '<script src="http://localhost:3000/a.js"></script>', [], {
    lacks: ["http-mixed", "http-sri"],
  }),
];

const file = (
  name: string,
  path: string,
  content: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
) => web(`file-${name}`, "exposed files", { files: { [path]: content } }, finds, more);
const harmless = (name: string, content: string) =>
  file(name, "/.env", content, ["exp-files:medium:/.env"], { lacks: ["exp-files:critical"] });
/** Verdict of later: medium still, with what is said of a password that everybody knows. */
const common = (name: string, content: string) =>
  file(name, "/.env", content, ["exp-files:guessable:/.env"], { lacks: ["exp-files:critical"] });
const nothing = (name: string, path: string, content: string) =>
  file(name, path, content, [], { lacks: ["exp-files"] });
const PUBLIC_KEY =
  "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n-----END PUBLIC KEY-----\n";

const fileStates = [
  common(
    "env-of-symfony",
    'APP_ENV=dev\nAPP_SECRET=\nDATABASE_URL="postgresql://app:!ChangeMe!@127.0.0.1:5432/app?serverVersion=16"\nMAILER_DSN=null://null\nMERCURE_JWT_SECRET="!ChangeThisMercureHubJWTSecretKey!"\n',
  ),
  common(
    "env-with-default-values",
    "DB_PASSWORD=$" +
      "{DB_PASSWORD:-changeme}\nSMTP_PASSWORD=$" +
      "{SMTP_PASSWORD:?required}\nPOSTGRES_PASSWORD=postgres\n",
  ),
  harmless(
    "env-about-passwords",
    "PASSWORD_HASHERS=django.contrib.auth.hashers.Argon2PasswordHasher\nLOGIN_PASSWORD_FIELD=user_password\nTOKEN_ISSUER=https://id.yubin.jp\nTOKEN_ALGORITHM=RS256\nACCESS_TOKEN_EXPIRES_IN=15m\nPASSWORD_RESET_URL=https://yubin.jp/reset\n",
  ),
  harmless(
    "env-to-be-filled-in",
    'JWT_SECRET="<generate with: openssl rand -base64 32>"\nAPI_KEY=REPLACE_ME_BEFORE_DEPLOY\nSECRET_KEY=TODO\nMAIL_PASSWORD=********\n',
  ),
  harmless(
    "env-commented-out",
    "APP_ENV=local\n# DB_PASSWORD=kaze2026\n#REDIS_PASSWORD=k8Jq2mZ\nAPP_DEBUG=true\n",
  ),
  file(
    "env-of-laravel",
    "/.env",
    "APP_NAME=Shop\nAPP_KEY=base64:q0ZcPz3o9Jk1mVtR7yXw5LhB8nDf2sGu4eAi6KpTyUo=\nDB_PASSWORD=\nMAIL_PASSWORD=null\n",
    ["exp-files:critical:/.env"],
  ),
  file(
    "env-with-account-of-google",
    "/.env",
    `GOOGLE_CREDENTIALS='{"type":"service_account","private_key":"-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\\n-----END PRIVATE KEY-----\\n"}'\n`,
    ["exp-files:critical:/.env"],
  ),
  nothing("env-as-error", "/.env", '{"error":"not found","path":"/.env"}\n'),
  nothing("public-key", "/id_rsa", PUBLIC_KEY),
  nothing(
    "public-key-of-ssh",
    "/id_rsa",
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 deploy@yubin\n",
  ),
  nothing(
    "certificate",
    "/server.key",
    "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0B\n-----END CERTIFICATE-----\n",
  ),
  nothing("note-for-htpasswd", "/.htpasswd", "admin: see the wiki\n"),
  nothing(
    "article-on-phpinfo",
    "/info.php",
    "<!doctype html><title>What phpinfo() shows</title><p>PHP Version 8.2, System, Build Date: never leave it there.</p>",
  ),
  file(
    "git-config-of-a-runner",
    "/.git/config",
    '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://x-access-token:$' +
      "{TOKEN}@git.yubin.jp/shop\n",
    ["exp-files:high:/.git/config"],
    { lacks: ["exp-files:critical"] },
  ),
  file(
    "git-config-with-header",
    "/.git/config",
    '[core]\n\tbare = false\n[http "https://git.yubin.jp/"]\n\textraheader = AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46Z2hzXzhLZDAybVFhOEtkODI=\n',
    ["exp-files:critical:/.git/config"],
  ),
  file(
    "wp-config-from-surroundings",
    "/wp-config.php.bak",
    "<?php\ndefine( 'DB_PASSWORD', getenv_docker('WORDPRESS_DB_PASSWORD', 'example password') );\n",
    ["exp-files:medium"],
    { lacks: ["exp-files:critical"] },
  ),
  file(
    "aws-from-variables",
    "/.aws/credentials",
    "[default]\naws_access_key_id = $" + "{AWS_ID}\naws_secret_access_key = $" + "{AWS_SECRET}\n",
    ["exp-files:medium"],
    { lacks: ["exp-files:critical"] },
  ),
];

const zone = (
  name: string,
  spec: ZoneSpec,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area: "DNS, DNSSEC", zone: spec, finds, ...more });
const NOT_CLAIMABLE = ["dns-lapsed", "dns-dangling:claimable"];
const alias = (
  name: string,
  target: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
  { elsewhere = [], records = [] }: Pick<ZoneSpec, "elsewhere" | "records"> = {},
): LabState =>
  zone(name, { records: [`www CNAME ${target}.`, ...records], elsewhere }, finds, {
    hosts: ["www"],
    lacks: finds.includes("dns-dangling:claimable") ? ["dns-lapsed"] : NOT_CLAIMABLE,
    ...more,
  });
const shown = (
  name: string,
  target: string,
  server: string,
  answer: string,
  finds: readonly string[],
): LabState => ({
  ...alias(name, target, finds, {}, { elsewhere: [`${target}. A {v4}`] }),
  web: {
    server: "lighttpd",
    extra: `server.tag := "${server}"\nserver.errorfile-prefix = "/lab/www/${name}/status-"\nalias.url = ("/" => "/nowhere/")`,
    files: { "/status-404.html": answer },
  },
  tolerates: ["http-none", "http-redirect", "cert-name", "cert-trust", "tls-service", "web-each"],
});
const GITHUB = "<h1>404</h1><p><strong>There isn't a GitHub Pages site here.</strong></p>";

const aliasStates = [
  alias("alias-trafficmanager-gone", "old-site.trafficmanager.net", ["dns-dangling:gone"]),
  alias("alias-unlisted-gone", "old-site.mediaservices.windows.net", ["dns-dangling:gone"]),
  alias("alias-vm-of-azure-gone", "old-site.japaneast.cloudapp.azure.com", [
    "dns-dangling:claimable",
  ]),
  alias(
    "alias-own-name-server-broken",
    "shop.broken.alias-own-name-server-broken.jp",
    [],
    {
      lacks: ["dns-dangling", "dns-lapsed"],
      tolerates: ["dns-lame", "dns-delegation", "dns-private"],
    },
    { records: ["broken NS empty.dnsya.jp."] },
  ),
  alias(
    "alias-without-address",
    "note.alias-without-address.jp",
    [],
    {
      lacks: ["dns-dangling", "dns-lapsed"],
    },
    { records: ['note TXT "nothing here"'] },
  ),
  alias("alias-of-region-gone", "www.nobody-has-this.kawasaki.jp", ["dns-dangling:gone"]),
  alias("alias-of-organisation-gone", "www.nobody-has-this.or.jp", ["dns-lapsed:unregistered"], {
    lacks: ["dns-lapsed:lapsed", "dns-dangling"],
  }),
];

const caa = (name: string, values: readonly string[], finds: readonly string[]) =>
  zone(name, { records: values.map((value) => `@ CAA ${value}`) }, finds);

const nameStates = [
  caa("caa-semicolon-at-the-end", ['0 issue "ca.jp;"'], []),
  caa("caa-blanks", ['0 issue " ca.jp "'], []),
  caa("caa-per-cent", ['0 issue "%%%%%"'], ["dns-caa:malformed"]),
  caa("caa-for-mail-alone", ['0 issuemail "ca.jp"'], ["dns-caa:unrestricted"]),
  caa("caa-for-marks-too", ['0 issue "ca.jp"', '0 issuevmc "ca.jp"'], []),
  caa("caa-flag-of-one", ['1 issue "ca.jp"'], []),
  caa("caa-critical-mail", ['0 issue "ca.jp"', '128 issuemail ";"'], []),
  caa("caa-nobody-but-wild", ['0 issue ";"', '0 issuewild "ca.jp"'], []),
  zone("signed-wildcard-alias", { records: ["* CNAME mx.yubin.jp."] }, [], {
    lacks: ["dns-dangling", "dns-dnssec"],
  }),
  zone("signed-moved-tree", { records: ["old DNAME yubin.jp."] }, [], { lacks: ["dns-dnssec"] }),
  zone(
    "signed-wildcard-text-nsec3",
    { signing: "opt-out", records: ['*.a TXT "a note"', "* A {v4}"] },
    [],
    {
      lacks: ["dns-dnssec"],
    },
  ),
  zone("signed-ed25519", { signing: "ed25519" }, []),
  zone("signed-p384", { signing: "p384" }, []),
  zone("signed-spare-ds", { signing: "spare-ds" }, [], { lacks: ["dns-dnssec"] }),
];

const MX = "@ MX 10 mx.yubin.jp.";
const letter = (
  area: "SPF" | "DMARC, DKIM",
  name: string,
  lines: readonly string[],
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area, zone: { records: [MX, ...lines] }, finds, ...more });
const spf = (
  name: string,
  record: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
  lines: readonly string[] = [],
) =>
  letter(
    "SPF",
    `spf-${name}`,
    [`@ TXT ${record.startsWith('"') ? record : `"${record}"`}`, ...lines],
    finds,
    more,
  );
const dmarc = (
  name: string,
  record: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
) =>
  letter(
    "DMARC, DKIM",
    `dmarc-${name}`,
    [
      record.startsWith("_")
        ? record
        : `_dmarc TXT ${record.startsWith('"') ? record : `"${record}"`}`,
    ],
    finds,
    { tolerates: ["mail-spoof"], ...more },
  );

const senderStates = [
  spf("blanks", "v=spf1   mx   ip4:11.4.1.25   -all  ", []),
  spf("split-in-a-word", '"v=spf1 mx inc" "lude:s.{domain} -all"', [], {}, [
    's TXT "v=spf1 ip4:11.4.1.25 -all"',
  ]),
  spf("redirect-beside-all", "v=spf1 mx redirect=gone.{domain} -all", []),
  spf("include-softly", "v=spf1 include:s.{domain} -all", [], {}, [
    's TXT "v=spf1 ip4:11.4.1.25 ?all"',
  ]),
  spf("mapped-address", "v=spf1 ip6:::ffff:11.4.1.25 mx -all", []),
  spf("explanation-absent", "v=spf1 mx -all exp=gone.{domain}", []),
  spf("include-twice", "v=spf1 include:s.{domain} include:s.{domain} -all", [], {}, [
    's TXT "v=spf1 ip4:11.4.1.25 -all"',
  ]),
  spf("lengths-of-both", "v=spf1 a:mx.yubin.jp/24//64 mx/28//64 -all", []),
  spf("bare", "v=spf1", ["mail-spf:neutral"]),
  spf("blank-before", " v=spf1 mx -all", ["mail-spf:absent"], {
    zone: { records: [MX, '@ TXT " v=spf1 mx -all"'], without: ["SPF"] },
    tolerates: ["mail-spoof"],
  }),
  spf("everybody-by-ipv6", "v=spf1 mx ip6:::/0 -all", ["mail-spf:pass-all"], {
    tolerates: ["mail-spoof"],
  }),
  dmarc("no-blanks", "v=DMARC1;p=reject;", []),
  dmarc(
    "all-tags",
    "v=DMARC1; p=reject; sp=reject; pct=100; ri=86400; fo=1:d:s; rf=afrf; adkim=r; aspf=r",
    [],
  ),
  dmarc("sizes", "v=DMARC1; p=reject; rua=mailto:a@yubin.jp!10m,mailto:b@yubin.jp", []),
  dmarc("unknown-tag", "v=DMARC1; p=reject; future=1; t=n; psd=n", []),
  dmarc("faulty-alignment", "v=DMARC1; p=reject; adkim=x", []),
  dmarc("split-in-a-word", '"v=DMARC1; p=re" "ject"', []),
  letter(
    "DMARC, DKIM",
    "dmarc-by-alias",
    ["_dmarc CNAME d.{domain}.", 'd TXT "v=DMARC1; p=reject"'],
    [],
  ),
  dmarc("in-quotes", '"\\"v=DMARC1; p=reject\\""', ["mail-dmarc:absent"]),
  letter(
    "DMARC, DKIM",
    "dmarc-text-for-every-name",
    ['* TXT "v=spf1 -all"'],
    ["mail-dmarc:absent"],
    {
      zone: { records: [MX, '* TXT "v=spf1 -all"'], without: ["DMARC"] },
      tolerates: ["mail-spoof"],
    },
  ),
];

const postStates: readonly LabState[] = [
  {
    name: "dane-two-keys",
    area: "MX, STARTTLS, DANE",
    mail: { server: "postfix", tlsa: "matching" },
    zone: { records: [`_25._tcp.mx TLSA 3 1 1 ${"ab".repeat(32)}`] },
    finds: [],
    lacks: ["mail-dane"],
  },
  {
    name: "dane-of-the-web",
    area: "MX, STARTTLS, DANE",
    mail: { server: "postfix" },
    zone: { records: [`_25._tcp.mx TLSA 1 1 1 ${"ab".repeat(32)}`] },
    finds: [],
    lacks: ["mail-dane:mismatch"],
    tolerates: ["mail-dane"],
  },
  {
    name: "mx-same-server-twice",
    area: "MX, STARTTLS, DANE",
    zone: { records: [MX, "@ MX 20 mx.yubin.jp."] },
    finds: [],
  },
  {
    name: "mx-ipv6-alone",
    area: "MX, STARTTLS, DANE",
    zone: { records: ["@ MX 10 six.{domain}.", "six AAAA 2a0e:401::25"] },
    finds: [],
    lacks: ["mail-mx:absent"],
    tolerates: ["mail-starttls:certificate"],
  },
  {
    name: "mx-beside-literal-text",
    area: "MX, STARTTLS, DANE",
    zone: {
      records: [MX, '@ TXT "MS=ms12345678"', '_smtp._tls TXT "v=TLSRPTv1; rua=mailto:t@yubin.jp"'],
    },
    finds: [],
  },
];

const ports = (
  name: string,
  services: readonly ServiceSpec[],
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area: "open ports", services, finds, ...more });
const httpsAt = (port: number): LabState => ({
  name: `https-at-${port}`,
  area: "open ports",
  web: { server: "nginx", alsoAt: { port } },
  finds: [],
  lacks: ["port-data:open", "port-data:unauthenticated", "port-admin:open"],
  tolerates: ["port-data:unidentified", "port-admin:unidentified"],
});

const portStates = [
  ports(
    "redis-protected",
    [{ kind: "redis", options: { protected: "yes" } }],
    ["port-data:open:6379"],
    {
      lacks: ["port-data:unauthenticated"],
    },
  ),
  ports("redis-at-11211", [{ kind: "redis", options: { port: "11211" } }], [], {
    tolerates: ["port-data"],
  }),
  ports("memcached-at-6379", [{ kind: "memcached", options: { port: "6379" } }], [], {
    tolerates: ["port-data"],
  }),
  ...["445", "2375", "5432", "9200", "11211", "27017"].map((port) =>
    ports(`ssh-at-${port}`, [{ kind: "sshd", options: { port } }], [], {
      lacks: ["port-data:open", "port-admin:open"],
    }),
  ),
  ...[2375, 6379, 9200, 27_017].map(httpsAt),
];

const banner = (
  name: string,
  text: string,
  finds: readonly string[] = [],
  tolerates: readonly string[] = [],
): LabState => ({
  name: `banner-${name}`,
  area: "versions",
  web: { server: "lighttpd", extra: `server.tag := "${text}"` },
  finds,
  ...(finds.length === 0
    ? {
        lacks: [
          "sw-version:end-of-life",
          "sw-version:known-exploited",
          "sw-version:cve-high",
          "sw-version:package-high",
        ],
      }
    : {}),
  tolerates: [
    "http-leak:version",
    "sw-version:possible",
    "sw-version:perhaps-end-of-life",
    "sw-version:distribution-end-of-life",
    ...tolerates,
  ],
});

const bannerStates = [
  banner("alma", "Apache/2.4.37 (AlmaLinux) OpenSSL/1.1.1k"),
  banner("amazon", "Apache/2.4.54 (Amazon Linux) OpenSSL/1.0.2k-fips"),
  banner("rhel", "Apache/2.4.6 (Red Hat Enterprise Linux) OpenSSL/1.0.2k-fips mod_fcgid/2.3.9"),
  banner("raspbian", "Apache/2.4.38 (Raspbian)"),
  banner("univention", "Apache/2.4.38 (Univention)"),
  banner("freebsd", "Apache/2.4.46 (FreeBSD) OpenSSL/1.1.1k-freebsd PHP/7.4.16"),
  banner("gentoo", "Apache/2.4.48 (Gentoo)"),
  banner("oracle", "Apache/2.4.37 (Oracle Linux Server) OpenSSL/1.1.1k"),
  banner("ibm", "IBM_HTTP_Server/9.0.5.7 (Unix)"),
  banner("passenger", "nginx/1.18.0 + Phusion Passenger(R) 6.0.17"),
  banner("openresty", "openresty/1.21.4.1"),
  banner("jetty", "Jetty(9.4.43.v20210629)"),
  banner("werkzeug", "Werkzeug/2.0.2 Python/3.8.10"),
  banner("php-of-remi", "Apache/2.4.37 (rocky) OpenSSL/1.1.1k PHP/7.4.33"),
  banner("coyote", "Apache-Coyote/1.1"),
  banner("nginx-of-18-04", "nginx/1.14.0 (Ubuntu)"),
  banner(
    "apache-of-windows-old",
    "Apache/2.4.49 (Win64) OpenSSL/1.1.1l PHP/8.0.11",
    ["sw-version:known-exploited"],
    ["sw-version:end-of-life"],
  ),
];

export const reportedStates: readonly LabState[] = [
  ...cookieStates,
  ...headerStates,
  ...wallStates,
  ...contentStates,
  ...sentElsewhere,
  ...fileStates,
  ...aliasStates,
  ...nameStates,
  ...senderStates,
  ...postStates,
  ...portStates,
  ...bannerStates,
  shown("alias-pages-unclaimed", "alias-pages-unclaimed.github.io", "GitHub.com", GITHUB, [
    "dns-dangling:unclaimed",
  ]),
  shown("alias-pages-of-another", "alias-pages-of-another.github.io", "nginx", GITHUB, []),
  shown(
    "alias-bucket-without-file",
    "alias-bucket-without-file.s3-website-ap-northeast-1.amazonaws.com",
    "AmazonS3",
    "<h1>404 Not Found</h1><ul><li>Code: NoSuchKey</li></ul>",
    [],
  ),
  shown(
    "alias-bucket-gone",
    "alias-bucket-gone.s3-website-ap-northeast-1.amazonaws.com",
    "AmazonS3",
    "<h1>404 Not Found</h1><ul><li>Code: NoSuchBucket</li></ul>",
    ["dns-dangling:claimable"],
  ),
];
