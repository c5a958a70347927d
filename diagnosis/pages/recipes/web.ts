import { HEADER_CHECKS, headers, headersFor } from "./header-block.ts";
import {
  factValues,
  type Recipe,
  type RecipeMaker,
  type RecipeSite,
  type Recipes,
  recipes,
  same,
} from "./recipe.ts";

/** The path that a finding is about, where it can be written as it is. */
const ownPath = (path: string | null): string | null =>
  path !== null && /^\/[\w./~-]+$/.test(path) ? path : null;

/** Cloudflare's expression for one path; the usual ones where none is known. */
function blocked(path: string | null): string {
  return path !== null
    ? `(http.request.uri.path eq "${path}")`
    : '(http.request.uri.path contains "/.git") or (http.request.uri.path contains "/.env")';
}

/** A path that answers 404 whatever lies there. */
const hidden: RecipeMaker = ({ subject }) => {
  const own = ownPath(subject);
  const pattern = own?.replace(/[.+~]/g, "\\$&");
  const beside = (line: string) => (own === null ? "" : `${line}\n`);
  return recipes({
    nginx: `${beside(`location = ${own} { return 404; }`)}location ~ /\\.(?!well-known/) { return 404; }\nlocation ~* \\.(?:bak|sql|old|key|swp|zip)$ { return 404; }`,
    Apache: `${beside(`RedirectMatch 404 "^${pattern}$"`)}RedirectMatch 404 "/\\.(?!well-known/)"\nRedirectMatch 404 "(?i)\\.(?:bak|sql|old|key|swp|zip)$"`,
    Caddy: `${beside(`@own path ${own}\nrespond @own 404`)}@hidden {\n  path_regexp /\\.|\\.(?:bak|sql|old|key|swp|zip)$\n  not path /.well-known/*\n}\nrespond @hidden 404`,
    Cloudflare: `Security > WAF > Custom rules > Block\n${blocked(own)}`,
  });
};

/** A console that only people of the organisation reach. */
const internal: RecipeMaker = ({ host }) =>
  recipes({
    nginx: "location /admin/ {\n  allow 192.0.2.0/24;\n  deny all;\n}",
    Apache: '<Location "/admin/">\n  Require ip 192.0.2.0/24\n</Location>',
    Caddy: "@outside not remote_ip 192.0.2.0/24\nrespond @outside 403",
    Cloudflare: `Zero Trust > Access > Applications > Add\nApplication domain: ${host}`,
  });

/** A cookie's name (RFC 6265 §4.1.1, "token"), of which only what no shell minds. */
const COOKIE_NAME = /^[\w.-]{1,64}$/;
const COOKIE_FLAGS = "Path=/; Secure; HttpOnly";

/** Adds to one cookie what it lacks: others are left alone, scripts may have to read them. */
function flagged(name: string): string {
  const own = name.replaceAll(".", "\\.");
  return ["", "always "]
    .flatMap((table) =>
      ["Secure", "HttpOnly", "SameSite=Lax"].map(
        (flag) =>
          `Header ${table}edit Set-Cookie "(?i)^(${own}=(?!.*; *${flag.split("=")[0]}\\b).*)$" "$1; ${flag}"`,
      ),
    )
    .join("\n");
}

/** The addresses of a fact that can be written as they are; one of the example where there is none. */
function addresses(site: RecipeSite, fact: string, example: string): readonly string[] {
  const written = factValues(site, fact).filter((url) =>
    /^https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w./~%@-]*)?$/.test(url),
  );
  return written.length > 0 ? written : [example];
}

const secure = (url: string) => url.replace(/^http:/, "https:");

/** Scripts of others, each with the checksum that the command prints of it. */
function withChecksums(site: RecipeSite): readonly Recipe[] {
  const urls = addresses(site, "sri.urls", `https://cdn.${site.domain}/lib.js`);
  const fileOf = (url: string) => url.split("/").slice(3).at(-1) || "lib.js";
  return recipes({
    HTML: urls
      .map(
        (url) =>
          `<script src="${secure(url)}"\n  integrity="sha384-..." crossorigin="anonymous"></script>`,
      )
      .join("\n"),
    OpenSSL: urls
      .map((url) => `openssl dgst -sha384 -binary ${fileOf(url)} | openssl base64 -A`)
      .join("\n"),
  });
}

