import { type Recipe, type Recipes, recipes } from "./recipe.ts";

/** How each server, and a hosting service in front of it, sets an answer header. */
const HEADER_LINES: Readonly<Record<string, (name: string, value: string) => string>> = {
  nginx: (name, value) => `add_header ${name} "${value}" always;`,
  Apache: (name, value) => `Header always set ${name} "${value}"`,
  Caddy: (name, value) => `header ${name} "${value}"`,
  Cloudflare: (name, value) =>
    `Rules > Transform Rules > Modify Response Header\nSet static: ${name}\nValue: ${value}`,
};

/** One block that sets headers: in nginx a second block would take away what the first one set. */
const headers = (all: Readonly<Record<string, string>>): readonly Recipe[] =>
  recipes(
    Object.fromEntries(
      Object.entries(HEADER_LINES).map(([product, line]) => [
        product,
        Object.entries(all)
          .map(([name, value]) => line(name, value))
          .join("\n"),
      ]),
    ),
  );

/** The headers whose absence is told, with values that a plain site can start from. */
const headerBlock = (policy: string) =>
  headers({
    "Strict-Transport-Security": "max-age=31536000",
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
  });

/** Scripts and pictures of others go on: a policy that bars them is for those who ask for one. */
const HEADERS = headerBlock("object-src 'none'; base-uri 'self'; frame-ancestors 'self'");

const STRICT_POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** A path that answers 404 whatever lies there. */
const HIDDEN = recipes({
  nginx:
    "location ~ /\\.(?!well-known/) { return 404; }\nlocation ~* \\.(?:bak|sql|old|key|swp|zip)$ { return 404; }",
  Apache:
    'RedirectMatch 404 "/\\.(?!well-known/)"\nRedirectMatch 404 "(?i)\\.(?:bak|sql|old|key|swp|zip)$"',
  Caddy:
    "@hidden path_regexp /\\.(?!well-known/)|\\.(?:bak|sql|old|key|swp|zip)$\nrespond @hidden 404",
  Cloudflare:
    'Security > WAF > Custom rules > Block\n(http.request.uri.path contains "/.git") or (http.request.uri.path contains "/.env")',
});

/** A console that only people of the organisation reach. */
const INTERNAL = recipes({
  nginx: "location /admin/ {\n  allow 192.0.2.0/24;\n  deny all;\n}",
  Apache: '<Location "/admin/">\n  Require ip 192.0.2.0/24\n</Location>',
  Caddy: "@outside not remote_ip 192.0.2.0/24\nrespond @outside 403",
  Cloudflare: "Zero Trust > Access > Applications > Add\nApplication domain: admin.example.jp",
});

const COOKIE_FLAGS = "Path=/; Secure; HttpOnly; SameSite=Lax";

/** Web servers; values are a start, try them where few visitors meet them first. */
export const WEB_RECIPES: Recipes = {
  "http-none": recipes({
    Caddy: "example.jp {\n  root * /srv/www\n  file_server\n}",
    nginx: "listen 443 ssl;\nssl_certificate     fullchain.pem;\nssl_certificate_key privkey.pem;",
    Apache:
      "<VirtualHost *:443>\n  SSLEngine on\n  SSLCertificateFile    fullchain.pem\n  SSLCertificateKeyFile privkey.pem\n</VirtualHost>",
    Cloudflare: "SSL/TLS > Overview > Full (strict)",
  }),
  "http-redirect": recipes({
    nginx:
      "server {\n  listen 80;\n  server_name example.jp;\n  return 301 https://$host$request_uri;\n}",
    Apache: "Redirect permanent / https://example.jp/",
    Caddy: "http://example.jp {\n  redir https://{host}{uri} permanent\n}",
    Cloudflare: "SSL/TLS > Edge Certificates > Always Use HTTPS: On",
  }),
  "http-hsts": HEADERS,
  "http-csp": headerBlock(STRICT_POLICY),
  "http-frame": HEADERS,
  "http-nosniff": HEADERS,
  "http-referrer": HEADERS,
  "http-isolation": headers({ "Cross-Origin-Opener-Policy": "same-origin" }),
  "http-cors": recipes({
    nginx:
      'map $http_origin $cors {\n  default "";\n  "https://app.example.jp" $http_origin;\n}\nadd_header Access-Control-Allow-Origin $cors always;\nadd_header Vary Origin always;',
    Apache:
      'SetEnvIf Origin "^https://app\\.example\\.jp$" CORS=$0\nHeader always set Access-Control-Allow-Origin "%{CORS}e" env=CORS\nHeader always merge Vary Origin',
    Caddy:
      "@app header Origin https://app.example.jp\nheader @app Access-Control-Allow-Origin https://app.example.jp\nheader Vary Origin",
  }),
  "http-cookie": recipes({
    nginx: "proxy_cookie_flags ~ secure httponly samesite=lax;",
    Apache: `Header edit Set-Cookie ^(.*)$ "$1; Secure; HttpOnly; SameSite=Lax"`,
    PHP: "session.cookie_secure = 1\nsession.cookie_httponly = 1\nsession.cookie_samesite = Lax",
    Express: "res.cookie(name, value, { secure: true, httpOnly: true, sameSite: 'lax' });",
    "Set-Cookie": `Set-Cookie: __Host-session=...; ${COOKIE_FLAGS}`,
  }),
  "http-mixed": recipes({
    HTML: '<script src="https://cdn.example.jp/app.js"></script>',
    ...Object.fromEntries(
      headers({ "Content-Security-Policy": "upgrade-insecure-requests" }).map(
        ({ product, text }) => [product, text],
      ),
    ),
  }),
  "http-sri": recipes({
    HTML: '<script src="https://cdn.example.jp/lib.js"\n  integrity="sha384-..." crossorigin="anonymous"></script>',
    OpenSSL: "openssl dgst -sha384 -binary lib.js | openssl base64 -A",
  }),
  "http-leak": recipes({
    nginx: "server_tokens off;\nautoindex off;",
    Apache: "ServerTokens Prod\nServerSignature Off\nTraceEnable off\nOptions -Indexes",
    Caddy: "header -Server",
    PHP: "expose_php = Off",
  }),
  "http-sectxt": recipes({
    "/.well-known/security.txt":
      "Contact: mailto:security@example.jp\nExpires: 2027-06-30T00:00:00Z\nPreferred-Languages: ja, en",
    nginx:
      "location = /.well-known/security.txt {\n  root /srv/www;\n  default_type text/plain;\n}",
    Cloudflare: "Security Center > security.txt",
  }),
  "exp-files": HIDDEN,
  "app-print": INTERNAL,
  "web-each": INTERNAL,
  "sw-version": recipes({
    "Debian, Ubuntu": "apt update && apt full-upgrade\napt install unattended-upgrades",
    "Red Hat, Alma, Rocky": "dnf upgrade --refresh\nsystemctl enable --now dnf-automatic.timer",
    WordPress: "wp core update && wp plugin update --all",
    npm: "npm outdated\nnpm install jquery@latest",
  }),
};
