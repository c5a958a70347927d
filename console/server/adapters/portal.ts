import {
  phishingResistant,
  sessionHours,
  sessionIdleMinutes,
} from "@sekimori/console-contract/constants";
import { pagePaths } from "@sekimori/console-contract/page-routes";
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
import type { ConsoleSettings } from "../settings.ts";

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

export interface PortalOptions {
  readonly settings: ConsoleSettings;
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
    issuer: `${settings.portalOrigin}${apiBase}/idp/oidc`,
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