/** The same addresses over HTTPS, whatever element names them; or the browsers that are told to ask for them so. */
function withoutPlain(site: RecipeSite): readonly Recipe[] {
  const fact = site.outcome === "passive" ? "mixed.passiveUrls" : "mixed.activeUrls";
  const urls = addresses(site, fact, `http://cdn.${site.domain}/app.js`);
  const name = "Content-Security-Policy";
  const value = "upgrade-insecure-requests";
  // A policy of its own beside the one that is there, which would be lost if it were set in its place.
  return recipes({
    HTML: urls.map((url) => `<!-- ${url} -->\n${secure(url)}`).join("\n"),
    nginx: `add_header ${name} "${value}" always;`,
    Apache: `Header always add ${name} "${value}"`,
    Caddy: `header +${name} "${value}"`,
    Cloudflare: `Rules > Transform Rules > Modify Response Header\nAdd: ${name}\nValue: ${value}`,
  });
}

/** First what asks nothing of embedded content; then, where that is there, what does. */
function isolation(site: RecipeSite): readonly Recipe[] {
  const missing = factValues(site, "isolation.missing");
  const first = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
  const isMissing = ([name]: readonly [string, string]) =>
    missing.length === 0 || missing.includes(name.toLowerCase());
  const now = Object.entries(first).filter(isMissing);
  if (now.length > 0) return headers(Object.fromEntries(now));
  return headers({ "Cross-Origin-Embedder-Policy": "require-corp" });
}

/** Checks of the site whose settings are the same at any port and set nothing that stands beside others. */
const SAME_ANYWHERE = [
  "exp-files",
  "http-cookie",
  "http-cors",
  "http-leak",
  "http-mixed",
  "http-sri",
];

/** What a check of the site would say, where it found something at another port; else who may come there. */
function elsewhere(site: RecipeSite): readonly Recipe[] {
  const [check = ""] = factValues(site, "web.check");
  if (!SAME_ANYWHERE.includes(check)) return internal(site);
  // "8443 exp-files critical /.env": port, check, outcome, and what it is about.
  const subject = site.subject?.split(" ").slice(3).join(" ") || null;
  return WEB_RECIPES[check]?.({ ...site, subject }) ?? [];
}

/** A site that is served with encryption, and sends on whoever comes without. */
const encrypted: RecipeMaker = ({ host }) =>
  recipes({
    Certbot: `certbot certonly -d ${host}`,
    Caddy: `${host} {\n  root * /srv/www\n  file_server\n}`,
    // The same server speaks both, and sends on whoever comes without encryption.
    nginx:
      "listen 443 ssl;\nssl_certificate     fullchain.pem;\nssl_certificate_key privkey.pem;\nssl_protocols TLSv1.2 TLSv1.3;\nif ($scheme = http) { return 301 https://$host$request_uri; }",
    Apache: `<VirtualHost *:443>\n  ServerName ${host}\n  DocumentRoot /srv/www\n  SSLEngine on\n  SSLCertificateFile    fullchain.pem\n  SSLCertificateKeyFile privkey.pem\n</VirtualHost>\n\n# <VirtualHost *:80>\nRedirect permanent / https://${host}/`,
    Cloudflare: "SSL/TLS > Overview > Full (strict)",
  });

