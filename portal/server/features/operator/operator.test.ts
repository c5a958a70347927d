import { createSealer, parseKeyring } from "@sekimori/kit-server/sealing";
import { listNotices } from "@sekimori/portal-contract/endpoints/notice";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOperator, type Operator } from "../../operator.ts";
import { newEmail, newMember, signUpTo } from "../../testing/members.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { openCardHolder } from "../payment/card-holder.ts";
import { purgeExpired } from "../purge/purge-jobs.ts";
import { openFlowInformation } from "../sign-up/flow-view.ts";

let portal: TestPortal;
let operator: Operator;
beforeAll(async () => {
  portal = await startTestPortal();
  operator = createOperator(portal);
});
afterAll(() => portal.close());

const days = 24 * 60 * 60_000;

test("an account is found by its address and can be made to set a new password", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const account = await operator.findAccount(` ${email.toUpperCase()}`);
  expect(account).toMatchObject({ name: "山本 花子", company: "関守商店", agreed: true });
  expect(await operator.forcePasswordReset(account?.id ?? "")).toBe(true);
  expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
  const outcome = await browser.call(signIn, { body: { email, password } });
  expect(outcome.status).toBe("RESET_PASSWORD");
  expect(await operator.findAccount(newEmail())).toBeUndefined();
});

test("an account can be signed out everywhere without a new password", async () => {
  const browsers = [portal.browser(), portal.browser()] as const;
  const { email } = await newMember(portal, browsers[0]);
  await browsers[1].call(signIn, { body: { email, password } });
  const { id = "" } = (await operator.findAccount(email)) ?? {};
  expect(await operator.endSessions(id)).toBe(true);
  for (const browser of browsers) {
    expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
  }
  const again = await browsers[1].call(signIn, { body: { email, password } });
  expect(again.status).toBe("SIGNED_IN");
  expect(await operator.endSessions(crypto.randomUUID())).toBe(false);
});

test("a closed account has no door left, frees its address, and is deleted within a month", async () => {
  const own = await startTestPortal();
  try {
    const acts = createOperator(own);
    const browser = own.browser();
    const { email } = await newMember(own, browser);
    const { id = "" } = (await acts.findAccount(email)) ?? {};
    expect(await acts.closeAccount(id)).toBe(true);
    expect(await acts.closeAccount(id)).toBe(false);
    expect((await browser.attempt(getMyProfile, {})).status).toBe(401);
    const refused = await browser.attempt(signIn, { body: { email, password } });
    expect(refused.error().type).toBe("UsernamePasswordIncorrect");
    await signUpTo(own, own.browser(), "account", { email });
    const rows = async () =>
      (await own.database.pool.query("select 1 from portal.account where id = $1", [id])).rowCount;
    await purgeExpired(own.context);
    expect(await rows()).toBe(1);
    own.clock.advance(29 * days);
    await purgeExpired(own.context);
    expect(await rows()).toBe(0);
  } finally {
    await own.close();
  }
});

test("sign-ups abandoned for thirty days go, with the account that never agreed", async () => {
  const own = await startTestPortal();
  try {
    await signUpTo(own, own.browser(), "account");
    await signUpTo(own, own.browser(), "verification");
    await newMember(own, own.browser());
    own.clock.advance(30 * days + 1);
    await purgeExpired(own.context);
    const { rows } = await own.database.pool.query(
      `select (select count(*)::int from portal.account) as accounts,
        (select count(*)::int from portal.sign_up_flow) as flows,
        (select count(*)::int from portal.session) as sessions`,
    );
    expect(rows).toEqual([{ accounts: 1, flows: 0, sessions: 0 }]);
  } finally {
    await own.close();
  }
});

test("a notice reaches every member, and can be taken back", async () => {
  const browser = portal.browser();
  await newMember(portal, browser);
  const text = { ja: "停止のお知らせ", en: "Maintenance" };
  const id = await operator.publishNotice({ title: text, body: text });
  const { notices } = await browser.call(listNotices, {});
  expect(notices.map((notice) => [notice.id, notice.title])).toEqual([[id, text]]);
  expect(await operator.withdrawNotice(id)).toBe(true);
  expect((await browser.call(listNotices, {})).notices).toEqual([]);
});

test("after a rotation the former data key opens nothing and is needed for nothing", async () => {
  const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
  const keys = {
    old: `test:${key(7)}`,
    both: `new:${key(8)},test:${key(7)}`,
    next: `new:${key(8)}`,
  };
  const own = await startTestPortal({ PORTAL_DATA_KEYS: keys.old });
  try {
    const member = own.browser();
    await signUpTo(own, member, "account", { plan: "detailed" });
    await submitCard(own, member, cards.success);
    await agree(member);
    const flow = own.browser();
    await signUpTo(own, flow, "confirmation");

    const rotating = { ...own.context, sealer: createSealer(parseKeyring(keys.both)) };
    expect(await createOperator({ context: rotating }).rotateDataKeys()).toBe(4);
    expect(await createOperator({ context: rotating }).rotateDataKeys()).toBe(0);

    const [former, next] = [keys.old, keys.next].map((text) => createSealer(parseKeyring(text)));
    if (!former || !next) throw new Error("Both keyrings were given.");
    const { db } = own.database;
    const account = await db.selectFrom("portal.account").selectAll().executeTakeFirstOrThrow();
    expect(openPersonalData(next, account.id, account.personal).information.firstName).toBe("花子");
    expect(() => openPersonalData(former, account.id, account.personal)).toThrow(
      "not in the keyring",
    );
    const card = await db.selectFrom("portal.card").selectAll().executeTakeFirstOrThrow();
    expect(openCardHolder(next, card.id, card.holder)).toBe("HANAKO SEKI");
    const open = await db.selectFrom("portal.sign_up_flow").selectAll().executeTakeFirstOrThrow();
    expect(openFlowInformation(next, open)?.lastName).toBe("山本");
  } finally {
    await own.close();
  }
});

test("the audit log verifies, and gives its head for safe keeping", async () => {
  const verdict = await operator.verifyAudit();
  expect(verdict).toMatchObject({
    firstBroken: null,
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(verdict.events).toBeGreaterThan(5);
});
