import { execFile } from "node:child_process";
import { companyEnvironment } from "@sekimori/cli/company-environment";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { wantedEvents } from "@sekimori/portal-server/adapters/stripe-events";
import { startStandIn } from "@sekimori/sandbox/stripe";
import { standInKeys } from "@sekimori/sandbox/stripe/keys";
import { expect, inject, onTestFinished, test } from "vitest";
import { report } from "./support/figures.ts";
import { main, runProcess, runtime } from "./support/running-process.ts";
import { dataKeys } from "./support/world.ts";

// The portal as an operator starts it in earnest: no development mode, and a company for payments.

// As a generator makes them.
const secret = (letter: string) => `${letter}kZ7pQ2vX9mT4wB8nR1cF6hJ3dL5gY0u`;
const origin = "https://portal.example";

/** The form of keys for real money, and nobody's. */
const liveKeys = {
  PAYMENT_PUBLISHABLE_KEY: `pk_live_${"0aB1".repeat(6)}`,
  PAYMENT_SECRET_KEY: `sk_live_${"0aB1".repeat(6)}`,
  PAYMENT_WEBHOOK_SECRET: `whsec_${"0aB1".repeat(6)}`,
};
const abroad = {
  COMPANIES_ABROAD_JA: "Stripe, Inc.（米国）",
  COMPANIES_ABROAD_EN: "Stripe, Inc. (United States).",
};
const testKeys = {
  PAYMENT_PUBLISHABLE_KEY: standInKeys.publishableKey,
  PAYMENT_SECRET_KEY: standInKeys.secretKey,
  PAYMENT_WEBHOOK_SECRET: standInKeys.webhookSecret,
};

function settings(changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    DATABASE_URL: inject("faults").servingUrl,
    SMTP_URL: "smtp://127.0.0.1:9",
    PORTAL_ORIGIN: origin,
    PORTAL_SECRET: secret("a"),
    PORTAL_LOOKUP_SECRET: secret("b"),
    PORTAL_DATA_KEYS: dataKeys,
    BREACHED_PASSWORDS: "off",
    PAYMENT_PROVIDER: "stripe",
    DRAIN_SECONDS: "0",
    ...companyEnvironment,
    ...liveKeys,
    ...abroad,
    ...changes,
  };
}

async function started(changes: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const portal = await runProcess("portal", settings({ LISTEN_PORT: String(port), ...changes }));
  onTestFinished(() => portal.kill());
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  return { portal, get };
}

async function doctor(changes: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      runtime,
      [main, "doctor"],
      { env: { ...process.env, ...settings(changes) }, timeout: 60_000 },
      (_error, stdout) => resolve(stdout),
    );
  });
}

test("a production portal starts with keys for real money and shows the company's own fields", async () => {
  const { get } = await started();
  expect((await get("/readyz")).status).toBe(200);
  expect(await (await get("/v1/payment/configuration")).json()).toEqual({
    fields: "script",
    fieldsUrl: "https://js.stripe.com/endive/stripe.js",
    fieldsOrigin: "https://js.stripe.com",
    publishableKey: liveKeys.PAYMENT_PUBLISHABLE_KEY,
  });
});

test("no production starts with keys for tests, a stand-in or the sandbox; staging takes no real keys", async () => {
  const standIn = { PAYMENT_STAND_IN: "http://localhost:3003" };
  const refused: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [testKeys, "PAYMENT_SECRET_KEY must not be a test key in production"],
    [standIn, "PAYMENT_STAND_IN must not be set in production"],
    [{ ...testKeys, ...standIn }, "PAYMENT_STAND_IN must not be set in production"],
    [{ PAYMENT_PROVIDER: "sandbox" }, "PAYMENT_PROVIDER must not be the sandbox in production"],
    [{ PAYMENT_SECRET_KEY: "a key" }, "PAYMENT_SECRET_KEY must be a key as Stripe gives them out"],
    [{ SEKIMORI_MODE: "staging" }, "PAYMENT_SECRET_KEY must be a test key in staging"],
    [{ SEKIMORI_MODE: "staging", ...standIn }, "PAYMENT_SECRET_KEY must be a test key in staging"],
  ];
  let starts = 0;
  for (const [changes, sentence] of refused) {
    const outcome = await started(changes).then(
      () => "started",
      (error: unknown) => String(error),
    );
    if (outcome === "started") starts += 1;
    expect(outcome).toContain(sentence);
  }
  report("33", { "unsafe payment settings": refused.length, started: starts });
});

test("no production starts while the member terms would name no company abroad; doctor says why", async () => {
  const sentence =
    "COMPANIES_ABROAD_JA must name Stripe (PAYMENT_PROVIDER), each with its country: the member terms list who abroad receives something of members";
  const changes = { COMPANIES_ABROAD_JA: "" };
  const outcome = await started(changes).then(
    () => "started",
    (error: unknown) => String(error),
  );
  expect(outcome).toContain(sentence);
  const said = await doctor(changes);
  expect(said).toContain(`✗ settings: ${sentence}`);
  expect(said).not.toContain("COMPANIES_ABROAD_EN");
});

test("a staging portal works with a server that stands in for the company, and doctor asks it", async () => {
  const standIn = await startStandIn();
  onTestFinished(() => standIn.stop());
  const changes = { SEKIMORI_MODE: "staging", PAYMENT_STAND_IN: standIn.origin, ...testKeys };
  const { get } = await started(changes);
  const configuration = (await (await get("/v1/payment/configuration")).json()) as object;
  expect(configuration).toMatchObject({ fieldsOrigin: standIn.origin });

  const url = `${origin}/v1/payment/webhook`;
  expect(await doctor(changes)).toContain(
    `✗ payment company: No enabled webhook endpoint at Stripe goes to ${url}.`,
  );
  const types = Object.keys(wantedEvents);
  standIn.company.endpoints.push({ url, status: "enabled", enabled_events: types.slice(1) });
  expect(await doctor(changes)).toContain(`is not told of: ${types[0]}.`);
  standIn.company.endpoints[0] = { url, status: "enabled", enabled_events: types };
  expect(await doctor(changes)).toContain("✓ payment company");
  const another = { ...changes, PAYMENT_SECRET_KEY: `sk_test_${"0aB1".repeat(6)}` };
  expect(await doctor(another)).toContain("Stripe does not take PAYMENT_SECRET_KEY.");
});
