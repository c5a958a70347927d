import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import {
  copyMember,
  showMember,
  undoMemberEnd,
} from "@sekimori/console-contract/endpoints/members";
import {
  confirmRequest,
  listRequests,
  requestAddress,
  requestRecovery,
} from "@sekimori/console-contract/endpoints/requests";
import { changeEmail, confirmChangeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { cancelContract } from "@sekimori/portal-contract/endpoints/contract";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { stopOwnRecovery } from "@sekimori/portal-contract/endpoints/recovery";
import { openSealedCopy } from "@sekimori/portal-server/sealed-copy";
import { addApp } from "@sekimori/portal-server/testing/authenticator-app";
import {
  accountIdOf,
  newEmail,
  newMember,
  signUpTo,
} from "@sekimori/portal-server/testing/members";
import { setClocks } from "@sekimori/portal-server/testing/moving-days";
import { agree, cards, submitCard } from "@sekimori/portal-server/testing/sign-up-calls";
import { startTestPortal, type TestPortal } from "@sekimori/portal-server/testing/test-portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { outcome, startTestConsole, type TestConsole } from "../testing/test-console.ts";

// What is taken back for a member, and a copy of their data, from the member's page.

const reason = "ticket 12";

let portal: TestPortal;
let operator: TestConsole;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  operator = await startTestConsole(portal);
});
afterAll(async () => {
  await operator.stop();
  await portal.close();
});
beforeEach(async () => {
  setClocks(portal, "2026-11-20T03:00:00Z");
  await portal.database.pool.query("update portal.staff set ended_at = now()");
});

test("support takes a cancellation back, once", async () => {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  await browser.call(cancelContract, { body: {} });
  const support = await (await operator.returning("support")).enter();
  const body = { member: await accountIdOf(portal, email), reason };
  const until = "2026-11-30";
  const shown = async () => (await support.call(showMember, { body })).undo.end;
  expect(await shown()).toEqual({ of: "cancellation", until });
  expect(await support.call(undoMemberEnd, { body })).toEqual({ undone: "cancellation" });
  expect(await shown()).toBeNull();
  expect(await outcome(support, undoMemberEnd, body)).toBe("UndoRefused");
});

test("a member goes back to a former address by two of security, once, and everybody is logged out", async () => {
  const desk = portal.browser();
  const { email } = await newMember(portal, desk);
  const account = await accountIdOf(portal, email);
  const next = newEmail();
  await desk.call(changeEmail, { body: { email: next, agreed: true } });
  const { text } = await portal.mails.nth(next, 1);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1] ?? "";
  await desk.call(confirmChangeEmail, { body: { code } });

  const [first, second] = [
    await operator.returning("security"),
    await operator.returning("security"),
  ];
  const [asking, agreeing] = [await first.enter(), await second.enter()];
  const { undo } = await asking.call(showMember, { body: { member: account, reason } });
  expect(undo.addresses).toMatchObject([{ email }]);
  const changedAt = undo.addresses[0]?.changedAt ?? "";
  const { id } = await asking.call(requestAddress, {
    body: { member: account, changedAt, reason },
  });
  const confirm = { request: id };
  expect(await outcome(asking, confirmRequest, confirm)).toBe("OwnRequest");
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => outcome(agreeing, confirmRequest, confirm)),
  );
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  expect((await desk.attempt(getMyProfile, {})).status).toBe(401);
  const after = await asking.call(showMember, { body: { member: account, reason } });
  expect([after.email, after.undo.addresses]).toEqual([email, []]);
  expect(await outcome(asking, requestAddress, { member: account, changedAt, reason })).toBe(
    "UndoRefused",
  );
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where account_id = $1 and action = 'email.change-undone'",
    [account],
  );
  expect(rows).toEqual([{ detail: { reason, operator: first.name, confirmedBy: second.name } }]);
});

