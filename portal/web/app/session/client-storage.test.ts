import { expect, test, vi } from "vitest";
import { createClientStorage } from "./client-storage.ts";

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

test("keeps an item and gives the same object until it changes", () => {
  const storage = createClientStorage(memoryStorage());
  storage.write("authenticationStep", { path: "/account/register-info" });
  const first = storage.read("authenticationStep");
  expect(first).toEqual({ path: "/account/register-info" });
  expect(storage.read("authenticationStep")).toBe(first);
});

test("merges an update of the account into what is known", () => {
  const storage = createClientStorage(memoryStorage());
  storage.merge("accountInfo", { email_address: "a@example.jp", is_agree_service: false });
  storage.merge("accountInfo", { is_agree_service: true });
  expect(storage.read("accountInfo")).toEqual({
    email_address: "a@example.jp",
    is_agree_service: true,
  });
});

test.each([
  ["authorizedExpiry", '"soon"'],
  ["authorizedExpiry", "{"],
  ["language", '"fr"'],
  ["authenticationStep", '{"path":"//evil.example"}'],
  ["authenticationStep", '{"path":"/\\\\evil.example"}'],
  ["authenticationStep", '{"path":"https://evil.example"}'],
  ["paymentInfo", '{"last4":"4242424242424242"}'],
] as const)("takes a stored %s of %s for absent", (name, text) => {
  const raw = memoryStorage();
  raw.setItem(name, text);
  expect(createClientStorage(raw).read(name)).toBeUndefined();
});

test("drops what an item has no place for, a password above all", () => {
  const raw = memoryStorage();
  const storage = createClientStorage(raw);
  const account = { email_address: "a@example.jp", password: "Secret-123" };
  storage.write("accountInfo", account);
  storage.merge("paymentInfo", { brand: "visa", cvv: "123" } as { brand: string });
  expect(raw.getItem("accountInfo")).toBe('{"email_address":"a@example.jp"}');
  expect(raw.getItem("paymentInfo")).toBe('{"brand":"visa"}');
});

test("wipes everything, also what others put there", () => {
  const raw = memoryStorage();
  const storage = createClientStorage(raw);
  storage.write("csrf", "token");
  raw.setItem("foreign", "1");
  storage.clear();
  expect(raw.length).toBe(0);
  expect(storage.read("csrf")).toBeUndefined();
});

test("tells listeners of changes here and in other tabs", () => {
  const raw = memoryStorage();
  let another: ((event: StorageEvent) => void) | undefined;
  const events = {
    addEventListener: (_type: string, listener: (event: StorageEvent) => void) => {
      another = listener;
    },
  } as unknown as Window;
  const storage = createClientStorage(raw, events);
  const heard = vi.fn();
  const stop = storage.subscribe(heard);
  storage.write("security24", true);
  raw.setItem("language", '"en"');
  another?.({ storageArea: raw } as StorageEvent);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(storage.read("language")).toBe("en");
  stop();
  storage.clear();
  expect(heard).toHaveBeenCalledTimes(2);
});

test("works in memory where the browser refuses storage", () => {
  const refusing = new Proxy(memoryStorage(), {
    get: () => () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
  const storage = createClientStorage(refusing);
  storage.write("language", "en");
  expect(storage.read("language")).toBe("en");
  storage.clear();
  expect(storage.read("language")).toBeUndefined();
});
