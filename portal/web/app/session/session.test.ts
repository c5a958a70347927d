import type { ClientStorage } from "@sekimori/kit-web/storage/client-storage";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import { expect, test, vi } from "vitest";
import { createSession } from "./session.ts";
import type { storedItems } from "./stored-items.ts";

const now = Date.UTC(2026, 10, 21);

function inMemory(): ClientStorage<typeof storedItems> {
  const items = new Map<string, unknown>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const storage: ClientStorage<typeof storedItems> = {
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
  expect(session.signedIn()).toBe("/setting/security");
  expect(session.isLoggedIn()).toBe(true);
  expect(session.expiry()).toBe(now + sessionLifetimeMs);
  expect([session.step(), session.pendingSignIn, storage.read("paymentInfo")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a completed sign-in goes on with the application's request that waited for it", () => {
  const session = createSession(inMemory(), () => now);
  session.returnTo("/authorize?interaction=abc");
  session.flowStarted({ email_address: "a@example.jp" }, "/otp");
  expect(session.step()).toBe("/otp");
  const next = session.signedIn();
  expect(next).toBe("/authorize?interaction=abc");
  expect(session.step()).toBeUndefined();
});

test.each(["/third-party/karte/site/list?page=2", "/change-email/verify"])(
  "a completed sign-in shows the page that had needed it: %s",
  (page) => {
    const session = createSession(inMemory(), () => now);
    session.returnTo(page);
    session.flowStarted({ email_address: "a@example.jp" }, "/otp");
    expect(session.signedIn()).toBe(page);
  },
);

test("a page that needs no sign-in does not push out the one that waits for it", () => {
  const session = createSession(inMemory(), () => now);
  session.returnTo("/third-party/karte/inventory");
  session.returnTo("/account/payment-info");
  expect(session.signedIn()).toBe("/third-party/karte/inventory");
});

test("the end of a session wipes it and is remembered when it was not wanted", () => {
  const storage = inMemory();
  const session = createSession(storage, () => now);
  session.signedIn();
  storage.write("csrf", "token");
  session.ended("expired");
  expect([session.account(), session.expiry(), storage.read("csrf")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(session.unauthorised()).toBe(true);
  expect(session.hasExpired()).toBe(true);
  session.signedIn();
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

test.each([
  ["the server's clock was moved on", 5 * 60_000, 5 * 60_000],
  ["it lasts as long as is known", sessionLifetimeMs - 1_000, sessionLifetimeMs],
  ["it is not prolonged by that", 24 * 3_600_000, sessionLifetimeMs],
])("a session lasts as long as the server says: %s", (_, remaining, lasts) => {
  const session = createSession(inMemory(), () => now);
  session.signedIn();
  session.lasts(remaining);
  expect(session.expiry()).toBe(now + lasts);
});

test("what the server says of a session begins none", () => {
  const session = createSession(inMemory(), () => now);
  session.lasts(1_000);
  expect(session.expiry()).toBeUndefined();
});
