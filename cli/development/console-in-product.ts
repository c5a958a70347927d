import { createHmac } from "node:crypto";
import {
  consoleRegistration,
  integrationRegistration,
} from "@sekimori/console-server/adapters/portal";
import { createConsole } from "@sekimori/console-server/console";
import { createIntegration } from "@sekimori/console-server/integration";
import {
  consoleSettingsSchema,
  integrationSettingsSchema,
} from "@sekimori/console-server/settings";
import type { Clock } from "@sekimori/kit-server/clock";
import type { Database } from "@sekimori/kit-server/database";
import type { Lifecycle } from "@sekimori/kit-server/lifecycle";
import type { Logger } from "@sekimori/kit-server/logger";
import { parseSettings } from "@sekimori/kit-server/settings";
import { registerClient } from "@sekimori/portal-server/openid-clients";
import type { Portal } from "@sekimori/portal-server/portal";
import type { SeededPeople } from "@sekimori/portal-server/seed";
import { appointStaff, listStaff } from "@sekimori/portal-server/staff";
import type { Tables } from "@sekimori/portal-server/tables";
import { consoleParts } from "../processes/console-parts.ts";
import { integrationParts } from "../processes/integration-parts.ts";

export interface ConsoleInProduct {
  readonly port: number;
  readonly origin: string;
  readonly portalOrigin: string;
  /** Where all other secrets of this installation come from. */
  readonly secret: string;
  readonly portal: Portal;
  readonly database: Database<Tables>;
  /** Who works at the console of a demonstration. */
  readonly people: SeededPeople;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly webFolder?: string;
}

/** Appoints the demo's staff where nobody works yet; who was removed by hand stays removed. */
async function appointDemoStaff({ portal, people }: ConsoleInProduct): Promise<void> {
  const { context } = portal;
  if ((await listStaff(context)).length > 0) return;
  const appointments = [
    {
      account: people.owner.id,
      name: people.owner.name,
      roles: ["support", "billing", "administrator", "integrator"],
    },
    { account: people.viewer.id, name: people.viewer.name, roles: ["auditor"] },
  ] as const;
  for (const { roles, ...person } of appointments) {
    await appointStaff(context, { operator: "demo" }, { ...person, roles: [...roles] });
  }
}

/** Starts the console in this process, as a demonstration: staff sign in without a passkey. */
export async function startConsole(options: ConsoleInProduct): Promise<void> {
  const { port, origin, portal, lifecycle } = options;
  const secret = createHmac("sha256", options.secret).update("console client").digest("base64url");
  const settings = parseSettings(consoleSettingsSchema, {
    CONSOLE_SIGN_IN: "any",
    // Tests come from networks of their own.
    CONSOLE_ALLOWED_NETWORKS: "0.0.0.0/0, ::/0",
    ...options.environment,
    SEKIMORI_MODE: "development",
    CONSOLE_ORIGIN: origin,
    PORTAL_ORIGIN: options.portalOrigin,
    CONSOLE_CLIENT_SECRET: secret,
  });
  await registerClient(
    portal.context,
    { clientId: settings.consoleClientId, ...consoleRegistration(settings) },
    secret,
  );
  await appointDemoStaff(options);
  const console = await createConsole({ ...options, ...consoleParts(portal), settings });
  await lifecycle.start(
    "console",
    () => console.start({ host: "127.0.0.1", port }),
    () => console.stop(),
  );
}

/** Starts the integrator's console in this process, as a demonstration: on an origin of its own. */
export async function startIntegration(options: ConsoleInProduct): Promise<void> {
  const { port, origin, portal, lifecycle } = options;
  const secret = createHmac("sha256", options.secret)
    .update("integration client")
    .digest("base64url");
  const settings = parseSettings(integrationSettingsSchema, {
    INTEGRATION_SIGN_IN: "any",
    // Tests come from networks of their own.
    INTEGRATION_ALLOWED_NETWORKS: "0.0.0.0/0, ::/0",
    INTEGRATION_OWNERS: "true",
    ...options.environment,
    SEKIMORI_MODE: "development",
    INTEGRATION_ORIGIN: origin,
    PORTAL_ORIGIN: options.portalOrigin,
    INTEGRATION_CLIENT_SECRET: secret,
  });
  await registerClient(
    portal.context,
    { clientId: settings.integrationClientId, ...integrationRegistration(settings) },
    secret,
  );
  await appointDemoStaff(options);
  const integration = await createIntegration({
    ...options,
    ...integrationParts(portal, settings),
    settings,
  });
  await lifecycle.start(
    "integration",
    () => integration.start({ host: "127.0.0.1", port }),
    () => integration.stop(),
  );
}
