import { createLogger } from "@sekimori/kit-server/logger";
import type { MonthlySummary } from "@sekimori/portal-contract/applications/summary";
import { changeSubscription } from "@sekimori/portal-contract/endpoints/monthly-summary";
import { changeLanguage } from "@sekimori/portal-contract/endpoints/profile";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Answer,
  type AskedApplication,
  ownTokenClaims,
  startAskedApplication,
} from "../../testing/asked-application.ts";
import { newMember } from "../../testing/members.ts";
import {
  authorizationRequest,
  follow,
  newRelyingParty,
  type RelyingParty,
} from "../../testing/relying-party.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../testing/test-portal.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { sendSummaries } from "./send-summaries.ts";

let portal: TestPortal;
let application: AskedApplication;
let party: RelyingParty;
let summariesUri = "";
/** What the application answers by account; 404 for whoever is not here. */
const answers = new Map<string, Answer>();

beforeAll(async () => {
  application = await startAskedApplication();
  application.answers.set("/summaries", (account) => answers.get(account) ?? { status: 404 });
  summariesUri = `${application.origin}/summaries`;
  portal = await startTestPortal({}, { outbound: application.outbound, scheduled: false });
  party = await newRelyingParty(portal, { isFirstParty: true, isService: true, summariesUri });
});
afterAll(async () => {
  await portal?.close();
  application?.close();
});

/** A member since September who has used the application. */
async function applicationMember(language: "ja" | "en" = "en") {
  portal.clock.set(new Date("2026-09-20T03:00:00Z"));
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  await browser.call(changeLanguage, { body: { language_code: language } });
  const started = await authorizationRequest(party, { scope: "openid" });
  await follow(browser, started.url.href);
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from portal.account where email_digest = $1",
    [portal.context.digests.email(email)],
  );
  const id = rows[0]?.id ?? "";
  const { rows: found } = await portal.database.pool.query(
    "select from portal.oidc_consent where account_id = $1",
    [id],
  );
  expect(found).toHaveLength(1);
  return { email, id };
}

const workspace: MonthlySummary["workspaces"][number] = {
  name: "Kasumi <b>Trading</b>",
  domains: 3,
  grade: "B",
  gradeBefore: "C",
  open: { critical: 1, high: 0, medium: 4, low: 0, info: 2 },
  newFindings: 2,
  fixedFindings: 5,
  newAssets: 7,
};

const answer = (account: string, month: string, workspaces = [workspace]) => ({
  body: { version: 1, account, month, manualRunsUsed: 3, workspaces },
});

const run = (at: string) => {
  portal.clock.set(new Date(at));
  return sendSummaries(portal.context, calendarDay(portal.clock.now()), {
    signal: new AbortController().signal,
    logger: createLogger({ name: "test", level: "silent" }),
  });
};

/** What was noted of a member's months. */
async function outcomes(account: string): Promise<string[]> {
  const { rows } = await portal.database.pool.query<{ outcome: string }>(
    "select outcome from portal.monthly_summary where account_id = $1",
    [account],
  );
  return rows.map(({ outcome }) => outcome);
}

async function isWanted(account: string): Promise<boolean | undefined> {
  const { rows } = await portal.database.pool.query<{ monthly_summary: boolean }>(
    "select monthly_summary from portal.account where id = $1",
    [account],
  );
  return rows[0]?.monthly_summary;
}

const summariesTo = (email: string) =>
  portal.mails.to(email).filter(({ headers }) => headers?.["List-Unsubscribe"] !== undefined);

const unsubscribeUrl = (email: string) => {
  const header = summariesTo(email)[0]?.headers?.["List-Unsubscribe"] ?? "";
  return new URL(/^<(.+)>$/.exec(header)?.[1] ?? "");
};

async function told(email: string, count = 1) {
  await expect.poll(() => summariesTo(email).length).toBe(count);
}

