import {
  forgotPassword,
  forgotPasswordSetting,
} from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { confirmOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { confirmSignUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type RunningProduct, runProduct } from "../support/running-product.ts";
import { report } from "./support/figures.ts";
import { newEmail, newMember, signInAs, signUpTo } from "./support/journeys.ts";
import { Person } from "./support/person.ts";
import { type Surroundings, surroundingsOf } from "./support/standing.ts";

let running: RunningProduct;
let product: Surroundings;

beforeAll(async () => {
  running = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1", LIMIT_FACTOR: "1000" });
  product = surroundingsOf({ ...running, origin: running.portalOrigin });
});
afterAll(async () => {
  await product?.pool.end();
  await running?.stop();
});

const move = async (change: Readonly<Record<string, unknown>>): Promise<void> => {
  const response = await fetch(`${running.sandboxOrigin}/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  expect(response.status).toBe(200);
};
afterEach(() => move({ reset: true }));

const minutes = 60_000;
const days = 24 * 60 * minutes;
const profileOf = async (person: Person) => (await person.attempt(getMyProfile, {})).status;

test.each([
  ["15 minutes on", 15 * minutes, 200],
  ["15 minutes back", -15 * minutes, 200],
  ["a day on", days, 401],
  ["a day back", -days, 200],
])(
  "with the clock %s a session is as old as it is, and signing in works",
  async (_, ms, status) => {
    const { email, person } = await newMember(product);
    await move({ advance: ms });
    const kept = await profileOf(person);
    const again = new Person(product.origin);
    const signedIn = (await signInAs(again, email)).status;
    const fresh = await profileOf(again);
    report("20", {
      "moved min": ms / minutes,
      "session answers": kept,
      "new session answers": fresh,
    });
    expect([kept, signedIn, fresh]).toEqual([status, 200, 200]);
  },
);

test("a session lasts eight hours to the minute", async () => {
  const { person } = await newMember(product);
  await move({ advance: 8 * 60 * minutes - minutes });
  const before = await profileOf(person);
  await move({ advance: minutes });
  expect([before, await profileOf(person)]).toEqual([200, 401]);
});

test("codes end when they say: 10 minutes for one-time passwords, 30 for resets", async () => {
  const { email, person } = await newMember(product);
  await person.call(mfaSetting, { body: { enabled: true } });
  const waiting = async () => {
    const browser = new Person(product.origin);
    await signInAs(browser, email);
    return { browser, code: await product.mails.code(email) };
  };
  const inTime = await waiting();
  const late = await waiting();
  await move({ advance: 8 * minutes });
  const good = await inTime.browser.attempt(confirmOtp, { body: { code: inTime.code } });
  await move({ advance: 2 * minutes });
  const over = await late.browser.attempt(confirmOtp, { body: { code: late.code } });
  expect([good.status, over.error().type]).toEqual([200, "OTPExpired"]);

  await person.call(forgotPassword, { body: { email, locale: "en" } });
  const code = await product.mails.code(email);
  await move({ advance: 30 * minutes + 1_000 });
  const password = "Umi-no-Oto4";
  const reset = await person.attempt(forgotPasswordSetting, { body: { email, code, password } });
  expect(reset.error().type).toBe("ResetCodeIncorrect");
});

test("a sign-up's code has ended after a day, and one sent before the clock went back still works", async () => {
  const late = new Person(product.origin);
  const lateEmail = await signUpTo(product, late, "verification", { email: newEmail() });
  const code = await product.mails.code(lateEmail);
  await move({ advance: days });
  const over = await late.attempt(confirmSignUp, { body: { code } });
  expect(["CodeExpired", "SessionExpired"]).toContain(over.error().type);
  await move({ reset: true });

  const early = new Person(product.origin);
  const earlyEmail = await signUpTo(product, early, "verification", { email: newEmail() });
  await move({ advance: -15 * minutes });
  const body = { code: await product.mails.code(earlyEmail) };
  expect((await early.attempt(confirmSignUp, { body })).status).toBe(200);
});
