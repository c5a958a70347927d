import { dayMs, hourMs } from "@sekimori/kit-contract/tokyo";
import { forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { finishRecovery, startRecovery } from "@sekimori/portal-contract/endpoints/recovery";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOperator } from "../../operator.ts";
import { addApp } from "../../testing/authenticator-app.ts";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { OperatorRefused } from "../operator/operator-audit.ts";
import { sendRecoveryMails } from "../recovery/recovery-jobs.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" }, { scheduled: false });
});
afterAll(() => portal.close());

const help = { identity: "by-letter", confirmedBy: "Suzuki", reason: "ticket 12" } as const;

async function memberWithApp() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  await addApp(portal, browser);
  return { browser, email, id: await accountIdOf(portal, email) };
}

/** The token of the newest link to a page in the mails of an address. */
async function linkTo(email: string, page: string): Promise<string> {
  await portal.jobsDone();
  const links = portal.mails.to(email).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  const url = links.findLast((one) => one.includes(`${page}?`));
  return url === undefined ? "" : (new URL(url).searchParams.get("token") ?? "");
}

test("an operator and a second person begin a member's recovery; 72 hours later a link works once", async () => {
  const { email, id } = await memberWithApp();
  const operator = createOperator(portal, "Sato");
  const alone = { ...help, confirmedBy: " ＳＡＴＯ" };
  await expect(operator.recoverAccount(id, alone)).rejects.toThrow("Another person has to confirm");
  await expect(operator.recoverAccount(id, { ...help, reason: " " })).rejects.toThrow("reason");
  const endsAt = await operator.recoverAccount(id, help);
  await expect(operator.recoverAccount(id, help)).rejects.toThrow("in progress");
  expect(endsAt.getTime() - portal.clock.now().getTime()).toBeGreaterThan(71 * hourMs);
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where account_id = $1 and action = 'recovery.started'",
    [id],
  );
  const { identity, confirmedBy, reason } = help;
  expect(rows).toEqual([{ detail: { identity, reason, operator: "Sato", confirmedBy } }]);

  portal.clock.advance(dayMs);
  await sendRecoveryMails(portal.context);
  await portal.jobsDone();
  expect(portal.mails.to(email).filter(({ text }) => /two of our staff/.test(text))).toHaveLength(
    2,
  );
  expect(await linkTo(email, pagePaths.finishRecovery)).toBe("");
  portal.clock.advance(2 * dayMs);
  await sendRecoveryMails(portal.context);
  const token = await linkTo(email, pagePaths.finishRecovery);
  const next = "Yama-no-Ue2";
  const finishing = () =>
    portal.browser().attempt(finishRecovery, { body: { token, password: next } });
  const answers = await Promise.all([finishing(), finishing(), finishing()]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const entering = await portal.browser().call(signIn, { body: { email, password: next } });
  expect(entering).toMatchObject({ status: "OTP_VERIFY", ways: ["email"] });
});

test("a member who has nothing to lose needs no help, and a member's own start at that moment is the same", async () => {
  const operator = createOperator(portal, "Sato");
  const { email } = await newMember(portal, portal.browser());
  const without = operator.recoverAccount(await accountIdOf(portal, email), help);
  await expect(without).rejects.toThrow("a new password by mail is enough");

  const member = await memberWithApp();
  await portal.browser().call(forgotPassword, { body: { email: member.email, locale: "en" } });
  const reset = await linkTo(member.email, pagePaths.changePassword);
  const own = () => portal.browser().attempt(startRecovery, { body: { token: reset } });
  const helping = () =>
    operator.recoverAccount(member.id, help).then(
      () => "begun",
      (refusal: unknown) => refusal,
    );
  const [first, helped, second, helpedAgain] = await Promise.all([
    own(),
    helping(),
    own(),
    helping(),
  ]);
  // Who comes by the link goes on with what is open, whoever began it.
  for (const { status } of [first, second]) expect([200, 429]).toContain(status);
  const refusals = [helped, helpedAgain].filter((answer) => answer !== "begun");
  expect(refusals.length).toBeGreaterThanOrEqual(1);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(OperatorRefused);
    expect(refusal).toMatchObject({ message: expect.stringContaining("in progress") });
  }
  const { rows } = await portal.database.pool.query(
    "select 1 from portal.recovery_delay where account_id = $1",
    [member.id],
  );
  expect(rows).toHaveLength(1);
  await portal.jobsDone();
  const started = /started recovering your account/;
  const told = portal.mails.to(member.email).filter(({ subject }) => started.test(subject));
  expect(told).toHaveLength(1);
  // Tried and taken back, and nothing is mailed.
  const tried = await memberWithApp();
  const dry = createOperator(portal, "Sato", true).recoverAccount(tried.id, help);
  await expect(dry).rejects.toMatchObject({ facts: { identity: "by-letter" } });
  await portal.jobsDone();
  expect(portal.mails.to(tried.email).some(({ text }) => /two of our staff/.test(text))).toBe(
    false,
  );
  expect(
    await portal.browser().call(signIn, { body: { email: tried.email, password } }),
  ).toMatchObject({ status: "OTP_VERIFY" });
});
