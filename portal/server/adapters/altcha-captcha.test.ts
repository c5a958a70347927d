import { setTimeout } from "node:timers/promises";
import { createTestDatabase } from "@sekimori/kit-development/testing";
import { createLimiter } from "@sekimori/kit-server/limits";
import { expect, test } from "vitest";
import { createPasswordHasher } from "../features/credentials/password-hashing.ts";
import { altchaCaptcha } from "./altcha-captcha.ts";

test("the proof of work rises while passwords queue up, and falls when they are done", async () => {
  const database = await createTestDatabase([]);
  const limiter = createLimiter(database.pipeline, "a secret of this test alone, nothing else");
  const passwords = await createPasswordHasher(undefined);
  const captcha = altchaCaptcha({
    secret: "s".repeat(32),
    limiter,
    isCongested: passwords.isCongested,
  });
  const workNow = async () => (await captcha.newChallenge("login"))?.parameters.keyPrefix;

  expect(await workNow()).toBe("000");
  let isFlooded = true;
  // Each asks again as soon as it is answered, or refused.
  const flood = Array.from({ length: 200 }, async () => {
    while (isFlooded) {
      await passwords.hash("Some-Pass1").catch(() => setTimeout(20));
    }
  });
  await expect.poll(workNow).toBe("0000");
  isFlooded = false;
  await Promise.all(flood);
  await expect.poll(workNow).toBe("000");
  limiter.close();
  await database.close();
});