test("two of security begin the recovery of an account whose factors are lost, once, whatever was stopped before", async () => {
  const owner = portal.browser();
  const { email } = await newMember(portal, owner);
  const member = await accountIdOf(portal, email);
  const [first, second] = [
    await operator.returning("security"),
    await operator.returning("administrator"),
  ];
  const [asking, agreeing] = [await first.enter(), await second.enter()];
  const wish = { member, identity: "by-video", reason } as const;
  // The mailbox alone is enough while there is nothing to lose.
  expect(await outcome(asking, requestRecovery, wish)).toBe("RecoveryRefused");
  await addApp(portal, owner);
  const delays = async () => {
    const { rows } = await portal.database.pool.query(
      "select outcome, by_staff from portal.recovery_delay where account_id = $1 order by started_at",
      [member],
    );
    return rows;
  };
  const { id } = await asking.call(requestRecovery, { body: wish });
  expect((await agreeing.call(listRequests, { body: {} })).requests).toMatchObject([
    { act: "recover-member", identity: "by-video", askedBy: first.name },
  ]);
  const confirm = { request: id };
  expect(await outcome(asking, confirmRequest, confirm)).toBe("OwnRequest");
  expect(await delays()).toEqual([]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => outcome(agreeing, confirmRequest, confirm)),
  );
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  expect(await delays()).toEqual([{ outcome: null, by_staff: true }]);
  const { access } = await asking.call(showMember, { body: { member, reason } });
  expect(Date.parse(access.recoveryEndsAt ?? "") - portal.clock.now().getTime()).toBeGreaterThan(
    71 * 3_600_000,
  );
  expect(await outcome(asking, requestRecovery, wish)).toBe("RecoveryRefused");
  // The member is told who began it, stops it by a press, and nothing has changed.
  const mailed = () => portal.mails.to(email).filter(({ text }) => /two of our staff/.test(text));
  await expect.poll(() => mailed().length).toBe(1);
  await owner.call(stopOwnRecovery, { body: {} });
  expect((await owner.attempt(getMyProfile, {})).status).toBe(200);
  // Somebody may have stopped it who is not the member: the two look again, and begin it anew.
  const again = await asking.call(requestRecovery, { body: wish });
  const twice = await asking.call(requestRecovery, { body: wish });
  await agreeing.call(confirmRequest, { body: { request: again.id } });
  expect(await outcome(agreeing, confirmRequest, { request: twice.id })).toBe("RequestImpossible");
  expect(await delays()).toEqual([
    { outcome: "stopped", by_staff: true },
    { outcome: null, by_staff: true },
  ]);
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where account_id = $1 and action = 'recovery.started'",
    [member],
  );
  const written = {
    reason,
    identity: "by-video",
    operator: first.name,
    confirmedBy: second.name,
  };
  expect(rows).toEqual([{ detail: written }, { detail: written }]);
});

test("a copy of a member's data is sealed for a key, and only that opens it", async () => {
  const { email } = await newMember(portal, portal.browser());
  const member = await accountIdOf(portal, email);
  const security = await operator.returning("security");
  const browser = await security.enter();
  const { publicKey, privateKey } = generateKeyPairSync("x25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const wish = { member, reason, incomplete: false };
  // A private key is never kept, nor sealed for.
  expect(await outcome(browser, copyMember, { ...wish, recipient: privateKey })).toBe(
    "RecipientRefused",
  );
  const { sealed, missing } = await browser.call(copyMember, {
    body: { ...wish, recipient: publicKey },
  });
  expect(missing).toEqual([]);
  const content = await openSealedCopy(sealed, createPrivateKey(privateKey));
  expect(content?.json).toContain(email);
  expect(sealed).not.toContain(email);
  const { rows } = await portal.database.pool.query(
    "select detail ->> 'operator' as by from portal.audit_event where account_id = $1 and action = 'operator.account-copied'",
    [member],
  );
  expect(rows).toEqual([{ by: security.name }]);
});
