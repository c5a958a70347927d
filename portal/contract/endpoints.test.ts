import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "./endpoints/all.ts";
import { portalEndpoint } from "./endpoints/declare.ts";
import { portalErrors } from "./errors.ts";

/** Changes whose last word counts, with the reason. */
const ofTheLastWord = new Map([
  ["renamePasskey", "a name for its owner's eyes, which nobody else writes and nothing depends on"],
]);

describe("the contract", () => {
  test("has every change of a record name what was read", () => {
    const changes = allEndpoints.filter(({ method }) => method === "PUT");
    expect(changes.map(({ name }) => name)).toContain("changeRegisteredDetails");
    for (const { name, body } of changes) {
      const namesRead = body instanceof z.ZodObject && "was" in body.shape;
      expect(namesRead, name).toBe(!ofTheLastWord.has(name));
    }
  });

  test("names every call of specification 7", () => {
    const declared = new Set(allEndpoints.map(({ method, path }) => `${method} ${path}`));
    for (const call of [
      "GET /v1/profile/my-profile",
      "PUT /v1/profile/my-profile",
      "POST /v1/profile/change-language",
      "GET /v1/sso/gmoid/signin",
      "GET /v1/sso/gmoid/signup",
      "GET /v1/sso/gmoid/callback",
      "POST /v1/idp/sign-up",
      "POST /v1/idp/sign-up-with-card",
      "POST /v1/idp/confirm-signup",
      "POST /v1/idp/resend-confirm-sign-up-code",
      "POST /v1/idp/forgot-password",
      "POST /v1/idp/forgot-password-setting",
      "POST /v1/idp/sign-in",
      "GET /v1/idp/service",
      "POST /v1/idp/service/agree-consent",
      "POST /v1/idp/mfa/confirm-otp",
      "POST /v1/idp/mfa/resend-otp",
      "POST /v1/idp/mfa/setting",
      "POST /v1/idp/change-email",
      "POST /v1/idp/confirm-change-email",
      "POST /v1/idp/change-password",
      "POST /v1/idp/edit-info",
      "GET /v1/notice",
    ]) {
      expect(declared).toContain(call);
    }
  });

  test("has one endpoint for each name and for each method and path", () => {
    const names = allEndpoints.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const calls = allEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });

  test("gives every error a sentence of its own", () => {
    const messages = Object.values(portalErrors).map(({ message }) => message);
    expect(messages.length).toBeGreaterThan(30);
    expect(new Set(messages).size).toBe(messages.length);
    for (const message of messages) expect(message).toMatch(/^[A-Z].+ .+\.$/);
  });

  test("lists only errors that have a status", () => {
    for (const { errors } of allEndpoints) {
      for (const type of errors) expect(portalErrors).toHaveProperty(type);
    }
  });

  test("gives every write a body schema, so that no unknown field passes", () => {
    for (const { method, name, body } of allEndpoints) {
      if (method === "POST" || method === "PUT") expect(body, name).toBeDefined();
    }
  });

  test("lets nobody make more calls than a person, an office or its programs do", () => {
    /** By one, in ten minutes. */
    const most = {
      network: 240,
      account: 120,
      flow: 60,
      attempt: 30,
      recipient: 12,
      application: 0,
    } as const;
    const beyond = allEndpoints.flatMap(({ name, limits }) =>
      limits
        .filter(({ by, points, seconds }) => points > most[by] || points * 600 > most[by] * seconds)
        .map(({ by, points, seconds }) => `${name} by ${by}: ${points} in ${seconds} s`),
    );
    expect(beyond).toEqual([]);
  });

  test("has no call without a limit: neither by number nor by what runs at once", () => {
    for (const { name, limits, load } of allEndpoints) {
      expect(limits.length > 0 || load !== undefined, name).toBe(true);
    }
    for (const { name, method, load } of allEndpoints) {
      if (method === "GET") expect(load, name).toBeDefined();
    }
  });

  test("refuses a declaration that names none", () => {
    // @ts-expect-error a list of limits that is empty, and no class of load
    portalEndpoint({
      name: "unlimited",
      method: "POST",
      path: "/unlimited",
      tag: "Test",
      summary: "Has no limit.",
      access: "account",
      response: z.object({}),
      errors: [],
      limits: [],
    });
  });
});