test("a member is told the past month once, whoever else runs and however often", async () => {
  const { id, email } = await applicationMember();
  answers.set(id, answer(id, "2026-09"));
  application.asked.length = 0;
  await Promise.all([run("2026-10-01T00:00:00Z"), run("2026-10-01T00:00:00Z")]);
  await run("2026-10-01T04:00:00Z");
  await told(email);
  const [mail] = summariesTo(email);
  expect(mail?.subject).toBe("[Sekimori] Your scan summary for September 2026");
  expect(mail?.text).toContain("B (C the month before)");
  expect(mail?.text).toContain("1 critical, 4 medium, 2 info");
  expect(mail?.text).toContain("you used 3 of 5");
  expect(mail?.html).toContain("Kasumi &lt;b&gt;Trading");
  expect(mail?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  // The next month is another.
  answers.set(id, answer(id, "2026-10"));
  await run("2026-11-01T00:00:00Z");
  await run("2026-11-01T01:00:00Z");
  await told(email, 2);
  expect(await outcomes(id)).toEqual(["mailed", "mailed"]);
});

test("the application is asked by a token of the portal's own, for it and for nothing else", async () => {
  const { id } = await applicationMember();
  answers.set(id, answer(id, "2026-09"));
  await run("2026-10-01T00:00:00Z");
  const mine = application.asked.find(({ account }) => account === id);
  expect(mine?.month).toBe("2026-09");
  const payload = await ownTokenClaims(portal, mine?.token ?? "", summariesUri);
  const { iss: issuer } = payload;
  expect(payload).toMatchObject({ sub: issuer, client_id: issuer, scope: "summary:read" });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  expect(decodeJwt(mine?.token ?? "").jti).toBeTruthy();
  // It opens nothing of the portal's.
  const refused = await portal.app.inject({
    url: "/v1/applications/plans",
    headers: { authorization: `Bearer ${mine?.token}` },
  });
  expect(refused.statusCode).toBe(401);
});

test("an application that is away, or tells of somebody else, is asked again by the next run", async () => {
  const { id, email } = await applicationMember("ja");
  const other = "00000000-0000-4000-8000-000000000000";
  for (const bad of [
    { status: 503 },
    { body: { version: 1 } },
    answer(other, "2026-09"),
    answer(id, "2026-08"),
  ]) {
    answers.set(id, bad);
    await run("2026-10-01T00:00:00Z");
    expect(await outcomes(id)).toEqual([]);
  }
  answers.set(id, answer(id, "2026-09"));
  await run("2026-10-02T00:00:00Z");
  await told(email);
  expect(summariesTo(email)[0]?.subject).toBe("【Sekimori】2026年9月の診断のまとめ");
});

test("who has no domain yet is told so, with the three steps, whether they opened the application or not", async () => {
  portal.clock.set(new Date("2026-09-20T03:00:00Z"));
  const neverThere = await newMember(portal, portal.browser());
  const unknown = await applicationMember("ja");
  const empty = await applicationMember();
  answers.set(empty.id, answer(empty.id, "2026-09", [{ ...workspace, domains: 0, grade: null }]));
  await run("2026-10-01T00:00:00Z");
  await run("2026-10-01T01:00:00Z");
  for (const { email } of [neverThere, unknown, empty]) await told(email);
  const [mail] = summariesTo(empty.email);
  expect(mail?.subject).toBe("[Sekimori] Your scan summary for September 2026");
  expect(mail?.text).toContain("You have no domains yet");
  for (const step of ["1. Add your domain", "2. Verify that you own it", "3. Scan it"])
    expect(mail?.text).toContain(step);
  expect(mail?.text).toContain("5 manual scans per month");
  expect(mail?.text).toContain(`${testOrigin}/third-party/karte`);
  const [japanese] = summariesTo(unknown.email);
  expect(japanese?.text).toContain("ドメインがまだ登録されていない");
  expect(japanese?.text).toContain("3. 診断する");
  expect(await outcomes(unknown.id)).toEqual(["mailed"]);
  expect(await outcomes(empty.id)).toEqual(["mailed"]);
});

test("who works in workspaces of others alone gets no mail and is not asked about twice", async () => {
  const colleague = await applicationMember();
  answers.set(colleague.id, answer(colleague.id, "2026-09", []));
  await run("2026-10-01T00:00:00Z");
  application.asked.length = 0;
  await run("2026-10-01T01:00:00Z");
  expect(application.asked.filter(({ account }) => account === colleague.id)).toEqual([]);
  expect(await outcomes(colleague.id)).toEqual(["nothing"]);
  expect(summariesTo(colleague.email)).toEqual([]);
});

test("who registered after the month is not asked about", async () => {
  const late = await applicationMember();
  await portal.database.pool.query("update portal.account set created_at = $2 where id = $1", [
    late.id,
    "2026-09-30T15:00:00Z",
  ]);
  application.asked.length = 0;
  await run("2026-10-01T00:00:00Z");
  expect(application.asked.filter(({ account }) => account === late.id)).toEqual([]);
});

test("another's application is asked about those alone who use it", async () => {
  const member = await applicationMember();
  const gone = await applicationMember();
  answers.set(gone.id, answer(gone.id, "2026-09"));
  await portal.database.pool.query("delete from portal.oidc_consent where account_id = $1", [
    gone.id,
  ]);
  const setFirstParty = (value: boolean) =>
    portal.database.pool.query(
      "update portal.oidc_client set metadata = jsonb_set(metadata, '{first_party}', $1::jsonb)",
      [String(value)],
    );
  await setFirstParty(false);
  application.asked.length = 0;
  await run("2026-10-01T00:00:00Z");
  const accounts = () => application.asked.map(({ account }) => account);
  expect(accounts()).toContain(member.id);
  expect(accounts()).not.toContain(gone.id);
  // Of ours, what a member left there is still the member's.
  await setFirstParty(true);
  await run("2026-10-01T01:00:00Z");
  expect(accounts()).toContain(gone.id);
  await told(gone.email);
});

test("one POST of a mail program unsubscribes, in either form, and nothing less does", async () => {
  const { id, email } = await applicationMember();
  answers.set(id, answer(id, "2026-09"));
  await run("2026-10-01T00:00:00Z");
  await told(email);
  const url = unsubscribeUrl(email);
  const token = url.searchParams.get("token") ?? "";
  expect(url.origin + url.pathname).toBe(`${testOrigin}/unsubscribe`);
  const post = (payload: string, type: string, query = url.search) =>
    portal.app.inject({
      method: "POST",
      url: `${url.pathname}${query}`,
      headers: { "content-type": type, host: url.host },
      payload,
    });
  const form = "application/x-www-form-urlencoded";
  const wanted = () => isWanted(id);
  expect((await post("", form)).statusCode).toBe(400);
  const forged = url.search.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  expect((await post("List-Unsubscribe=One-Click", form, forged)).statusCode).toBe(404);
  expect(await wanted()).toBe(true);
  const part = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--`;
  expect((await post(part, "multipart/form-data; boundary=x")).statusCode).toBe(200);
  expect(await wanted()).toBe(false);
  await portal.browser().call(changeSubscription, { body: { token, enabled: true } });
  expect((await post("List-Unsubscribe=One-Click", form)).statusCode).toBe(200);
  expect((await post("List-Unsubscribe=One-Click", form)).statusCode).toBe(200);
  expect(await wanted()).toBe(false);
  answers.set(id, answer(id, "2026-10"));
  await run("2026-11-01T00:00:00Z");
  expect(await outcomes(id)).toEqual(["mailed"]);
});

test("the page's button does the same for whoever has the link, and takes it back", async () => {
  const { id, email } = await applicationMember();
  answers.set(id, answer(id, "2026-09"));
  await run("2026-10-01T00:00:00Z");
  await told(email);
  const token = unsubscribeUrl(email).searchParams.get("token") ?? "";
  const stranger = portal.browser();
  const wanted = () => isWanted(id);
  await stranger.call(changeSubscription, { body: { token, enabled: false } });
  expect(await wanted()).toBe(false);
  await stranger.call(changeSubscription, { body: { token, enabled: true } });
  expect(await wanted()).toBe(true);
  const other = await stranger.attempt(changeSubscription, {
    body: { token: `00000000-0000-4000-8000-000000000000${token.slice(36)}`, enabled: false },
  });
  expect(other.error().type).toBe("CodeExpired");
});
