import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

test("the site's settings and where to report a weakness are told to anybody", async () => {
  const browser = portal.browser();
  const site = await browser.request({ url: "/v1/site" });
  expect(site.json()).toMatchObject({ captcha: "none", passwordMaximum: 14 });
  const change = await browser.request({ url: "/.well-known/change-password" });
  expect([change.status, change.headers.location]).toEqual([302, "/setting/security?tab=security"]);
  const security = await browser.request({ url: "/.well-known/security.txt" });
  expect(security.text).toMatch(/^Contact: mailto:\S+@\S+\nExpires: \d{4}-/);
});

test("password managers are told where passkeys are looked after, and browsers where they count", async () => {
  const browser = portal.browser();
  const page = "http://localhost:3000/setting/security?tab=security";
  const endpoints = await browser.request({ url: "/.well-known/passkey-endpoints" });
  expect(endpoints.json()).toEqual({ enroll: page, manage: page });
  const none = await browser.request({ url: "/.well-known/webauthn" });
  expect(none.status).toBe(404);
  const related = await startTestPortal({
    PASSKEY_RELATED_ORIGINS: "https://portal.example, https://portal.example.jp",
  });
  try {
    const told = await related.browser().request({ url: "/.well-known/webauthn" });
    expect(told.json()).toEqual({
      origins: ["http://localhost:3000", "https://portal.example", "https://portal.example.jp"],
    });
  } finally {
    await related.close();
  }
});

test("a challenge of the proof of work is made for the action login, and signed with it", async () => {
  const asking = await startTestPortal({ CAPTCHA: "altcha" });
  try {
    const challenge = await asking.browser().request({ url: "/v1/captcha/challenge" });
    expect(challenge.json()).toMatchObject({
      parameters: { data: { action: "login" } },
      signature: expect.any(String),
    });
  } finally {
    await asking.close();
  }
});
