import type { ApplicationKind } from "@sekimori/console-contract/application-schema";

interface Preset {
  readonly id: string;
  /** A proper name, the same in every language; undefined: the kind's own words. */
  readonly name?: string;
  readonly kind: ApplicationKind;
  /** Below the application's own origin, as its library has them. */
  readonly redirectPath?: string;
  readonly logoutPath?: string;
  readonly backChannelPath?: string;
  readonly idTokenClaims?: boolean;
}

/** What the pages of docs/integrate register, and every kind without a framework. */
export const presets: readonly Preset[] = [
  {
    id: "nextjs",
    name: "Next.js (Auth.js)",
    kind: "server",
    redirectPath: "/api/auth/callback/sekimori",
    logoutPath: "",
    backChannelPath: "/back-channel-logout",
    idTokenClaims: true,
  },
  {
    id: "express",
    name: "Express",
    kind: "server",
    redirectPath: "/callback",
    logoutPath: "",
    backChannelPath: "/back-channel-logout",
    idTokenClaims: true,
  },
  {
    id: "fastify",
    name: "Fastify (openid-client)",
    kind: "server",
    redirectPath: "/callback",
    logoutPath: "",
    backChannelPath: "/back-channel-logout",
  },
  {
    id: "spa",
    name: "oidc-client-ts",
    kind: "browser",
    redirectPath: "/",
    logoutPath: "/",
  },
  {
    id: "apache",
    name: "Apache (mod_auth_openidc)",
    kind: "server",
    redirectPath: "/oidc",
    logoutPath: "/",
    backChannelPath: "/oidc?logout=backchannel",
  },
  {
    id: "flask",
    name: "Flask (Authlib)",
    kind: "server",
    redirectPath: "/callback",
    logoutPath: "/",
    backChannelPath: "/back-channel-logout",
    idTokenClaims: true,
  },
  {
    id: "go",
    name: "Go (go-oidc)",
    kind: "server",
    redirectPath: "/callback",
    logoutPath: "/",
    backChannelPath: "/back-channel-logout",
  },
  {
    id: "spring",
    name: "Spring Boot",
    kind: "server",
    redirectPath: "/login/oauth2/code/portal",
    logoutPath: "/",
    backChannelPath: "/logout/connect/back-channel/portal",
  },
  { id: "server", kind: "server" },
  { id: "browser", kind: "browser" },
  { id: "native", kind: "native" },
  { id: "device", kind: "device" },
  { id: "service", kind: "service" },
];

/** Where an application of this preset is called back, if it runs at an origin. */
export function presetAddresses(preset: Preset, origin: string) {
  const at = (path: string | undefined) => (path === undefined ? "" : `${origin}${path}`);
  const isPublic = origin.startsWith("https:");
  return {
    redirectUris: at(preset.redirectPath),
    postLogoutRedirectUris: at(preset.logoutPath),
    // The portal calls it by itself, and reaches no machine of somebody's own.
    backChannelLogoutUri: isPublic ? at(preset.backChannelPath) : "",
    idTokenClaims: preset.idTokenClaims ?? false,
  };
}
