import { expect, test } from "vitest";
import { adviceOn } from "./advice.ts";
import { readProcessSettings } from "./settings.ts";

const careful = {
  SEKIMORI_MODE: "staging",
  DATABASE_URL: "postgres://portal@127.0.0.1/sekimori",
  SMTP_URL: "smtps://mail.example",
  PORTAL_ORIGIN: "https://portal.example",
  PORTAL_SECRET: "akZ7pQ2vX9mT4wB8nR1cF6hJ3dL5gY0u",
  PORTAL_LOOKUP_SECRET: "bkZ7pQ2vX9mT4wB8nR1cF6hJ3dL5gY0u",
  PORTAL_PASSWORD_PEPPER: "ckZ7pQ2vX9mT4wB8nR1cF6hJ3dL5gY0u",
  PORTAL_DATA_KEYS: `k1:${Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString("base64")}`,
  PAYMENT_PROVIDER: "sandbox",
  PAYMENT_API_ORIGIN: "https://api.payment.example",
  PAYMENT_FIELDS_URL: "https://fields.payment.example/",
  PAYMENT_PUBLISHABLE_KEY: "pk",
  PAYMENT_SECRET_KEY: "sk",
  PAYMENT_WEBHOOK_SECRET: "whs",
  CAPTCHA: "altcha",
  TRUSTED_PROXIES: "10.0.0.1",
  PROBE_PORT: "9100",
  PROVIDER_EMAIL: "contact@sekimori.test",
  MAIL_FROM: "Sekimori <no-reply@sekimori.test>",
};

const advised = (changes: Readonly<Record<string, string>>) =>
  adviceOn(readProcessSettings({ ...careful, ...changes })).map(({ subject }) => subject);

test("staging itself is all there is to say of careful settings", () => {
  expect(advised({})).toEqual(["SEKIMORI_MODE"]);
});

test("doctor asks for the companies abroad before production does", () => {
  const captcha = { CAPTCHA: "turnstile", CAPTCHA_SITE_KEY: "k", CAPTCHA_SECRET_KEY: "s" };
  const lists = "COMPANIES_ABROAD_JA and COMPANIES_ABROAD_EN";
  expect(advised(captcha)).toContain(lists);
  const ja = { COMPANIES_ABROAD_JA: "Cloudflare, Inc.（米国）" };
  expect(advised({ ...captcha, ...ja })).toContain(lists);
  const en = { COMPANIES_ABROAD_EN: "Cloudflare, Inc. (United States)." };
  expect(advised({ ...captcha, ...ja, ...en })).not.toContain(lists);
});

test.each([
  ["CAPTCHA", "none"],
  ["BREACHED_PASSWORDS", "off"],
  ["PORTAL_PASSWORD_PEPPER", ""],
  ["TRUSTED_PROXIES", ""],
  ["LISTEN_HOST", "0.0.0.0"],
  ["PROBE_PORT", ""],
  ["METRICS_READERS", "0.0.0.0/0"],
  ["SIGN_INS_PER_NETWORK", "100000"],
  ["TELL_EXISTING_ADDRESS", "true"],
  ["MAIL_FROM", "Sekimori <no-reply@sekimori.example>"],
])("doctor speaks of %s=%s", (name, value) => {
  expect(advised({ [name]: value }).join(" ")).toContain(name);
});
