import { requestFor } from "@sekimori/kit-development/testing";
import {
  fetchDataExport,
  requestDataExport,
  showDataExport,
} from "@sekimori/portal-contract/endpoints/data-export";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type AskedApplication,
  ownTokenClaims,
  startAskedApplication,
} from "../../testing/asked-application.ts";
import { newMember } from "../../testing/members.ts";
import { agreeTo, newRelyingParty } from "../../testing/relying-party.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

// Our own application is asked about everybody, a third party's about those who signed in there.

let portal: TestPortal;
let application: AskedApplication;

const part = (rows: readonly object[]) => ({
  id: "domain",
  place: "Kasumi <b>Trading</b>",
  name: { ja: "追加したドメイン", en: "Domains you added" },
  rows,
});
const told = (account: string, rows: readonly object[] = [{ name: "mine.example.jp" }]) => ({
  body: { version: 1, account, parts: [part(rows)] },
});

beforeAll(async () => {
  application = await startAskedApplication();
  portal = await startTestPortal({}, { outbound: application.outbound });
  await newRelyingParty(portal, {
    name: "Karte",
    nameJa: "管理アプリケーション",
    nameEn: "Management application",
    isFirstParty: true,
    personalDataUri: `${application.origin}/own`,
  });
});
afterAll(async () => {
  await portal?.close();
  application?.close();
});
beforeEach(() => {
  application.asked.length = 0;
  application.answers.clear();
  portal.clock.reset();
});

async function member() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from portal.account where email_digest = $1",
    [portal.context.digests.email(email)],
  );
  const id = rows[0]?.id ?? "";
  const state = async (language = "ja") => {
    const headers = { "accept-language": language };
    const answer = await browser.request({ ...requestFor(showDataExport, {}), headers });
    return showDataExport.response.parse(answer.json());
  };
  const file = async (format: "json" | "html") =>
    (await browser.call(fetchDataExport, { body: { format, locale: "en" } })).content;
  const mails = () => portal.mails.to(email).filter(({ subject }) => subject.includes("ready"));
  return { browser, id, state, file, mails };
}

/** The product's clock runs on; the worker tries again by the machine's. */
const patience = { timeout: 40_000 };

test("a copy holds what the application says, asked by a token for this one address", async () => {
  const { browser, id, state, file } = await member();
  // More than a webhook's answer may have.
  const many = Array.from({ length: 20_000 }, (_, at) => ({
    name: `site-${at}.${"x".repeat(60)}`,
  }));
  application.answers.set("/own", (account) =>
    told(account, [...many, { name: "mine.example.jp", at: null }]),
  );
  await browser.call(requestDataExport, { body: {} });
  await expect.poll(async () => (await state()).state, patience).toBe("ready");
  expect((await state()).missing).toEqual([]);
  const json = JSON.parse(await file("json"));
  expect(json.account).toHaveLength(1);
  expect(json.missing).toEqual([]);
  expect(json.applications).toMatchObject([
    { name: "Karte", parts: [{ id: "domain", place: "Kasumi <b>Trading</b>" }] },
  ]);
  expect(json.applications[0].parts[0].rows.at(-1)).toEqual({ name: "mine.example.jp", at: null });
  const page = await file("html");
  expect(page).toContain(
    "Management application: Kasumi &lt;b&gt;Trading&lt;/b&gt;: Domains you added",
  );
  expect(page).toContain("mine.example.jp");
  expect(page).not.toContain("<b>");

  expect(application.asked).toMatchObject([{ path: "/own", account: id }]);
  const claims = await ownTokenClaims(
    portal,
    application.asked[0]?.token ?? "",
    `${application.origin}/own`,
  );
  const { iss: issuer } = claims;
  expect(claims).toMatchObject({ sub: issuer, client_id: issuer, scope: "personal-data:read" });
});

test("the page has an application's rows in the reader's words; programs have them as they are", async () => {
  const { browser, id, state, file } = await member();
  const rows = [{ role: 4, joined_at: "2026-11-25T15:30:00Z" }];
  const readable = {
    ja: [{ 役割: "所有者", "参加日時（日本時間）": "2026年11月26日 00:30" }],
    en: [{ Role: "<i>Owner</i>", "Joined (JST)": "2026/11/26 00:30" }],
  };
  application.answers.set("/own", () => ({
    body: { version: 1, account: id, parts: [{ ...part(rows), readable }] },
  }));
  await browser.call(requestDataExport, { body: {} });
  await expect.poll(async () => (await state()).state, patience).toBe("ready");
  const json = JSON.parse(await file("json"));
  expect(json.applications[0].parts).toEqual([part(rows)]);
  const page = await file("html");
  for (const words of ["Joined (JST)", "2026/11/26 00:30", "&lt;i&gt;Owner&lt;/i&gt;"]) {
    expect(page).toContain(words);
  }
  expect(page).not.toContain("joined_at");
});

