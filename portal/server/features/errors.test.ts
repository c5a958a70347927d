import { randomUUID } from "node:crypto";
import { boundEndpoints } from "@sekimori/kit-server/http";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import {
  beginApp,
  confirmApp,
  removeApp,
  renewRecoveryCodes,
} from "@sekimori/portal-contract/endpoints/authenticators";
import { changeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import {
  addPasskey,
  beginPasskey,
  removePasskey,
} from "@sekimori/portal-contract/endpoints/passkeys";
import { changePassword, forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { reauthenticate, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noCaptcha } from "../adapters/no-captcha.ts";
import { newEmail, newMember } from "../testing/members.ts";
import { password } from "../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ TELL_EXISTING_ADDRESS: "yes" });
});
afterAll(() => portal.close());

test("every endpoint of the contract is served", () => {
  const served = new Set(boundEndpoints(portal.app).map(({ name }) => name));
  const missing = allEndpoints.map(({ name }) => name).filter((name) => !served.has(name));
  // The external identity provider brings its own.
  expect(missing.filter((name) => !name.startsWith("gmoid"))).toEqual([]);
});

test("where the operator chose so, sign-up and change of e-mail tell of an account at once", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const body = { email, plan: "free", locale: "en" } as const;
  const refused = await portal.browser().attempt(signUp, { body });
  expect(refused.error().type).toBe("LoginIDExists");
  const other = portal.browser();
  await newMember(portal, other);
  const taken = await other.attempt(changeEmail, { body: { email, agreed: true } });
  expect(taken.error().type).toBe("EmailDuplicated");
});

test("what the external identity provider manages cannot be changed here", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const { db } = portal.database;
  const { id } = await db
    .selectFrom("portal.account")
    .select("id")
    .where("email_digest", "=", portal.context.digests.email(email))
    .executeTakeFirstOrThrow();
  await db.deleteFrom("portal.credential").where("account_id", "=", id).execute();
  const linked_at = portal.clock.now();
  await db
    .insertInto("portal.external_identity")
    .values({ issuer: "https://id.example", subject: "1", account_id: id, linked_at })
    .execute();
  const newPasskey = {
    credentialId: "AAAA",
    clientDataJSON: "AAAA",
    attestationObject: "AAAA",
    transports: [],
  };
  const answers = [
    await browser.attempt(mfaSetting, { body: { enabled: true } }),
    await browser.attempt(changeEmail, { body: { email: newEmail(), agreed: true } }),
    await browser.attempt(changePassword, {
      body: { currentPassword: password, newPassword: "Umi-no-Oto4" },
    }),
    await browser.attempt(reauthenticate, { body: { password } }),
    await browser.attempt(beginApp, { body: {} }),
    await browser.attempt(confirmApp, { body: { code: "123456" } }),
    await browser.attempt(removeApp, {}),
    await browser.attempt(renewRecoveryCodes, { body: {} }),
    await browser.attempt(beginPasskey, { body: {} }),
    await browser.attempt(addPasskey, { body: newPasskey }),
    await browser.attempt(removePasskey, { params: { id: randomUUID() } }),
  ];
  expect(answers.map((answer) => answer.error().type)).toEqual(Array(11).fill("ManagedExternally"));
  const signedIn = await portal.browser().attempt(signIn, { body: { email, password } });
  expect(signedIn.error().type).toBe("UsernamePasswordIncorrect");
});

test("without the captcha's yes nothing public begins", async () => {
  const captcha = {
    ...noCaptcha,
    verify: async (token: string | undefined, action: string) =>
      token === "a person" && action === "login",
  };
  const own = await startTestPortal({}, { captcha });
  try {
    const email = newEmail();
    const bodies = { email, password, captcha: "a script" };
    const answers = [
      await own.browser().attempt(signIn, { body: bodies }),
      await own.browser().attempt(signUp, { body: { email, plan: "free", locale: "en" } }),
      await own.browser().attempt(forgotPassword, { body: { email, locale: "en" } }),
    ];
    expect(answers.map((answer) => answer.error().type)).toEqual(
      Array(3).fill("RecaptchaTokenIncorrect"),
    );
    const person = await own.browser().attempt(signUp, {
      body: { email, plan: "free", locale: "en", captcha: "a person" },
    });
    expect(person.status).toBe(200);
  } finally {
    await own.close();
  }
});
