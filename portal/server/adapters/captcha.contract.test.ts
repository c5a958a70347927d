import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestDatabase } from "@sekimori/kit-development/testing";
import { createLimiter } from "@sekimori/kit-server/limits";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { describe, expect, test } from "vitest";
import type { Captcha } from "../ports/captcha.ts";
import { altchaCaptcha } from "./altcha-captcha.ts";
import { siteverifyCaptcha } from "./siteverify-captcha.ts";

interface Subject {
  readonly captcha: Captcha;
  /** A token as a person's browser gets one for an action. */
  solve(action: string): Promise<string>;
  close(): Promise<void>;
}

async function altcha(): Promise<Subject> {
  const database = await createTestDatabase([]);
  const limiter = createLimiter(database.pipeline, "a key for tests");
  const captcha = altchaCaptcha({ secret: "a secret of the test", limiter, keyPrefix: "00" });
  return {
    captcha,
    async solve(action) {
      const challenge = (await captcha.newChallenge(action)) as never;
      const solution = await solveChallenge({ challenge, deriveKey });
      return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
    },
    async close() {
      limiter.close();
      await database.close();
    },
  };
}

/** Stands in for the company: knows the tokens it gave out, and takes each once. */
async function company(kind: "recaptcha" | "turnstile"): Promise<Subject> {
  const given = new Map<string, string>();
  let count = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const token = form.get("response") ?? "";
    const action = given.get(token);
    const success = form.get("secret") === "right" && given.delete(token);
    response.end(JSON.stringify({ success, action, score: 0.9 }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
  return {
    captcha: siteverifyCaptcha({ kind, siteKey: "site", secretKey: "right", url }),
    async solve(action) {
      count += 1;
      given.set(`token-${count}`, action);
      return `token-${count}`;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

describe.each([
  ["altcha", altcha],
  ["recaptcha", () => company("recaptcha")],
  ["turnstile", () => company("turnstile")],
] as const)("%s", (kind, start) => {
  test("passes a solved token once, and nothing else", async () => {
    const subject = await start();
    try {
      const { captcha } = subject;
      expect(captcha.kind).toBe(kind);
      const token = await subject.solve("login");
      expect(await captcha.verify(token, "login")).toBe(true);
      expect(await captcha.verify(token, "login")).toBe(false);
      for (const wrong of [undefined, "", "x", Buffer.from("{}").toString("base64"), "{}"]) {
        expect(await captcha.verify(wrong, "login")).toBe(false);
      }
    } finally {
      await subject.close();
    }
  });

  test("refuses a token that was made for another action", async () => {
    const subject = await start();
    try {
      expect(await subject.captcha.verify(await subject.solve("other"), "login")).toBe(false);
      expect(await subject.captcha.verify(await subject.solve("other"), "other")).toBe(true);
    } finally {
      await subject.close();
    }
  });

  test("raced with one token passes once", async () => {
    const subject = await start();
    try {
      const token = await subject.solve("login");
      const verdicts = await Promise.all(
        Array.from({ length: 10 }, () => subject.captcha.verify(token, "login")),
      );
      expect(verdicts.filter(Boolean)).toHaveLength(1);
    } finally {
      await subject.close();
    }
  });
});

test("altcha refuses a challenge whose action was changed or taken out after it was signed", async () => {
  const own = await altcha();
  try {
    for (const data of [{ action: "login" }, {}, undefined]) {
      const { challenge, solution } = JSON.parse(
        Buffer.from(await own.solve("other"), "base64").toString(),
      );
      const changed = { ...challenge, parameters: { ...challenge.parameters, data } };
      const token = Buffer.from(JSON.stringify({ challenge: changed, solution }));
      expect(await own.captcha.verify(token.toString("base64"), "login")).toBe(false);
    }
  } finally {
    await own.close();
  }
});

test("altcha refuses a challenge that another secret signed or that was made easier", async () => {
  const [own, other] = [await altcha(), await altcha()];
  try {
    const limiter = {
      consume: async () => ({ points: 1, left: 0, until: 0 }),
      forgive: async () => {},
      close: () => {},
    };
    const stranger = altchaCaptcha({ secret: "another secret", limiter, keyPrefix: "0" });
    const challenge = (await stranger.newChallenge("login")) as never;
    const solution = await solveChallenge({ challenge, deriveKey });
    const forged = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
    expect(await own.captcha.verify(forged, "login")).toBe(false);
  } finally {
    await own.close();
    await other.close();
  }
});

test("a company that checks a token made for another action, or a script's, says no", async () => {
  const answers = [
    { success: true, action: "other", score: 0.9 },
    { success: true, action: "login", score: 0.1 },
    { success: true, action: "login" },
  ];
  const server = createServer((_request, response) => {
    response.end(JSON.stringify(answers.shift()));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const captcha = siteverifyCaptcha({ kind: "recaptcha", siteKey: "s", secretKey: "k", url });
  const verdicts = [];
  for (let index = 0; index < 3; index += 1) verdicts.push(await captcha.verify("t", "login"));
  expect(verdicts).toEqual([false, false, false]);
  await new Promise((resolve) => server.close(resolve));
  await expect(captcha.verify("t", "login")).rejects.toMatchObject({ type: "Unavailable" });
});