/** Web servers; values are a start, try them where few visitors meet them first. */
export const WEB_RECIPES: Recipes = {
  "http-none": encrypted,
  "http-redirect": (site) => {
    // Where nothing answers with encryption yet, a redirect would lead all visitors to nothing.
    if (site.openChecks.has("http-none")) return encrypted(site);
    const { host } = site;
    return recipes({
      nginx: `server {\n  listen 80;\n  server_name ${host};\n  return 301 https://$host$request_uri;\n}`,
      Apache: `Redirect permanent / https://${host}/`,
      Caddy: `http://${host} {\n  redir https://{host}{uri} permanent\n}`,
      Cloudflare: "SSL/TLS > Edge Certificates > Always Use HTTPS: On",
    });
  },
  ...Object.fromEntries(HEADER_CHECKS.map((check) => [check, headersFor(check)])),
  "http-isolation": isolation,
  "http-cors": ({ domain }) => {
    const origin = `https://app.${domain}`;
    const name = "Access-Control-Allow-Origin";
    // What the application behind it says of others goes; an empty header is not sent by nginx.
    return recipes({
      nginx: `set $cors "";\nif ($http_origin = "${origin}") { set $cors $http_origin; }\nproxy_hide_header ${name};\nfastcgi_hide_header ${name};\nadd_header ${name} $cors always;\nadd_header Vary Origin always;`,
      Apache: `SetEnvIf Origin "^${origin.replaceAll(".", "\\.")}$" CORS=$0\nHeader unset ${name}\nHeader always set ${name} "%{CORS}e" env=CORS\nHeader always merge Vary Origin`,
      Caddy: `@app header Origin ${origin}\n@others not header Origin ${origin}\nheader @app ${name} ${origin}\nheader @others -${name}\nheader +Vary Origin`,
    });
  },
  "http-cookie": (site) => {
    const { subject } = site;
    const name = subject !== null && COOKIE_NAME.test(subject) ? subject : "__Host-session";
    // A cookie that says for itself where it goes, as sign-ins across sites need it, keeps that.
    const goesAsSaid = factValues(site, "cookie.session.sameSite")[0] === "true";
    return recipes({
      nginx: `proxy_cookie_flags ${name} secure httponly${goesAsSaid ? "" : " samesite=lax"};`,
      Apache: flagged(name),
      PHP: `session.cookie_secure = 1\nsession.cookie_httponly = 1${goesAsSaid ? "" : "\nsession.cookie_samesite = Lax"}`,
      Express: goesAsSaid
        ? "res.cookie(name, value, { ...options, secure: true, httpOnly: true });"
        : "res.cookie(name, value, { secure: true, httpOnly: true, sameSite: 'lax' });",
      "Set-Cookie": `Set-Cookie: ${name}=...; ${COOKIE_FLAGS}${goesAsSaid ? "" : "; SameSite=Lax"}`,
    });
  },
  "http-mixed": withoutPlain,
  "http-sri": withChecksums,
  "http-leak": same({
    nginx:
      "server_tokens off;\nautoindex off;\nproxy_hide_header X-Powered-By;\nfastcgi_hide_header X-Powered-By;",
    Apache:
      "ServerTokens Prod\nServerSignature Off\nTraceEnable off\nOptions -Indexes\nHeader unset X-Powered-By\nHeader always unset X-Powered-By",
    Caddy: "header -Server",
    PHP: "expose_php = Off",
    WordPress: "remove_action('wp_head', 'wp_generator');",
  }),
  "http-sectxt": ({ domain }) =>
    recipes({
      "/.well-known/security.txt": `Contact: mailto:security@${domain}\nExpires: 2027-06-30T00:00:00Z\nPreferred-Languages: ja, en`,
      nginx:
        "location = /.well-known/security.txt {\n  root /srv/www;\n  default_type text/plain;\n}",
      Cloudflare: "Security Center > security.txt",
    }),
  "exp-files": hidden,
  "app-print": internal,
  "web-each": elsewhere,
  "sw-version": same({
    "Debian, Ubuntu": "apt update && apt full-upgrade\napt install unattended-upgrades",
    "Red Hat, Alma, Rocky": "dnf upgrade --refresh\nsystemctl enable --now dnf-automatic.timer",
    WordPress: "wp core update && wp plugin update --all",
    npm: "npm outdated\nnpm install jquery@latest",
  }),
};
