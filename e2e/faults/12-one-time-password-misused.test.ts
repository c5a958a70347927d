import { confirmOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { expect, test } from "vitest";
import { report } from "./support/figures.ts";
import { newMember, signInAs } from "./support/journeys.ts";
import { Person } from "./support/person.ts";
import { standingProduct } from "./support/standing.ts";

const product = standingProduct();

test("a one-time password counts once, and for its own sign-in only", async () => {
  const { email, person } = await newMember(product);
  await person.call(mfaSetting, { body: { enabled: true } });
  const waiting = async () => {
    const browser = new Person(product.origin);
    await signInAs(browser, email);
    return { browser, code: await product.mails.code(email) };
  };
  const first = await waiting();
  let second = await waiting();
  // One pair in a million is the same by chance.
  while (second.code === first.code) second = await waiting();

  const foreign = await second.browser.attempt(confirmOtp, { body: { code: first.code } });
  const held = new Map(first.browser.cookies);
  const racers = Array.from({ length: 20 }, () => first.browser.tab());
  const uses = await Promise.all(
    racers.map((racer) => racer.attempt(confirmOtp, { body: { code: first.code } })),
  );
  const replayed = await new Person(product.origin, { cookies: held }).attempt(confirmOtp, {
    body: { code: first.code },
  });
  const accepted = uses.filter(({ status }) => status === 200).length;
  const misused = [foreign, replayed].filter(({ status }) => status === 200).length;
  report("12", { "parallel uses": uses.length, accepted, "misuses accepted": misused });
  expect([accepted, misused]).toEqual([1, 0]);
});
