import type { TestClient } from "@sekimori/kit-development/testing";
import { beginApp, confirmApp } from "@sekimori/portal-contract/endpoints/authenticators";
import { Secret, TOTP } from "otpauth";
import type { TestPortal } from "./test-portal.ts";

/** An authenticator app on a telephone of its own. */
export interface TestApp {
  /** The code it shows when the portal's clock, moved on by `offMs`, is its own. */
  code(offMs?: number): string;
}

export function appOf({ clock }: Pick<TestPortal, "clock">, uriOrSecret: string): TestApp {
  const secret = uriOrSecret.startsWith("otpauth:")
    ? (new URL(uriOrSecret).searchParams.get("secret") ?? "")
    : uriOrSecret.replaceAll(" ", "");
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return { code: (offMs = 0) => totp.generate({ timestamp: clock.now().getTime() + offMs }) };
}

/** Puts an app in force for whoever is signed in, freshly, in a browser. */
export async function addApp(portal: Pick<TestPortal, "clock">, browser: TestClient) {
  const { uri } = await browser.call(beginApp, { body: {} });
  const app = appOf(portal, uri);
  const { recoveryCodes } = await browser.call(confirmApp, { body: { code: app.code() } });
  return { app, recoveryCodes: recoveryCodes ?? [] };
}
