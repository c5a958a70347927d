import type { ClientStorage, StoredItems } from "@sekimori/kit-web/storage/client-storage";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { expect, test, vi } from "vitest";
import { pageRules, type RoutedPage } from "../routing/page-rules.ts";
import { createSession } from "./session.ts";
import { storedItems, tabItems } from "./stored-items.ts";

const now = Date.UTC(2026, 10, 21);

function memoryOf<Items extends StoredItems>(checks: Items): ClientStorage<Items> {
  const items = new Map<string, unknown>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const storage: ClientStorage<Items> = {
    read: (name) => items.get(name) as never,
    write(name, value) {
      if (value === undefined) items.delete(name);
      else items.set(name, checks[name]?.(value));
      changed();
    },
    merge: (name, update) =>
      storage.write(name, { ...(storage.read(name) as object), ...update } as never),
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

const inMemory = () => memoryOf(storedItems);
const aTab = () => memoryOf(tabItems);

test("a flow is authorised for eight hours, known, and not logged in", () => {
  const session = createSession(inMemory(), aTab(), () => now);
  session.flowStarted({ email_address: "a@example.jp" }, "/account/register-verification");
  expect(session.expiry()).toBe(now + sessionLifetimeMs);
  expect(session.account()).toEqual({ email_address: "a@example.jp", is_agree_service: false });
  expect(session.isLoggedIn()).toBe(false);
  expect(session.step()).toBe("/account/register-verification");
});

test("a completed sign-in leaves no flow behind and leads to My Page", () => {
  const storage = inMemory();
  const session = createSession(storage, aTab(), () => now);
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
  const session = createSession(inMemory(), aTab(), () => now);
  session.returnTo("/authorize?interaction=abc");
  session.flowStarted({ email_address: "a@example.jp" }, "/otp");
  expect(session.step()).toBe("/otp");
  const next = session.signedIn();
  expect(next).toBe("/authorize?interaction=abc");
  expect(session.step()).toBeUndefined();
});

test.each([
  "/third-party/karte/site/list?page=2",
  "/change-email/verify",
  "/notices",
  "/notices/notice?id=1",
  "/setting/security/upgrade",
])("a completed sign-in shows the page that had needed it: %s", (page) => {
  const session = createSession(inMemory(), aTab(), () => now);
  session.returnTo(page);
  session.flowStarted({ email_address: "a@example.jp" }, "/otp");
  expect(session.signedIn()).toBe(page);
});

test.each(
  Object.entries(pageRules)
    .filter(([, { access }]) => access === "login")
    .map(([name]) => pagePaths[name as RoutedPage]),
)("each page for members is shown after the sign-in that it needs: %s", (page) => {
  const session = createSession(inMemory(), aTab(), () => now);
  session.returnTo(`${page}?id=1`);
  session.flowStarted({ email_address: "a@example.jp" }, "/otp");
  expect(session.signedIn()).toBe(`${page}?id=1`);
});

test("a page that needs no sign-in does not push out the one that waits for it", () => {
  const session = createSession(inMemory(), aTab(), () => now);
  session.returnTo("/third-party/karte/inventory");
  session.returnTo("/account/payment-info");
  expect(session.signedIn()).toBe("/third-party/karte/inventory");
});

test("two tabs return each to its own page, and one sign-in serves both", () => {
  const storage = inMemory();
  const [one, other] = [
    createSession(storage, aTab(), () => now),
    createSession(storage, aTab(), () => now),
  ];
  one.returnTo("/authorize?interaction=one");
  other.returnTo("/authorize?interaction=other");
  expect(one.signedIn()).toBe("/authorize?interaction=one");
  expect(other.isLoggedIn()).toBe(true);
  expect(other.takeWaitingPage()).toBe("/authorize?interaction=other");
  expect(other.takeWaitingPage()).toBeUndefined();
});

test("opening the portal's own sign-in abandons what a tab began, a reload or sign-out elsewhere does not", () => {
  const session = createSession(inMemory(), aTab(), () => now);
  session.returnTo("/authorize?interaction=abc");
  session.leavesForSignOut();
  session.openedAtSignIn();
  expect(session.waitingPage()).toBe("/authorize?interaction=abc");
  session.openedAtSignIn();
  expect(session.signedIn()).toBe("/setting/security");
});

test("the end of a session wipes it and is remembered when it was not wanted", () => {
  const storage = inMemory();
  const session = createSession(storage, aTab(), () => now);
  session.signedIn();
  session.flowMovedTo("/account/agreement");
  session.pendingSignIn = { email: "a@example.jp" };
  storage.write("csrf", "token");
  session.ended("expired");
  expect([session.account(), session.expiry(), storage.read("csrf")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([session.isLoggedIn(), session.step(), session.pendingSignIn]).toEqual([
    false,
    undefined,
    undefined,
  ]);
  expect(session.unauthorised()).toBe(true);
  expect(session.lastEnd()).toBe("expired");
  session.signedIn();
  expect(session.lastEnd()).toBeUndefined();
});

test("a sign-in in another tab lifts the 401 flag of this one", () => {
  const storage = inMemory();
  const session = createSession(storage, aTab(), () => now);
  session.flagUnauthorised();
  expect(session.unauthorised()).toBe(true);
  storage.write("authorizedExpiry", now + 1);
  expect(session.unauthorised()).toBe(false);
});

test("listeners hear of sign-in and sign-out, not of every stored item", () => {
  const storage = inMemory();
  const session = createSession(storage, aTab(), () => now);
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
  const session = createSession(inMemory(), aTab(), () => now);
  session.signedIn();
  session.lasts(remaining);
  expect(session.expiry()).toBe(now + lasts);
});

test("what the server says of a session begins none", () => {
  const session = createSession(inMemory(), aTab(), () => now);
  session.lasts(1_000);
  expect(session.expiry()).toBeUndefined();
});

test("the wizard's number of steps stays in its tab, until another flow begins there", () => {
  const storage = inMemory();
  const session = createSession(storage, aTab(), () => now);
  const other = createSession(storage, aTab(), () => now);
  session.wantsSteps("4");
  session.wantsSteps("nonsense");
  expect([session.totalStep(), other.totalStep()]).toEqual(["4", undefined]);
  session.flowStarted({ email_address: "a@example.jp" }, "/account/register-verification");
  expect(session.totalStep()).toBeUndefined();
  session.wantsSteps("5");
  session.ended("signed-out");
  expect(session.totalStep()).toBeUndefined();
});

test.each([
  ["signed-out", "signed-out"],
  ["expired", "expired"],
  ["left", undefined],
] as const)("a session that ended as %s is told of as %s", (reason, told) => {
  const session = createSession(inMemory(), aTab(), () => now);
  session.ended(reason);
  expect(session.lastEnd()).toBe(told);
  session.signedIn();
  expect(session.lastEnd()).toBeUndefined();
});
