import {
  changeAccountingAddress,
  confirmAccountingAddress,
  showAccountingAddress,
} from "@sekimori/portal-contract/endpoints/accounting-address";
import { changeEmail, confirmChangeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import {
  answerPrice,
  cancelContract,
  getContract,
  undoCancellation,
  upgrade,
  withdrawAccount,
} from "@sekimori/portal-contract/endpoints/contract";
import { requestDataExport, showDataExport } from "@sekimori/portal-contract/endpoints/data-export";
import { gmoidLink } from "@sekimori/portal-contract/endpoints/external-id";
import {
  listLinkedIdentities,
  unlinkIdentity,
} from "@sekimori/portal-contract/endpoints/linked-identities";
import { getMyProfile, updateMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInBy } from "../../testing/external-visits.ts";
import { newEmail, newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { validInputs } from "../../testing/valid-inputs.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

/** Ends all sessions of the account between the call's look at its own and its first write. */
async function endedMeanwhile<T>(email: string, call: () => Promise<T>): Promise<T> {
  const { pool } = portal.database;
  const other = await pool.connect();
  try {
    await other.query("begin");
    const { rows } = await other.query<{ id: string; backend: number }>(
      `select id, pg_backend_pid() as backend from portal.account
       where email_digest = $1 for update`,
      [portal.context.digests.email(email)],
    );
    const [owner] = rows;
    let isAnswered = false;
    const answer = call().finally(() => {
      isAnswered = true;
    });
    const waiting = "select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
    const waits = async () => (await pool.query(waiting, [owner?.backend])).rowCount;
    await expect.poll(async () => isAnswered || (await waits()), { timeout: 60_000 }).toBeTruthy();
    await other.query("delete from portal.session where account_id = $1", [owner?.id]);
    await other.query("commit");
    return await answer;
  } finally {
    other.release();
  }
}

async function member() {
  const browser = portal.browser();
  return { browser, ...(await newMember(portal, browser)) };
}

/** The owner signs in anew, from another browser. */
async function ownerOf(email: string) {
  const browser = portal.browser();
  const { status } = await browser.call(signIn, { body: { email, password } });
  expect(status).toBe("SIGNED_IN");
  return browser;
}

test("does not move the address", async () => {
  const { browser, email } = await member();
  const next = newEmail();
  await browser.call(changeEmail, { body: { email: next, agreed: true } });
  const code = codeIn(await portal.mails.nth(next, 1));
  const answer = await endedMeanwhile(email, () =>
    browser.attempt(confirmChangeEmail, { body: { code } }),
  );
  expect(answer.error().type).toBe("SessionExpired");
  expect((await (await ownerOf(email)).call(getMyProfile, {})).email_address).toBe(email);
});

test("has no code mailed to another address", async () => {
  const { browser, email } = await member();
  const next = newEmail();
  const answer = await endedMeanwhile(email, () =>
    browser.attempt(changeEmail, { body: { email: next, agreed: true } }),
  );
  expect(answer.error().type).toBe("SessionExpired");
  expect((await (await ownerOf(email)).call(getMyProfile, {})).pending_email).toBeNull();
});

test("does not set the second factor", async () => {
  const { browser, email } = await member();
  const answer = await endedMeanwhile(email, () =>
    browser.attempt(mfaSetting, { body: { enabled: true } }),
  );
  expect(answer.error().type).toBe("SessionExpired");
  await ownerOf(email);
});

test("unlinks no external ID", async () => {
  const { browser, email } = await member();
  const visitor = portal.browser();
  await signInBy(visitor, { make: { email, verified: true } });
  await visitor.call(gmoidLink, { body: { password } });
  const [linked] = (await browser.call(listLinkedIdentities, {})).identities;
  const params = { id: linked?.id ?? "" };
  const answer = await endedMeanwhile(email, () => browser.attempt(unlinkIdentity, { params }));
  expect(answer.error().type).toBe("SessionExpired");
  const { identities } = await (await ownerOf(email)).call(listLinkedIdentities, {});
  expect(identities).toHaveLength(1);
});

test("does not leave the service", async () => {
  const { browser, email } = await member();
  const answer = await endedMeanwhile(email, () => browser.attempt(withdrawAccount, { body: {} }));
  expect(answer.error().type).toBe("SessionExpired");
  expect((await (await ownerOf(email)).call(getContract, {})).endsOn).toBeNull();
});

test.each([cancelContract, undoCancellation, upgrade, answerPrice])(
  "changes no contract: $name",
  async (endpoint) => {
    const { browser, email } = await member();
    const answer = await endedMeanwhile(email, () =>
      browser.attempt(endpoint, validInputs[endpoint.name] as never),
    );
    expect(answer.error().type).toBe("SessionExpired");
  },
);

test("has no copy of the data made", async () => {
  const { browser, email } = await member();
  const answer = await endedMeanwhile(email, () =>
    browser.attempt(requestDataExport, { body: {} }),
  );
  expect(answer.error().type).toBe("SessionExpired");
  expect((await (await ownerOf(email)).call(showDataExport, {})).state).toBe("none");
});

test("sends no copies of invoices elsewhere", async () => {
  const { browser, email } = await member();
  const next = newEmail();
  await browser.call(changeAccountingAddress, { body: { email: next } });
  const code = codeIn(await portal.mails.nth(next, 1));
  const answer = await endedMeanwhile(email, () =>
    browser.attempt(confirmAccountingAddress, { body: { code } }),
  );
  expect(answer.error().type).toBe("SessionExpired");
  expect((await (await ownerOf(email)).call(showAccountingAddress, {})).email).toBeNull();
});

test("does not change the name", async () => {
  const { browser, email } = await member();
  const before = await browser.call(getMyProfile, {});
  const body = { first_name: "Mallory", last_name: "Intruder" };
  const answer = await endedMeanwhile(email, () => browser.attempt(updateMyProfile, { body }));
  expect(answer.error().type).toBe("SessionExpired");
  const after = await (await ownerOf(email)).call(getMyProfile, {});
  expect(after.first_name).toBe(before.first_name);
});