test(
  "an application that is away is waited for, then named in the copy, and its part follows",
  async () => {
    const { browser, state, file, mails } = await member();
    application.answers.set("/own", () => ({ status: 503 }));
    await browser.call(requestDataExport, { body: {} });
    await expect.poll(() => application.asked.length, patience).toBeGreaterThan(1);
    expect(await state()).toMatchObject({ state: "preparing" });
    expect(mails()).toHaveLength(0);

    portal.clock.advance(60_000);
    await expect
      .poll(() => state(), patience)
      .toMatchObject({ state: "ready", missing: ["管理アプリケーション"] });
    expect((await state("en")).missing).toEqual(["Management application"]);
    await expect.poll(() => mails().length, patience).toBe(1);
    expect(mails()[0]?.text).toContain("We couldn't reach “Management application”");
    // Programs have the name that they know.
    const incomplete = JSON.parse(await file("json"));
    expect(incomplete).toMatchObject({ applications: [], missing: ["Karte"] });
    expect(incomplete.account).toHaveLength(1);
    expect(await file("html")).toContain("reach this application");

    // Whatever it says of somebody else is no answer.
    const stranger = "00000000-0000-4000-8000-000000000000";
    const before = application.asked.length;
    application.answers.set("/own", () => told(stranger));
    await portal.database.pool.query("update graphile_worker._private_jobs set run_at = now()");
    await expect.poll(() => application.asked.length, patience).toBeGreaterThan(before);
    expect((await state()).missing).toEqual(["管理アプリケーション"]);

    application.answers.set("/own", (account) => told(account));
    await expect
      .poll(async () => {
        await portal.database.pool.query(
          "update graphile_worker._private_jobs set run_at = now() where locked_at is null",
        );
        return (await state()).missing;
      }, patience)
      .toEqual([]);
    await expect.poll(() => mails().length, patience).toBe(2);
    expect(mails()[1]?.text).not.toContain("We couldn't reach");
    expect(JSON.parse(await file("json"))).toMatchObject({
      applications: [{ name: "Karte" }],
      missing: [],
    });
  },
  3 * patience.timeout,
);

test("what one allowed, and roles, name the application in the reader's language; programs have what they know", async () => {
  const { browser, id, state } = await member();
  const names = { name: "Ledger", nameJa: "帳簿", nameEn: "The ledger" };
  const party = await newRelyingParty(portal, names);
  await agreeTo(portal, party, id);
  for (const audience of [party.clientId, "https://api.example/v1"]) {
    await portal.database.pool.query(
      `insert into portal.account_role (account_id, audience, role, granted_at)
       values ($1, $2, 'auditor', now())`,
      [id, audience],
    );
  }
  application.answers.set("/own", (account) => told(account));
  await browser.call(requestDataExport, { body: {} });
  await expect.poll(async () => (await state()).state, patience).toBe("ready");
  const fetched = async (format: "json" | "html", locale: "ja" | "en") =>
    (await browser.call(fetchDataExport, { body: { format, locale } })).content;
  const json = JSON.parse(await fetched("json", "ja"));
  expect(json.allowedApplications.map(({ name }: { name: string }) => name)).toEqual(["Ledger"]);
  expect(json.roles.map(({ audience }: { audience: string }) => audience).toSorted()).toEqual(
    [party.clientId, "https://api.example/v1"].toSorted(),
  );
  for (const [locale, name, other] of [
    ["ja", names.nameJa, names.nameEn],
    ["en", names.nameEn, names.nameJa],
  ] as const) {
    const page = await fetched("html", locale);
    expect(page.split(name)).toHaveLength(3);
    expect(page).not.toContain(other);
    expect(page).not.toContain(party.clientId);
    expect(page).toContain("https://api.example/v1");
  }
});

test("a third party's application is asked about those alone who signed in there", async () => {
  const party = await newRelyingParty(portal, {
    name: "Elsewhere",
    personalDataUri: `${application.origin}/third`,
  });
  const never = await member();
  await agreeTo(portal, await newRelyingParty(portal), never.id);
  await never.browser.call(requestDataExport, { body: {} });
  await expect.poll(async () => (await never.state()).state, patience).toBe("ready");
  expect(application.asked.map(({ path }) => path)).toEqual(["/own"]);
  // Known to neither: nothing is missing, and nothing is there.
  expect(JSON.parse(await never.file("json"))).toMatchObject({ applications: [], missing: [] });

  const user = await member();
  await agreeTo(portal, party, user.id);
  application.asked.length = 0;
  application.answers.set("/third", (account) => told(account));
  await user.browser.call(requestDataExport, { body: {} });
  await expect.poll(async () => (await user.state()).state, patience).toBe("ready");
  expect(application.asked.map(({ path }) => path).sort()).toEqual(["/own", "/third"]);
  expect(JSON.parse(await user.file("json")).applications).toMatchObject([{ name: "Elsewhere" }]);
});
