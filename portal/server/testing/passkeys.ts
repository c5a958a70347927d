import type { TestClient } from "@sekimori/kit-development/testing";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  signInByPasskey,
} from "@sekimori/portal-contract/endpoints/passkeys";
import { type Deviation, SoftwarePasskey } from "./software-authenticator.ts";

/** Adds a passkey for whoever is signed in, freshly, in a browser. */
export async function addTestPasskey(browser: TestClient, passkey = new SoftwarePasskey()) {
  const options = await browser.call(beginPasskey, { body: {} });
  const added = await browser.call(addPasskey, { body: passkey.create(options) });
  return { ...added, passkey, recoveryCodes: added.recoveryCodes ?? [] };
}

/** Tries to sign in by a passkey. */
export async function tryPasskey(browser: TestClient, passkey: SoftwarePasskey, how?: Deviation) {
  const options = await browser.call(beginPasskeySignIn, { body: { purpose: "sign-in" } });
  return browser.attempt(signInByPasskey, { body: passkey.get(options, how) });
}
