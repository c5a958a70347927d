import {
  cancelContract,
  getContract,
  withdrawAccount,
} from "@sekimori/portal-contract/endpoints/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOperator } from "../../operator.ts";
import { accountIdOf, signUpTo } from "../../testing/members.ts";
import { setClocks } from "../../testing/moving-days.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { OperatorRefused } from "../operator/operator-audit.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());
beforeEach(() => setClocks(portal, "2026-11-20T03:00:00Z"));

test("a cancellation and the closing of an account are taken back by name, each once, and not after the last day", async () => {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  const id = await accountIdOf(portal, email);
  const operator = createOperator(portal, "Sato");
  const undo = () => operator.undoEnd(id, "ticket 12");
  const end = async () => (await operator.showAccount(id, "ticket 12")).undo.end;
  const told = () =>
    portal.mails.to(email).filter(({ subject }) => /undone|stays open/.test(subject));
  await expect(undo()).rejects.toBeInstanceOf(OperatorRefused);
  expect(await end()).toBeNull();

  await browser.call(cancelContract, { body: {} });
  expect(await end()).toEqual({ of: "cancellation", until: "2026-11-30" });
  // Many at once take it back once.
  const answers = await Promise.allSettled(Array.from({ length: 5 }, undo));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await browser.call(getContract, {})).toMatchObject({ endsOn: null, mayUndo: false });
  await browser.call(withdrawAccount, { body: {} });
  expect((await end())?.of).toBe("withdrawal");
  expect(await undo()).toBe("withdrawal");
  await expect.poll(() => told().length).toBe(2);
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where account_id = $1 and action = 'contract.cancellation-undone'",
    [id],
  );
  const detail = { operator: "Sato", reason: "ticket 12" };
  expect(rows).toEqual([{ detail }, { detail }]);

  await browser.call(cancelContract, { body: {} });
  setClocks(portal, "2026-11-30T15:00:00Z");
  await expect(undo()).rejects.toBeInstanceOf(OperatorRefused);
  await expect(operator.undoEnd(id, " ")).rejects.toBeInstanceOf(OperatorRefused);
});
