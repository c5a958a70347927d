import { describe, expect, test } from "vitest";
import { allEndpoints } from "./endpoints/all.ts";
import { consoleErrors } from "./errors.ts";
import { acts, actsOf, mayDo, rights, roles } from "./rights.ts";

describe("the contract of the console", () => {
  test("has one endpoint for each name and for each method and path", () => {
    const names = allEndpoints.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const calls = allEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
    expect(calls.length).toBeGreaterThan(6);
  });

  test("gives every error a sentence of its own and lists only those", () => {
    const messages = Object.values(consoleErrors).map(({ message }) => message);
    expect(new Set(messages).size).toBe(messages.length);
    for (const message of messages) expect(message).toMatch(/^[A-Z].+ .+\.$/);
    for (const { errors } of allEndpoints) {
      for (const type of errors) expect(consoleErrors).toHaveProperty(type);
    }
  });

  test("says in no address who or what is looked for, nor why", () => {
    // A price is about nobody.
    const ofNobody = ["previewPriceMail"];
    const others = allEndpoints.filter(({ name }) => !ofNobody.includes(name));
    for (const { name, path, query, params } of others) {
      expect([query, params, path.includes(":")], name).toEqual([undefined, undefined, false]);
    }
  });

  test("limits every call by the person who makes it", () => {
    for (const { name, limits } of allEndpoints) {
      expect(
        limits.map(({ by }) => by),
        name,
      ).toEqual(["account"]);
      const [{ points = 0, seconds = 1 } = {}] = limits;
      expect(points / seconds, name).toBeLessThanOrEqual(1);
    }
  });

  test("opens each act to some role and to no made-up one, and several roles add up", () => {
    for (const act of acts) {
      const opening: readonly string[] = rights[act];
      expect(opening.length, act).toBeGreaterThan(0);
      for (const role of opening) expect(roles).toContain(role);
      expect(mayDo([], act)).toBe(false);
    }
    expect(actsOf(["auditor"])).toEqual([
      "find-members",
      "see-member",
      "see-staff",
      "see-requests",
      "withdraw-requests",
      "see-month",
      "export-month",
      "see-work",
      "see-funnel",
      "see-prices",
      "see-keys",
      "see-maintenance",
    ]);
    expect(actsOf(["administrator", "support", "billing", "security"])).toEqual(acts);
  });
});
