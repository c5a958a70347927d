import type { Registration } from "@sekimori/console-contract/application-schema";
import { getIntegrator } from "@sekimori/console-contract/endpoints/integration/session";
import type { Role } from "@sekimori/console-contract/rights";
import { integrationRegistration } from "@sekimori/console-server/adapters/portal";
import { createIntegration } from "@sekimori/console-server/integration";
import { integrationSettingsSchema } from "@sekimori/console-server/settings";
import { failOnUndeclared, type TestClient } from "@sekimori/kit-development/testing";
import { createLogger } from "@sekimori/kit-server/logger";
import { parseSettings } from "@sekimori/kit-server/settings";
import { registerClient } from "@sekimori/portal-server/openid-clients";
import { serverFetch } from "@sekimori/portal-server/testing/relying-party";
import { type TestPortal, testOrigin } from "@sekimori/portal-server/testing/test-portal";
import { integrationParts } from "../processes/integration-parts.ts";
import { enterBy } from "./enter.ts";
import { newStaffMember } from "./staff-member.ts";

/** An application as integrators register one, with nothing beyond what has to be. */
export const sampleRegistration: Registration = {
  name: "Shop",
  nameJa: null,
  nameEn: null,
  redirectUris: ["https://shop.example/callback"],
  postLogoutRedirectUris: [],
  backChannelLogoutUri: null,
  initiateLoginUri: null,
  policyUri: null,
  termsUri: null,
  origins: [],
  scopes: [],
  secretIn: "client_secret_basic",
  idTokenAlgorithm: "RS256",
  idTokenClaims: false,
  isPkceOptional: false,
  requirePushedRequests: false,
  requireDpop: false,
};

const origin = "http://localhost:3005";
const clientSecret = "a secret of the integrators' for tests, and for nothing else";

/** The integrator's console as a process puts it together, on a portal of tests. */
export async function startTestIntegration(
  portal: TestPortal,
  changes: Readonly<Record<string, string>> = { INTEGRATION_SIGN_IN: "any" },
) {
  const settings = parseSettings(integrationSettingsSchema, {
    SEKIMORI_MODE: "development",
    INTEGRATION_ORIGIN: origin,
    PORTAL_ORIGIN: testOrigin,
    INTEGRATION_CLIENT_SECRET: clientSecret,
    ...changes,
  });
  const { integrationClientId: clientId } = settings;
  await registerClient(
    portal.context,
    { clientId, ...integrationRegistration(settings) },
    clientSecret,
  );
  const { app, stop } = await createIntegration({
    ...integrationParts(portal, settings),
    settings,
    database: portal.database,
    clock: portal.clock,
    logger: createLogger({ name: "test", level: "silent" }),
    fetch: serverFetch(portal),
  });
  await app.ready();

  const enter = (atPortal: TestClient) => enterBy(app, atPortal);

  /** A member, appointed where roles are given, who is signed in here. */
  async function working(...held: readonly Role[]) {
    const one = await newStaffMember(portal, held);
    const { browser } = await enter(one.atPortal);
    // Its answer brings what every call that changes something has to bring.
    await browser.attempt(getIntegrator, {});
    return { ...one, browser };
  }

  return {
    app,
    enter,
    working,
    /** Ends it, and complains of errors that no call declares. */
    async stop(): Promise<void> {
      await stop();
      failOnUndeclared(app);
    },
  };
}

export type TestIntegration = Awaited<ReturnType<typeof startTestIntegration>>;
