import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createDigests } from "./digests.ts";

const lookupSecret = "a secret that stays the same for ever";
const digests = createDigests("a secret for hours", lookupSecret);
const token = digests.newDeviceToken();

/** The same bytes, with the last character's two idle bits set. */
function otherSpelling(text: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return text.slice(0, -1) + letters[letters.indexOf(text.slice(-1)) + 1];
}

describe("a browser's token", () => {
  test("is ours, also after the short-lived secret has changed", () => {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(digests.newDeviceToken()).not.toBe(token);
    expect(digests.isDeviceToken(token)).toBe(true);
    expect(createDigests("another secret", lookupSecret).isDeviceToken(token)).toBe(true);
  });

  test.each([
    ["made up", randomBytes(32).toString("base64url")],
    ["empty", ""],
    ["cut off", token.slice(0, -2)],
    ["longer", `${token}AA`],
    ["changed in its random part", `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`],
    ["spelt otherwise", otherSpelling(token)],
    ["another installation's", createDigests("a secret for hours", "other").newDeviceToken()],
  ])("that is %s is not ours", (_, made) => {
    expect(digests.isDeviceToken(made)).toBe(false);
  });
});
