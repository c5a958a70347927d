import { createTestDatabase } from "@sekimori/kit-development/testing";
import { createLimiter } from "@sekimori/kit-server/limits";
import { expect, test } from "vitest";
import { createPasswordHasher } from "../features/credentials/password-hashing.ts";
import { altchaCaptcha } from "./altcha-captcha.ts";

test("the proof of work rises while passwords queue up, and falls when they are done", async () => {
  const database = await createTestDatabase([]);
  const limiter = createLimiter(database.pipeline, "a secret of this test alone, nothing else");
  const passwords = await createPasswordHasher(undefined);
  const captcha = altchaCaptcha({ secret: "s".repeat(32), limiter, load: passwords.load });
  const workNow = async () => (await captcha.newChallenge())?.parameters.keyPrefix;

  expect(await workNow()).toBe("000");
  const flood: Promise<string>[] = [];
  while (passwords.load() < 0.7) flood.push(passwords.hash("Some-Pass1"));
  expect(flood.length).toBeGreaterThan(10);
  expect(await workNow()).toBe("0000");
  await Promise.allSettled(flood);
  expect(await workNow()).toBe("000");
  limiter.close();
  await database.close();
});
