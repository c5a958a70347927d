import { listClosings } from "@sekimori/portal-contract/endpoints/closings";
import { withdrawAccount } from "@sekimori/portal-contract/endpoints/contract";
import { changeLanguage } from "@sekimori/portal-contract/endpoints/profile";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Answer,
  type AskedApplication,
  ownTokenClaims,
  startAskedApplication,
} from "../../testing/asked-application.ts";
import { newMember } from "../../testing/members.ts";
import { agreeTo, newRelyingParty } from "../../testing/relying-party.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

// What closes with an account is what the applications say, and nothing else is promised.

let portal: TestPortal;
let application: AskedApplication;

const told = (account: string, closes: readonly object[], version = 1) => ({
  body: { version, account, closes },
});
const branch = { name: "Branch", members: 2 };

beforeAll(async () => {
  application = await startAskedApplication();
  portal = await startTestPortal({}, { outbound: application.outbound });
});
afterAll(async () => {
  await portal?.close();
  application?.close();
});
beforeEach(() => {
  application.asked.length = 0;
  application.answers.clear();
});

async function member(language: "ja" | "en" = "en") {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  await browser.call(changeLanguage, { body: { language_code: language } });
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from portal.account where email_digest = $1",
    [portal.context.digests.email(email)],
  );
  const subject = { ja: /退会を受け付けました/, en: /Your account closes on/ }[language];
  return {
    id: rows[0]?.id ?? "",
    closings: () => browser.call(listClosings, {}),
    /** Leaves, and reads the mail that confirms it. */
    async leave() {
      await browser.call(withdrawAccount, { body: {} });
      const find = () => portal.mails.to(email).find((mail) => subject.test(mail.subject));
      await expect.poll(find).toBeDefined();
      return { text: find()?.text ?? "", html: find()?.html ?? "" };
    },
  };
}

test("where no application can be asked, nothing is promised", async () => {
  const { closings, leave } = await member();
  expect(await closings()).toEqual({ applications: [], missing: [], complete: false });
  expect((await leave()).text).toContain("Workspaces that only you own close");
});

describe("an application of ours", () => {
  beforeAll(() =>
    newRelyingParty(portal, {
      name: "Karte",
      nameJa: "管理アプリケーション",
      isFirstParty: true,
      leavingUri: `${application.origin}/own`,
    }),
  );

  test("is asked by a token for this one address, and what it names is shown and mailed", async () => {
    const { id, closings, leave } = await member();
    application.answers.set("/own", (account) =>
      told(account, [branch, { name: "Alone", members: 0 }]),
    );
    expect(await closings()).toEqual({
      applications: [
        { name: "管理アプリケーション", closes: [branch, { name: "Alone", members: 0 }] },
      ],
      missing: [],
      complete: true,
    });
    const { text } = await leave();
    expect(text).toMatch(/Branch\n +2 other people lose access\nAlone\n +Nobody else has access/);
    expect(text).not.toContain("only you own");

    expect(application.asked).toMatchObject([
      { path: "/own", account: id },
      { path: "/own", account: id },
    ]);
    const claims = await ownTokenClaims(
      portal,
      application.asked[0]?.token ?? "",
      `${application.origin}/own`,
    );
    const { iss: issuer } = claims;
    expect(claims).toMatchObject({ sub: issuer, client_id: issuer, scope: "leaving:read" });
  });

  test.each<[string, (account: string) => Answer]>([
    ["closes nothing", (account) => told(account, [])],
    ["does not know the member", () => ({ status: 404 })],
  ])("that %s leaves nothing to close", async (_, answer) => {
    const { closings, leave } = await member();
    application.answers.set("/own", answer);
    const applications = [{ name: "管理アプリケーション", closes: [] }];
    expect(await closings()).toEqual({ applications, missing: [], complete: true });
    const { text } = await leave();
    expect(text).toContain("No workspace closes with your account.");
    expect(text).not.toContain("only you own");
  });

  const stranger = "00000000-0000-4000-8000-000000000000";
  test.each<[string, (account: string) => Answer]>([
    ["is away", () => ({ status: 503 })],
    ["never answers", () => ({ silent: "at once" })],
    ["stops halfway", () => ({ silent: "halfway" })],
    ["sends elsewhere", () => ({ status: 302 })],
    ["tells of somebody else", () => told(stranger, [branch])],
    ["speaks another version", (account) => told(account, [branch], 2)],
    ["counts what is no count", (account) => told(account, [{ name: "Branch", members: -1 }])],
    ["names nothing", (account) => told(account, [{ name: "  ", members: 1 }])],
    ["names at length", (account) => told(account, [{ name: "x".repeat(201), members: 1 }])],
    [
      "names too many",
      (account) =>
        told(
          account,
          Array.from({ length: 201 }, () => branch),
        ),
    ],
    [
      "answers too much",
      (account) => ({ body: { ...told(account, [branch]).body, more: "x".repeat(2 ** 18) } }),
    ],
    ["answers no object", () => ({ body: "Branch" })],
  ])("that %s keeps nobody from leaving, and is not believed", async (_, answer) => {
    const { closings, leave } = await member();
    application.answers.set("/own", answer);
    const began = performance.now();
    expect(await closings()).toEqual({
      applications: [],
      missing: ["管理アプリケーション"],
      complete: false,
    });
    expect(performance.now() - began).toBeLessThan(5_000);
    const { text } = await leave();
    expect(text).toContain("Workspaces that only you own close");
    expect(text).not.toMatch(/Branch|No workspace closes/);
  });

  test("names what people wrote, which stays text", async () => {
    const { closings, leave } = await member("ja");
    const name = '<img src=x onerror="alert(1)">\u202egnp.exe\n\nhttps://evil.example/\u0007';
    application.answers.set("/own", (account) => told(account, [{ name, members: 1 }]));
    const shown = '<img src=x onerror="alert(1)">[U+202E]gnp.exe https://evil.example/';
    const [first] = (await closings()).applications;
    expect(first?.closes.map((one) => one.name.trim())).toEqual([shown]);
    const { text, html } = await leave();
    expect(text.split("\n").map((line) => line.trim())).toContain(shown);
    expect(text).toContain("ほか1名も利用できなくなります");
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;[U+202E]gnp.exe");
    expect(html).not.toMatch(/<img|href="https:\/\/evil/);
  });

  test("stands beside a third party's, which is asked about those alone who signed in there", async () => {
    const party = await newRelyingParty(portal, {
      name: "Elsewhere",
      leavingUri: `${application.origin}/third`,
    });
    application.answers.set("/own", (account) => told(account, [branch]));
    application.answers.set("/third", () => ({ status: 500 }));
    const never = await member();
    await agreeTo(portal, await newRelyingParty(portal), never.id);
    expect(await never.closings()).toMatchObject({ missing: [], complete: true });
    expect(application.asked.map(({ path }) => path)).toEqual(["/own"]);

    const user = await member();
    await agreeTo(portal, party, user.id);
    // What is known is named, and the rest is said in general.
    expect(await user.closings()).toEqual({
      applications: [{ name: "管理アプリケーション", closes: [branch] }],
      missing: ["Elsewhere"],
      complete: false,
    });
    const { text } = await user.leave();
    expect(text).toMatch(/Branch\n +2 other people lose access/);
    expect(text).toContain("Workspaces that only you own close");
  });
});
