import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "./endpoints/all.ts";
import { karteEndpoint } from "./endpoints/declare.ts";
import { karteErrors } from "./errors.ts";
import { rights } from "./rights.ts";

describe("the contract of karte", () => {
  test("has one endpoint for each name and for each method and path", () => {
    const names = allEndpoints.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(30);
    expect(new Set(names).size).toBe(names.length);
    const calls = allEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });

  test("gives every error a sentence of its own", () => {
    const messages = Object.values(karteErrors).map(({ message }) => message);
    expect(messages.length).toBeGreaterThan(30);
    expect(new Set(messages).size).toBe(messages.length);
    for (const message of messages) expect(message).toMatch(/^[A-Z].+ .+\.$/);
  });

  test("lists only errors that have a status", () => {
    for (const { errors } of allEndpoints) {
      for (const type of errors) expect(karteErrors).toHaveProperty(type);
    }
  });

  test("asks for a right of the table on every call but the session's and four that anybody makes", () => {
    const open = ["getSite", "showMaintenance", "lookAtInvitation", "changeDigestSubscription"];
    for (const { access, name } of allEndpoints) {
      if (access === "person" || open.includes(name)) continue;
      expect(rights, name).toHaveProperty([access]);
    }
  });

  test("gives every write a limit and, where it carries one, a strict body", () => {
    for (const { method, name, body, limits } of allEndpoints) {
      if (method === "GET") continue;
      expect(limits.length, name).toBeGreaterThan(0);
      if (method !== "DELETE") expect(body, name).toBeDefined();
    }
  });

  test("has every change of a record name what was read, but where nothing that is shown is edited", () => {
    const others = {
      changeAlertChoice: "a person's own switches, each sent alone",
      chooseColumns: "a person's own choice, made where it is seen",
      judgeAsset: "an act from a list, one of a few states",
      scanNewHosts: "an act by itself, agreed to or not",
      orderPolicies: "names all of them, and each move is sent alone",
      changeTicketSystem: "the screen only replaces the key",
      changeWebhook: "the screen only switches it on and off",
    };
    const without = allEndpoints
      .filter(({ method }) => method === "PUT")
      .filter(({ body }) => !(body instanceof z.ZodObject) || !("was" in body.shape))
      .map(({ name }) => name);
    expect(without.toSorted()).toEqual(Object.keys(others).toSorted());
  });

  test("lets nobody make more calls than a person, an office or its programs do", () => {
    /** By one, in ten minutes. */
    const most = {
      network: 60,
      account: 1200,
      flow: 0,
      attempt: 0,
      recipient: 0,
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
    karteEndpoint({
      name: "unlimited",
      method: "POST",
      path: "/unlimited",
      tag: "Test",
      summary: "Has no limit.",
      access: "see",
      response: z.object({}),
      errors: [],
      limits: [],
    });
  });
});
