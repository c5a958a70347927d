import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { debianPath } from "./debian-clients.ts";
import { goPage, oauth2Proxy, withDebiansGo } from "./go-clients.ts";
import type { PageCode } from "./page-code.ts";
import { omniauth } from "./ruby-client.ts";
import { springBuilt } from "./spring-client.ts";

/** How an application learns that the portal's session has ended. */
export type Told = "at once" | "at its refresh";

/** A client that others wrote, in an application of the kind it is made for. */
export interface Kind {
  readonly name: string;
  /** The page of docs/integrate/ whose code is run, or the program of this folder. */
  readonly source: { readonly page: string } | { readonly program: string };
  /** Of a program: what it is registered with besides its addresses. */
  readonly registration?: readonly string[];
  readonly told?: Told;
  /** Each tab has tokens of its own. */
  readonly isPerTab?: boolean;
  /** What of a page's code is otherwise in this kind. */
  readonly adapt?: (code: PageCode) => PageCode;
  /** Only in `npm run clients`: it takes long to get ready, or a busy machine. */
  readonly isExtra?: boolean;
  /** Why it cannot be tried on this machine. */
  readonly missing?: () => string | undefined;
}

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Where `npm test` puts Python's packages. */
export const pythonFolder = pathOf("../../.cache/clients/python");

export const apacheModules = "/usr/lib/apache2/modules";
export const goSources = "/usr/share/gocode";

const unless = (path: string, said: string) => () => (existsSync(path) ? undefined : said);
const unlessDebian = (path: string, said: string) => () =>
  debianPath(path) === undefined ? said : undefined;

export const kinds: readonly Kind[] = [
  { name: "Auth.js (Next.js)", source: { page: "nextjs.md" } },
  { name: "express-openid-connect", source: { page: "express.md" } },
  { name: "openid-client (Fastify)", source: { page: "fastify.md" } },
  {
    name: "oidc-client-ts (browser)",
    source: { page: "spa.md" },
    told: "at its refresh",
    isPerTab: true,
  },
  {
    name: "oauth4webapi",
    source: { program: "oauth4webapi.mjs" },
    registration: ["--first-party"],
  },
  { name: "simple-oauth2", source: { program: "simple-oauth2.mjs" } },
  {
    name: "passport-openidconnect",
    source: { program: "passport-openidconnect.mjs" },
    registration: ["--first-party", "--optional-pkce"],
  },
  {
    name: "Hono (oidc-auth)",
    source: { program: "hono-oidc-auth.mjs" },
    registration: ["--first-party", "--id-token-claims"],
    told: "at its refresh",
  },
  {
    name: "mod_auth_openidc",
    isExtra: true,
    source: { page: "apache.md" },
    missing: unlessDebian(
      `${apacheModules}/mod_auth_openidc.so`,
      "Debian's apache2-bin and libapache2-mod-auth-openidc",
    ),
  },
  {
    name: "Authlib (Flask)",
    source: { page: "flask.md" },
    missing: unless(`${pythonFolder}/bin/flask`, "Python's packages"),
  },
  {
    name: "mozilla-django-oidc (Django)",
    isExtra: true,
    source: { program: "mozilla-django-oidc.py" },
    registration: ["--first-party"],
    told: "at its refresh",
    missing: unless(`${pythonFolder}/bin/django-admin`, "Python's packages"),
  },
  {
    name: "requests-oauthlib (Python)",
    isExtra: true,
    source: { program: "requests-oauthlib.py" },
    registration: ["--first-party"],
    missing: unless(`${pythonFolder}/bin/django-admin`, "Python's packages"),
  },
  {
    name: "go-oidc 3",
    isExtra: true,
    source: { page: "go.md" },
    missing: unless(goPage, "Go, or the modules of go-oidc 3"),
  },
  {
    name: "go-oidc 2 (Debian)",
    isExtra: true,
    source: { page: "go.md" },
    adapt: withDebiansGo,
    missing: unlessDebian(
      `${goSources}/src/github.com/coreos/go-oidc`,
      "Debian's golang-github-coreos-go-oidc-dev",
    ),
  },
  {
    name: "OmniAuth (Ruby)",
    isExtra: true,
    source: { program: "omniauth.rb" },
    registration: ["--first-party", "--optional-pkce"],
    missing: unlessDebian(omniauth, "Debian's ruby-omniauth-openid-connect"),
  },
  {
    name: "oauth2-proxy",
    isExtra: true,
    source: { program: "oauth2-proxy.mjs" },
    registration: ["--first-party", "--id-token-claims"],
    told: "at its refresh",
    missing: unless(oauth2Proxy, "oauth2-proxy, whose Go module is refused or not reached"),
  },
  {
    name: "Spring Security (Spring Boot)",
    isExtra: true,
    source: { page: "spring.md" },
    missing: unless(springBuilt, "Maven, a JDK, or the packages of Spring Boot"),
  },
];
