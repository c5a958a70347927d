import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { meantRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { groupedSecret, newTotpSecret, readTotp, stepAt, totpUri } from "./totp.ts";
import { waysOf } from "./ways.ts";

const now = new Date("2026-11-21T00:30:10Z");
const step = stepAt(now);
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const codeOf = (at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at * 30_000 });

test.each([
  [0, "right"],
  [-1, "right"],
  [1, "right"],
  [2, "clock-off"],
  [-10, "clock-off"],
  [8, "clock-off"],
  [11, "wrong"],
  [-120, "wrong"],
])("a code of %i steps away is %s", (off, is) => {
  const reading = readTotp(secret, codeOf(step + off), now);
  expect(reading.is).toBe(is);
  if (reading.is !== "wrong") expect(reading.step).toBe(step + off);
});

test("the codes are RFC 6238's own, to six digits", () => {
  // Appendix B: the SHA-1 seed "12345678901234567890" at 59 s is 94287082.
  const seed = Secret.fromUTF8("12345678901234567890").base32;
  expect(readTotp(seed, "287082", new Date(59_000))).toEqual({ is: "right", step: 1 });
});

test("a secret has 160 bits, and an address that apps read", () => {
  const made = newTotpSecret();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(made);
  expect(groupedSecret(made).replaceAll(" ", "")).toBe(made);
  const uri = new URL(totpUri(made, "Sekimori", "hanako@example.com"));
  expect(decodeURIComponent(uri.pathname)).toContain("Sekimori:hanako@example.com");
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    issuer: "Sekimori",
    secret: made,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});

test("recovery codes are ten, all different, of letters that are not mixed up", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{5}-){2}[2-9A-HJ-NP-Z]{5}$/);
});

test.each([
  ["ABCDE-FGHJK-LMNPQ"],
  ["abcde fghjk lmnpq"],
  [" ＡＢＣＤＥ－ＦＧＨＪＫ－ＬＭＮＰＱ "],
  ["abcdefghjklmnpq"],
])("%s is the same recovery code", (typed) => {
  expect(meantRecoveryCode(typed)).toBe("ABCDEFGHJKLMNPQ");
});

test("with a passkey or an app no mail proves the second factor, and a recovery code comes last", () => {
  const without = { hasPasskey: false, hasApp: false, hasRecoveryCodes: false };
  expect(waysOf(without)).toEqual(["email"]);
  expect(waysOf({ ...without, hasApp: true, hasRecoveryCodes: true })).toEqual([
    "app",
    "recovery-code",
  ]);
  expect(waysOf({ ...without, hasApp: true })).toEqual(["app"]);
  expect(waysOf({ ...without, hasPasskey: true })).toEqual(["passkey"]);
  expect(waysOf({ hasPasskey: true, hasApp: true, hasRecoveryCodes: true })).toEqual([
    "passkey",
    "app",
    "recovery-code",
  ]);
});
