import { expect, test, vi } from "vitest";
import { isBoolean, isLocale, isPositive, isText, pageWithin, partial } from "./checks.ts";
import { createClientStorage, openStorage } from "./client-storage.ts";

const items = {
  end: isPositive,
  language: isLocale,
  token: isText(),
  waiting: pageWithin("/inner"),
  person: partial({ email: isText(), agreed: isBoolean, last4: isText(/^\d{4}$/) }),
};

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
  const storage = createClientStorage(items, memoryStorage());
  storage.write("waiting", { path: "/inner/page" });
  const first = storage.read("waiting");
  expect(first).toEqual({ path: "/inner/page" });
  expect(storage.read("waiting")).toBe(first);
});

test("merges an update into what is known", () => {
  const storage = createClientStorage(items, memoryStorage());
  storage.merge("person", { email: "a@example.jp", agreed: false });
  storage.merge("person", { agreed: true });
  expect(storage.read("person")).toEqual({
    email: "a@example.jp",
    agreed: true,
  });
});

test.each([
  ["end", '"soon"'],
  ["end", "{"],
  ["language", '"fr"'],
  ["waiting", '{"path":"//evil.example"}'],
  ["waiting", '{"path":"/\\\\evil.example"}'],
  ["waiting", '{"path":"https://evil.example"}'],
  ["waiting", '{"path":"/other"}'],
  ["waiting", '{"path":"/inner/../other"}'],
  ["waiting", '{"path":"/inner/%2e%2e/other"}'],
  ["person", '{"last4":"4242424242424242"}'],
] as const)("takes a stored %s of %s for absent", (name, text) => {
  const raw = memoryStorage();
  raw.setItem(name, text);
  expect(createClientStorage(items, raw).read(name)).toBeUndefined();
});

test("drops what an item has no place for", () => {
  const raw = memoryStorage();
  const storage = createClientStorage(items, raw);
  const person = { email: "a@example.jp", password: "Secret-123" };
  storage.write("person", person);
  expect(raw.getItem("person")).toBe('{"email":"a@example.jp"}');
});

test("wipes everything, also what others put there", () => {
  const raw = memoryStorage();
  const storage = createClientStorage(items, raw);
  storage.write("token", "token");
  raw.setItem("foreign", "1");
  storage.clear();
  expect(raw.length).toBe(0);
  expect(storage.read("token")).toBeUndefined();
});

test("tells listeners of changes here and in other tabs", () => {
  const raw = memoryStorage();
  let another: ((event: StorageEvent) => void) | undefined;
  const events = {
    addEventListener: (_type: string, listener: (event: StorageEvent) => void) => {
      another = listener;
    },
  } as unknown as Window;
  const storage = createClientStorage(items, raw, events);
  const heard = vi.fn();
  const stop = storage.subscribe(heard);
  storage.write("end", 1);
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
  const storage = createClientStorage(items, refusing);
  storage.write("language", "en");
  expect(storage.read("language")).toBe("en");
  storage.clear();
  expect(storage.read("language")).toBeUndefined();
});

test("a browser that refuses its storage altogether keeps the items as long as the page", () => {
  const blocked = {
    get localStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  };
  const storage = createClientStorage(items, openStorage(blocked));
  storage.write("language", "en");
  expect(storage.read("language")).toBe("en");
  storage.clear();
  expect(storage.read("language")).toBeUndefined();
});
