import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import { expect, test, vi } from "vitest";
import type { ClientStorage } from "./client-storage.ts";
import { createSession } from "./session.ts";
import type { StoredName } from "./stored-items.ts";

const now = Date.UTC(2026, 10, 21);

function inMemory(): ClientStorage {
  const items = new Map<StoredName, unknown>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const storage: ClientStorage = {
    read: (name) => items.get(name) as never,
    write(name, value) {
      if (value === undefined) items.delete(name);
      else items.set(name, value);
      changed();
    },
    merge: (name, update) => storage.write(name, { ...storage.read(name), ...update } as never),
    clear() {
      items.clear();
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return storage;
}

test("a flow is authorised for eight hours, known, and not logged in", () => {
  const session = createSession(inMemory(), () => now);
  session.flowStarted({ email_address: "a@example.jp" }, "/account/register-verification");
  expect(session.expiry()).toBe(now + sessionLifetimeMs);
  expect(session.account()).toEqual({ email_address: "a@example.jp", is_agree_service: false });
  expect(session.isLoggedIn()).toBe(false);
  expect(session.step()).toBe("/account/register-verification");
});

test("a completed sign-in leaves no flow behind and leads to My Page", () => {
  const storage = inMemory();
  const session = createSession(storage, () => now);
  session.flowStarted({ email_address: "a@example.jp" }, "/account/agreement");
  storage.write("paymentInfo", { last4: "4242" });
  session.pendingSignIn = { email: "a@example.jp" };
  expect(session.signedIn(new Date(now + 1000).toISOString())).toBe("/setting/security");
  expect(session.isLoggedIn()).toBe(true);
  expect(session.expiry()).toBe(now + 1000);
  expect([session.step(), session.pendingSignIn, storage.read("paymentInfo")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a completed sign-in goes on with the application's request that waited for it", () => {
  const session = createSession(inMemory(), () => now);
  session.flowMovedTo("/authorize?interaction=abc");
  session.flowStarted({ email_address: "a@example.jp" }, "/otp");
  const next = session.signedIn(new Date(now + 1000).toISOString());
  expect(next).toBe("/authorize?interaction=abc");
  expect(session.step()).toBeUndefined();
});

test.each(["/third-party/karte/site/list?page=2", "/change-email/verify"])(
  "a completed sign-in shows the page that had needed it: %s",
  (page) => {
    const session = createSession(inMemory(), () => now);
    session.returnTo(page);
    session.flowStarted({ email_address: "a@example.jp" }, "/otp");
    expect(session.signedIn(new Date(now + 1000).toISOString())).toBe(page);
  },
);

test("the end of a session wipes it and is remembered when it was not wanted", () => {
  const storage = inMemory();
  const session = createSession(storage, () => now);
  session.signedIn(new Date(now + 1000).toISOString());
  storage.write("csrf", "token");
  session.ended("expired");
  expect([session.account(), session.expiry(), storage.read("csrf")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(session.unauthorised()).toBe(true);
  expect(session.hasExpired()).toBe(true);
  session.signedIn(new Date(now + 1000).toISOString());
  expect(session.hasExpired()).toBe(false);
});

test("a sign-in in another tab lifts the 401 flag of this one", () => {
  const storage = inMemory();
  const session = createSession(storage, () => now);
  session.flagUnauthorised();
  expect(session.unauthorised()).toBe(true);
  storage.write("authorizedExpiry", now + 1);
  expect(session.unauthorised()).toBe(false);
});

test("listeners hear of sign-in and sign-out, not of every stored item", () => {
  const storage = inMemory();
  const session = createSession(storage, () => now);
  const heard = vi.fn();
  session.subscribe(heard);
  storage.write("csrf", "token");
  expect(heard).not.toHaveBeenCalled();
  storage.write("authorizedExpiry", now + 1);
  expect(heard).toHaveBeenCalledTimes(1);
  session.ended("signed-out");
  expect(heard).toHaveBeenCalledTimes(2);
});
