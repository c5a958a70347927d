import { getSession } from "@sekimori/console-contract/endpoints/session";
import type { Role } from "@sekimori/console-contract/rights";
import { consoleRegistration } from "@sekimori/console-server/adapters/portal";
import { createConsole } from "@sekimori/console-server/console";
import { consoleSettingsSchema } from "@sekimori/console-server/settings";
import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import { failOnUndeclared, type TestClient } from "@sekimori/kit-development/testing";
import { createLogger } from "@sekimori/kit-server/logger";
import { parseSettings } from "@sekimori/kit-server/settings";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { registerClient } from "@sekimori/portal-server/openid-clients";
import { serverFetch } from "@sekimori/portal-server/testing/relying-party";
import { password } from "@sekimori/portal-server/testing/sign-up-calls";
import { type TestPortal, testOrigin } from "@sekimori/portal-server/testing/test-portal";
import { consoleParts } from "../processes/console-parts.ts";
import { enterBy } from "./enter.ts";
import { newStaffMember } from "./staff-member.ts";

const origin = "http://localhost:3004";
const clientSecret = "a secret of the console's for tests, and for nothing else";

/**
 * The console as a process puts it together: on the services and the database of a portal of tests,
 * with sign-ins by it.
 */
export async function startTestConsole(
  portal: TestPortal,
  changes: Readonly<Record<string, string>> = { CONSOLE_SIGN_IN: "any" },
) {
  const settings = parseSettings(consoleSettingsSchema, {
    SEKIMORI_MODE: "development",
    CONSOLE_ORIGIN: origin,
    PORTAL_ORIGIN: testOrigin,
    CONSOLE_CLIENT_SECRET: clientSecret,
    ...changes,
  });
  const registration = { clientId: settings.consoleClientId, ...consoleRegistration(settings) };
  await registerClient(portal.context, registration, clientSecret);
  const { app, stop } = await createConsole({
    ...consoleParts(portal),
    settings,
    database: portal.database,
    clock: portal.clock,
    logger: createLogger({ name: "test", level: "silent" }),
    fetch: serverFetch(portal),
  });
  await app.ready();

  const enter = (atPortal: TestClient) => enterBy(app, atPortal);

  /** A member, appointed where roles are given, who is signed in at the portal. */
  const person = (...held: readonly Role[]) => newStaffMember(portal, held);

  /** Somebody with these roles who is signed in here. */
  async function working(...held: readonly Role[]) {
    const one = await person(...held);
    return { ...one, ...(await enter(one.atPortal)) };
  }

  /** The same, who signs in anew as often as asked: sessions end as the clock moves. */
  async function returning(...held: readonly Role[]) {
    const { atPortal, ...one } = await person(...held);
    return {
      ...one,
      async enter(): Promise<TestClient> {
        await atPortal.attempt(signIn, { body: { email: one.email, password } });
        const { browser } = await enter(atPortal);
        await browser.call(getSession, {});
        return browser;
      },
    };
  }

  return {
    app,
    enter,
    person,
    working,
    returning,
    /** Ends it, and complains of errors that no call declares. */
    async stop(): Promise<void> {
      await stop();
      failOnUndeclared(app);
    },
  };
}

/** Calls what is declared. @returns the type of what was refused; null: nothing was. */
export async function outcome(
  browser: TestClient,
  { method, path }: AnyEndpoint,
  body?: object,
): Promise<string | null> {
  const sent = body === undefined ? {} : { body };
  const answer = await browser.request({ method, url: path, ...sent });
  return answer.status === 200 ? null : answer.error().type;
}

export type TestConsole = Awaited<ReturnType<typeof startTestConsole>>;
