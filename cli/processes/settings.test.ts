import { expect, test } from "vitest";
import { readProcessSettings, withDefaults } from "./settings.ts";

const secret = "s".repeat(40);
const environment = {
  DATABASE_URL: "postgres://portal@127.0.0.1/sekimori",
  SMTP_URL: "smtps://mail.example",
  PORTAL_ORIGIN: "https://portal.example",
  PORTAL_SECRET: secret,
  PORTAL_LOOKUP_SECRET: secret,
  PORTAL_DATA_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
  PAYMENT_PROVIDER: "sandbox",
  PAYMENT_API_ORIGIN: "http://localhost:3002",
  PAYMENT_FIELDS_URL: "http://localhost:3002/payment/fields",
  PAYMENT_PUBLISHABLE_KEY: "pk",
  PAYMENT_SECRET_KEY: "sk",
  PAYMENT_WEBHOOK_SECRET: "whs",
};

/** What production complains of besides the sandbox's payment company, the only one so far. */
function complaints(changes: Readonly<Record<string, string>>): string {
  try {
    readProcessSettings({ ...environment, ...changes });
    return "";
  } catch (error) {
    return String(error).replace(
      /.*PAYMENT_PROVIDER must not be the sandbox in production\.\n?/,
      "",
    );
  }
}

test.each([
  ["postgres://portal@127.0.0.1/sekimori", true],
  ["postgres://portal@database.example/sekimori?sslmode=verify-full", true],
  ["postgres://portal@database.example/sekimori?sslmode=require", false],
  ["postgres://portal@database.example/sekimori", false],
  ["postgres://portal@10.0.0.7/sekimori?sslmode=disable", false],
])("production and the database %s: %s", (DATABASE_URL, isTaken) => {
  expect(complaints({ DATABASE_URL }).includes("must end with ?sslmode=verify-full")).toBe(
    !isTaken,
  );
});

test.each([
  [{}, "server"],
  [{ BREACHED_PASSWORDS: "" }, "server"],
  [{ BREACHED_PASSWORDS: "folder" }, "folder"],
  [{ BREACHED_PASSWORDS: "off" }, "off"],
  [{ SEKIMORI_MODE: "development" }, undefined],
])("with %o breached passwords are looked up by: %s", (given, expected) => {
  expect(withDefaults(given).BREACHED_PASSWORDS).toBe(expected);
});
