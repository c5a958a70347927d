import {
  forgotPassword,
  forgotPasswordSetting,
} from "@sekimori/portal-contract/endpoints/password";
import { confirmOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { confirmSignUp, signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { password } from "@sekimori/portal-server/testing/sign-up-calls";
import { expect, test } from "vitest";
import { jobsDone } from "./support/consistency.ts";
import { report } from "./support/figures.ts";
import { newEmail, newMember, signInAs } from "./support/journeys.ts";
import { codeOf } from "./support/mails.ts";
import { Person } from "./support/person.ts";
import { patience, sized } from "./support/sizes.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();
const strangers = sized(40, 400);
const next = "Umi-no-Oto4";

/** What strangers do, ten at once, each from a network of their own. */
async function byStrangers(act: (stranger: Person) => Promise<unknown>): Promise<void> {
  for (let done = 0; done < strangers; done += 10) {
    await Promise.all(Array.from({ length: 10 }, () => act(new Person(product.origin))));
  }
}

const lastCode = async (email: string) =>
  (await product.mails.to(email)).map(codeOf).findLast((found) => found !== undefined) ?? "";

test(
  "strangers spend the owner's budgets, and right secrets are taken all the same",
  async () => {
    let refused = 0;
    const { email } = await newMember(product);

    // Sign-in: wrong passwords from everywhere, then the owner's new browser.
    await byStrangers((stranger) => signInAs(stranger, email, "Wrong-Pass1"));
    const phone = new Person(product.origin);
    const begun = await signInAs(phone, email);
    if (begun.status !== 200) refused += 1;
    await jobsDone(product.pool);
    const entered = await phone.attempt(confirmOtp, { body: { code: await lastCode(email) } });
    if (entered.status !== 200) refused += 1;

    // Reset: strangers ask for mails and guess at codes; the link of any of those mails works.
    await byStrangers(async (stranger) => {
      await stranger.attempt(forgotPassword, { body: { email, locale: "en" } });
      const body = { email, code: "000000", password: next };
      await stranger.attempt(forgotPasswordSetting, { body });
    });
    await jobsDone(product.pool);
    const texts = (await product.mails.to(email)).map(({ text }) => text);
    const token = texts
      .map((text) => /change-password\?token=([\w-]{43})/.exec(text)?.[1])
      .findLast((found) => found !== undefined);
    const reset = await phone.attempt(forgotPasswordSetting, {
      body: { token: token ?? "", password: next },
    });
    if (reset.status !== 200) refused += 1;

    // Sign-up: strangers have an address mailed and guess; its owner's link works.
    const other = newEmail();
    await byStrangers(async (stranger) => {
      await stranger.attempt(signUp, { body: { email: other, plan: "free", locale: "en" } });
      await stranger.attempt(confirmSignUp, { body: { code: "000000" } });
    });
    await jobsDone(product.pool);
    const mails = await product.mails.to(other);
    const link = mails
      .map(({ text }) => /register-verification\?token=([\w-]{43})/.exec(text)?.[1])
      .findLast((found) => found !== undefined);
    const proved = await new Person(product.origin).attempt(confirmSignUp, {
      body: { token: link ?? "" },
    });
    if (proved.status !== 200) refused += 1;

    report("30", {
      strangers,
      "right secrets refused": refused,
      "mails to an address nobody had proved": mails.length,
    });
    expect(password).not.toBe(next);
    expect(refused).toBe(0);
    expect(mails.length).toBeLessThanOrEqual(6);
  },
  patience,
);
