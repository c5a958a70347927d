import {
  phishingResistant,
  sessionHours,
  sessionIdleMinutes,
} from "@sekimori/console-contract/constants";
import { integrationPagePaths, pagePaths } from "@sekimori/console-contract/page-routes";
import { apiBase } from "@sekimori/kit-contract/api-base";
import type { Clock } from "@sekimori/kit-server/clock";
import type { Database } from "@sekimori/kit-server/database";
import type { Limiter } from "@sekimori/kit-server/limits";
import type { Logger } from "@sekimori/kit-server/logger";
import {
  backChannelLogoutPath,
  createRelyingParty,
  type RelyingParty,
  redirectPath,
} from "@sekimori/kit-server/relying-party";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { ConsoleSettings, IntegrationSettings } from "../settings.ts";

/** How the console is registered at the portal. */
export function consoleRegistration({ consoleOrigin }: Pick<ConsoleSettings, "consoleOrigin">) {
  return {
    name: "Console",
    nameJa: "管理コンソール",
    nameEn: "Console",
    redirectUris: [`${consoleOrigin}${redirectPath}`],
    postLogoutRedirectUris: [`${consoleOrigin}${pagePaths.signIn}`],
    backChannelLogoutUri: `${consoleOrigin}${backChannelLogoutPath}`,
    isFirstParty: true,
  };
}

/** How the integrator's console is registered at the portal. */
export function integrationRegistration({
  integrationOrigin,
}: Pick<IntegrationSettings, "integrationOrigin">) {
  return {
    name: "Integration console",
    nameJa: "連携コンソール",
    nameEn: "Integration console",
    redirectUris: [`${integrationOrigin}${redirectPath}`],
    postLogoutRedirectUris: [`${integrationOrigin}${integrationPagePaths.signIn}`],
    backChannelLogoutUri: `${integrationOrigin}${backChannelLogoutPath}`,
    isFirstParty: true,
  };
}

/** The portal's OpenID provider. */
export const issuerOf = ({ portalOrigin }: { readonly portalOrigin: string }): string =>
  `${portalOrigin}${apiBase}/idp/oidc`;

export interface PortalOptions<Settings = ConsoleSettings> {
  readonly settings: Settings;
  readonly database: Pick<Database<unknown>, "pool">;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limiter: Limiter;
  readonly fetch?: typeof fetch;
}

const minuteMs = 60_000;

/**
 * Signs staff in by the portal: with a passkey, unless this is a development installation that takes
 * any way; in sessions of the console's own, which are short.
 */
export function portalSignIns(options: PortalOptions): RelyingParty {
  const { settings, ...parts } = options;
  return createRelyingParty({
    ...parts,
    name: "console",
    origin: settings.consoleOrigin,
    issuer: issuerOf(settings),
    clientId: settings.consoleClientId,
    clientSecret: settings.consoleClientSecret.reveal(),
    scope: "openid",
    ...(settings.consoleSignIn === "passkey" ? { strength: phishingResistant } : {}),
    sessionIdle: sessionIdleMinutes * minuteMs,
    sessionLifetime: sessionHours * 60 * minuteMs,
    pages: {
      home: pagePaths.find,
      failed: pagePaths.signIn,
      signedOut: pagePaths.signIn,
    },
  });
}

/** The same for integrators, in sessions of another name, on another origin. */
export function integratorSignIns(options: PortalOptions<IntegrationSettings>): RelyingParty {
  const { settings, ...parts } = options;
  return createRelyingParty({
    ...parts,
    name: "integration",
    origin: settings.integrationOrigin,
    issuer: issuerOf(settings),
    clientId: settings.integrationClientId,
    clientSecret: settings.integrationClientSecret.reveal(),
    scope: "openid",
    ...(settings.integrationSignIn === "passkey" ? { strength: phishingResistant } : {}),
    sessionIdle: sessionIdleMinutes * minuteMs,
    sessionLifetime: sessionHours * 60 * minuteMs,
    pages: {
      home: integrationPagePaths.applications,
      failed: integrationPagePaths.signIn,
      signedOut: integrationPagePaths.signIn,
    },
  });
}
