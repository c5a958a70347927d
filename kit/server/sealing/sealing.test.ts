import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSealer, keyring, parseKeyring, SealingError, sealedWith } from "./sealing.ts";

const first = `k1:${randomBytes(32).toString("base64")}`;
const second = `k2:${randomBytes(32).toString("base64")}`;
const ring = parseKeyring(first);
const sealer = createSealer(ring);

describe("a sealed value", () => {
  test.each(["", "山田 太郎", "x".repeat(100_000)])("opens to what it was (%#)", (plain) => {
    expect(sealer.open(sealer.seal(plain, "name:1"), "name:1").toString("utf8")).toBe(plain);
  });

  test("never looks the same twice and does not hold the plaintext", () => {
    const sealed = sealer.seal("plaintext", "name:1");
    expect(sealed.equals(sealer.seal("plaintext", "name:1"))).toBe(false);
    expect(sealed.includes("plaintext")).toBe(false);
  });

  test("does not open elsewhere", () => {
    const sealed = sealer.seal("a", "name:1");
    expect(() => sealer.open(sealed, "name:2")).toThrow(SealingError);
  });

  test("does not open when any one of its bits was changed", () => {
    const sealed = sealer.seal("a", "name:1");
    for (let index = 0; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(() => sealer.open(altered, "name:1"), `byte ${index}`).toThrow(SealingError);
    }
  });

  test.each([0, 1, 2, 10, 30])("does not open when cut to %i bytes", (length) => {
    const sealed = sealer.seal("a", "name:1");
    expect(() => sealer.open(sealed.subarray(0, length), "name:1")).toThrow(SealingError);
  });
});

describe("rotation", () => {
  test("a new first key seals; the old one still opens, and its values are known as stale", () => {
    const old = sealer.seal("kept", "name:1");
    const rotated = createSealer(parseKeyring(`${second},${first}`));
    const fresh = rotated.seal("new", "name:1");
    expect(rotated.open(old, "name:1").toString()).toBe("kept");
    expect([sealedWith(old), sealedWith(fresh)]).toEqual(["k1", "k2"]);
    expect([rotated.isStale(old), rotated.isStale(fresh)]).toEqual([true, false]);
    expect(() => sealer.open(fresh, "name:1")).toThrow('"k2"');
  });
});

test.each([
  ["", "must be a list"],
  ["k1", "must be a list"],
  ["k1:short", "32 bytes"],
  [`${first},${first}`, "twice"],
])("refuses the keyring %j without repeating a key", (text, message) => {
  const result = keyring().safeParse(text);
  expect(result.error?.issues[0]?.message).toContain(message);
  expect(result.error?.message ?? "").not.toContain(first.slice(3));
});
