import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import { nextTokyoMonth } from "@sekimori/kit-contract/tokyo";
import { createTestDatabase } from "@sekimori/kit-development/testing";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { listClosings } from "@sekimori/portal-contract/endpoints/closings";
import { fetchDataExport, showDataExport } from "@sekimori/portal-contract/endpoints/data-export";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSignIn } from "./demo.ts";
import { karteDatabaseOf } from "./karte-in-product.ts";
import { type Product, startProduct } from "./product.ts";
import { SmallBrowser } from "./testing/small-browser.ts";

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let product: Product;
const browser = new SmallBrowser();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sekimori-karte-"));
  database = await createTestDatabase([]);
  product = await startProduct({
    root: folder,
    dataFolder: folder,
    portalPort: await freePort(),
    kartePort: await freePort(),
    sandboxPort: await freePort(),
    smtpPort: 0,
    durable: false,
    logLevel: "silent",
    // The product makes databases and roles on its own server.
    environment: { DATABASE_URL: database.superuserUrl },
  });
});
afterAll(async () => {
  await product?.lifecycle.stop();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Five past nine on the 1st of the month after this one, in Tokyo, where UTC is nine hours behind. */
function nextFirst(now: Date): Date {
  return new Date(nextTokyoMonth(now).getTime() + (9 * 60 + 5) * 60_000);
}

const karte = (path: string) => `${product.karteOrigin}${path}`;

/** An event whose delivery failed on a busy machine is sent again after some seconds, then later. */
const patience = 60_000;

/** A command as an operator of this installation runs it. */
async function sekimori(args: readonly string[], changes: Readonly<Record<string, string>> = {}) {
  const environment = {
    PATH: process.env.PATH ?? "",
    SEKIMORI_MODE: "development",
    DATABASE_URL: database.superuserUrl,
    KARTE_DATABASE_URL: karteDatabaseOf(database.superuserUrl),
    KARTE_ORIGIN: product.karteOrigin ?? "",
    PORTAL_ORIGIN: product.portalOrigin,
    KARTE_SECRET: "a secret for tests, and for nothing else",
    KARTE_DATA_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    SMTP_URL: "smtp://127.0.0.1:9",
    ...changes,
  };
  const main = fileURLToPath(new URL("../main.ts", import.meta.url));
  return promisify(execFile)(process.execPath, [main, ...args], { env: environment }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

test(
  "karte is registered by its preset, and doctor names the part of a sign-in that would fail",
  async () => {
    const preset = ["--preset", "karte", "--allow-private-addresses", "--json"];
    const add = ["operator", "clients", "add", ...preset];
    const { client_secret: secret } = JSON.parse(
      await sekimori(add, { KARTE_CLIENT_ID: "another" }),
    ) as { client_secret: string };
    const known = { KARTE_CLIENT_ID: "another", KARTE_CLIENT_SECRET: secret };
    const doctor = (changes: Readonly<Record<string, string>>) =>
      sekimori(["doctor", "karte"], { ...known, ...changes });
    const good = await doctor({});
    expect(good.match(/^✓ sign-in: .+$/gm)).toEqual([
      "✓ sign-in: the portal as OpenID provider",
      "✓ sign-in: karte's registration",
      "✓ sign-in: the return address",
    ]);
    expect(good).toContain("✓ migrations");
    expect(await doctor({ KARTE_CLIENT_SECRET: `${secret}x` })).toMatch(
      /✗ sign-in: karte's registration: .+invalid_client.+clients add --preset karte/,
    );
    expect(await doctor({ KARTE_ORIGIN: "http://localhost:9" })).toMatch(
      /✗ sign-in: the return address: http:\/\/localhost:9\/openid\/callback is not registered.+update karte --preset karte/,
    );
    expect(await doctor({ PORTAL_ORIGIN: "http://localhost:9" })).toMatch(
      /✗ sign-in: the portal as OpenID provider: .+PORTAL_ORIGIN must be reachable/,
    );
    await sekimori(["operator", "clients", "remove", "another"]);
  },
  patience,
);

test("nobody is let in without the portal", async () => {
  const answer = await browser.request(karte("/v1/session"));
  expect(answer.status).toBe(401);
  const silent = await browser.visit(karte("/openid/sign-in?prompt=none"));
  expect(silent.way.at(-1)).toContain("/sign-in?reason=login_required");
});

test("whoever is signed in at the portal is signed in here, with their plan, and asked nothing", async () => {
  const signedIn = await browser.request(`${product.portalOrigin}/v1/idp/sign-in`, demoSignIn);
  expect(signedIn.status).toBe(200);
  const { way } = await browser.visit(karte("/openid/sign-in?prompt=none&return_to=/site/list"));
  expect(way.at(-1)).toBe(karte("/site/list"));
  const answer = await browser.request(karte("/v1/session"));
  const session = getSession.response.parse(await answer.json());
  expect(session.person.email).toBe(demoSignIn.email);
  expect(session.workspace).toMatchObject({ role: "owner" });
  const contract = (await (await browser.request(karte("/v1/contract"))).json()) as object;
  expect(contract).toMatchObject({ stale: false });
  const { rows } = await database.superuser.query("select plan from portal.contract limit 1");
  expect(session.workspace?.plan.id).toBe(rows[0]?.plan);
});

/** What karte has been told, as its own API shows it to the person who is signed in. */
async function shownPlan(): Promise<string | undefined> {
  const answer = await browser.request(karte("/v1/session"));
  return getSession.response.parse(await answer.json()).workspace?.plan.id;
}

test(
  "a plan that changes at the portal counts here by a signed event, though nobody asked",
  async () => {
    const before = await shownPlan();
    const inKarte = openDatabase({
      url: karteDatabaseOf(database.superuserUrl),
      logger: createLogger({ name: "tests", level: "silent" }),
    });
    const kept = async () =>
      (await inKarte.pool.query("select answer ->> 'plan' as plan from karte.contract_answer"))
        .rows;
    try {
      expect(await kept()).toContainEqual({ plan: before });
      // The trigger on the contract tells; the row is what an operator's command would change.
      await database.superuser.query(
        "update portal.contract set suspended_on = current_date - 1 where ended_on is null",
      );
      await expect.poll(kept, { timeout: patience }).not.toContainEqual({ plan: before });
      expect(await shownPlan()).toBe("free");
      await database.superuser.query("update portal.contract set suspended_on = null");
      await expect.poll(kept, { timeout: patience }).toContainEqual({ plan: before });
      const twoFactor = async () =>
        (await inKarte.pool.query("select two_factor from karte.member where role = 4")).rows;
      await database.superuser.query("update portal.account set mfa_enabled = true");
      await expect.poll(twoFactor, { timeout: patience }).toContainEqual({ two_factor: true });
      await database.superuser.query("update portal.account set mfa_enabled = false");
      await expect.poll(twoFactor, { timeout: patience }).not.toContainEqual({ two_factor: true });
    } finally {
      await inKarte.close();
    }
  },
  3 * patience,
);

test("what nobody at the portal signed changes nothing here", async () => {
  const forged = await fetch(karte("/openid/events"), {
    method: "POST",
    headers: { "content-type": "application/secevent+jwt" },
    body: "eyJhbGciOiJub25lIiwidHlwIjoic2VjZXZlbnQrand0In0.e30.",
  });
  expect(forged.status).toBe(400);
});

const asksOfThePortal = [
  "/portal/monthly-summary?month=2026-10&account=",
  "/portal/personal-data?account=",
  "/portal/leaving?account=",
];

test.for(asksOfThePortal)("karte answers nobody but the portal at %s", async (path) => {
  const address = karte(`${path}${crypto.randomUUID()}`);
  const silent = await fetch(address);
  expect(silent.status).toBe(401);
  expect(silent.headers.get("www-authenticate")).toContain("Bearer");
  // The application's own token is the portal's too, and is for something else.
  const forged = "eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0.e30.";
  const headers = { authorization: `Bearer ${forged}` };
  expect((await fetch(address, { headers })).status).toBe(401);
});

test("the portal says which workspaces close with an account, asked of karte", async () => {
  const answer = await browser.request(`${product.portalOrigin}/v1/contract/closings`);
  const closings = listClosings.response.parse(await answer.json());
  expect(closings).toMatchObject({
    applications: [{ name: "管理アプリケーション" }],
    complete: true,
  });
  const session = await browser.request(karte("/v1/session"));
  const { workspace } = getSession.response.parse(await session.json());
  const [first] = closings.applications;
  expect(first?.closes).toMatchObject([{ name: workspace?.name }]);
});

test(
  "a copy of somebody's data, made at the portal, holds what karte keeps about them",
  async () => {
    const ask = (path: string, body?: object) =>
      browser.request(`${product.portalOrigin}/v1/profile/export${path}`, body);
    expect((await ask("", {})).status).toBe(200);
    const state = async () => showDataExport.response.parse(await (await ask("")).json());
    await expect.poll(state, { timeout: patience }).toMatchObject({ state: "ready", missing: [] });
    const file = async (format: "json" | "html") => {
      const answer = await ask("/file", { format, locale: "ja" });
      return fetchDataExport.response.parse(await answer.json()).content;
    };
    const { account, applications } = JSON.parse(await file("json"));
    expect(account[0]).toMatchObject({ email: demoSignIn.email });
    expect(applications).toHaveLength(1);
    const [{ name, parts }] = applications;
    expect(name).toBe("Karte");
    const rowsOf = (wanted: string) =>
      parts.find(({ id }: { readonly id: string }) => id === wanted)?.rows;
    expect(rowsOf("person")).toMatchObject([{ email: demoSignIn.email }]);
    expect(rowsOf("member")).toMatchObject([{ role: 4 }]);
    expect(rowsOf("activity").length).toBeGreaterThan(0);
    const page = await file("html");
    expect(page).toContain("<h2>アカウント</h2>");
    expect(page).toMatch(/<h2>管理アプリケーション: .+: メンバー<\/h2>/);
  },
  2 * patience,
);

test("signing out of the portal signs out here", async () => {
  const out = await browser.request(`${product.portalOrigin}/v1/idp/sign-out`, {});
  expect(out.status).toBe(200);
  await expect
    .poll(async () => (await browser.request(karte("/v1/session"))).status, { timeout: 20_000 })
    .toBe(401);
});

test.each([
  ["2026-11-30T14:59:59Z", "2026-12-01T00:05:00.000Z"],
  ["2026-11-30T15:00:00Z", "2027-01-01T00:05:00.000Z"],
  ["2026-12-31T15:30:00Z", "2027-02-01T00:05:00.000Z"],
  ["2027-01-31T23:59:59Z", "2027-03-01T00:05:00.000Z"],
])("after %s the next month in Tokyo begins at %s", (now, next) => {
  expect(nextFirst(new Date(now)).toISOString()).toBe(next);
});

test(
  "the portal's monthly mail tells what karte says of the month, asked by a token of its own",
  async () => {
    const subjects = async () => {
      const answer = await fetch(`${product.sandboxOrigin}/mailbox/messages`);
      return JSON.stringify(await answer.json());
    };
    expect(await subjects()).not.toMatch(/診断のまとめ|scan summary/);
    await fetch(`${product.sandboxOrigin}/clock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ set: nextFirst(new Date()).toISOString() }),
    });
    await expect.poll(subjects, { timeout: patience }).toMatch(/診断のまとめ|scan summary/);
  },
  2 * patience,
);
