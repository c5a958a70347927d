import { withdrawAccount } from "@sekimori/portal-contract/endpoints/contract";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOperator, type Operator } from "../../operator.ts";
import { accountIdOf, newMember, signUpTo } from "../../testing/members.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import { addTestPasskey } from "../../testing/passkeys.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { OperatorRefused } from "../operator/operator-audit.ts";
import { explainNext } from "./member-money.ts";

let portal: TestPortal;
let operator: Operator;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  setClocks(portal, "2026-11-20T03:00:00Z");
  operator = createOperator(portal, "Sato");
});
afterAll(() => portal.close());

const show = (id: string) => operator.showAccount(id, "ticket 12");

test("a paying member: standing, contract, the next charge with its reason, invoices, sessions and consents", async () => {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  const id = await accountIdOf(portal, email);
  const trial = await show(id);
  expect(trial.money.contract).toMatchObject({ plan: "detailed", state: "trial" });
  await runDay(portal, "2027-01-01T03:00:00Z");
  await portal.browser().call(signIn, { body: { email, password } });
  const member = await show(id);
  expect(member).toMatchObject({
    id,
    name: "山本 花子",
    company: "関守商店",
    corporateNumber: "7000012050002",
    email,
    standing: "active",
    money: {
      contract: { plan: "detailed", state: "active" },
      nextCharge: {
        on: "2027-02-01",
        from: "2027-02-01",
        to: "2027-02-28",
        amount: 11_000,
        taxPercent: 10,
        taxAmount: 1_000,
        lateCharge: 0,
        price: "of-contract",
      },
      invoices: [{ state: "paid", total: 11_000, lines: [{ kind: "plan", amount: 11_000 }] }],
      moreInvoices: false,
      parked: null,
    },
    access: { hasPassword: true, secondFactor: null, ways: [], locks: [], sessions: { count: 1 } },
    consents: { terms: { areInForce: true }, applications: [] },
    open: [],
  });
  expect(member.sentence.en).toMatch(/^A member since/);
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where account_id = $1 and action = 'operator.account-read'",
    [id],
  );
  const detail = { operator: "Sato", reason: "ticket 12", shown: "account" };
  expect(rows).toEqual([{ detail }, { detail }]);
});

test("an announced price that was agreed to is said to be the reason of the amount", () => {
  const next = { on: "2027-04-01", amount: 13_200, taxPercent: 10, lateCharge: 123 };
  expect(explainNext({ nextCharges: [next] }, 11_000, "floor")).toMatchObject({
    to: "2027-04-30",
    taxAmount: 1_200,
    lateCharge: 123,
    price: "announced",
  });
  expect(explainNext({ nextCharges: [] }, 11_000, "floor")).toBeNull();
});

test("what counts against sign-ins, the strongest factor and what is open are on the page", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const id = await accountIdOf(portal, email);
  for (let n = 0; n < 21; n += 1) {
    await browser.attempt(signIn, { body: { email, password: "Wrong-Pass1" } });
  }
  await operator.inquire(id, { ja: "住所", en: "Address" });
  await operator.forcePasswordReset(id);
  const member = await show(id);
  expect(member.access.locks).toMatchObject([{ of: "passwords", from: "known-browser" }]);
  expect(member.access.locks[0]?.until).toBeInstanceOf(Date);
  expect(member.open).toMatchObject([{ kind: "inquiry" }]);
  expect(member.sentence.en).toMatch(
    /Some sign-ins are refused until .* has to set a new password/,
  );
  const [mailed, keyed] = [portal.browser(), portal.browser()];
  const one = await newMember(portal, mailed);
  await mailed.call(mfaSetting, { body: { enabled: true } });
  const { access } = await show(await accountIdOf(portal, one.email));
  expect(access).toMatchObject({ secondFactor: "email", passkeys: 0 });
  const two = await newMember(portal, keyed);
  await addTestPasskey(keyed);
  const strong = await show(await accountIdOf(portal, two.email));
  expect(strong.access).toMatchObject({ secondFactor: "passkey", passkeys: 1 });
});

test("a member who leaves, a closed account, a sign-up without agreement and nobody", async () => {
  const leaving = portal.browser();
  const one = await newMember(portal, leaving);
  await leaving.call(withdrawAccount, { body: {} });
  const left = await show(await accountIdOf(portal, one.email));
  expect(left.standing).toBe("leaving");
  expect(left.sentence.en).toContain("deleted on");
  const two = await newMember(portal, portal.browser());
  const closed = await accountIdOf(portal, two.email);
  await operator.closeAccount(closed);
  expect(await show(closed)).toMatchObject({ standing: "closed", access: { hasPassword: false } });
  const three = await signUpTo(portal, portal.browser(), "account");
  const unfinished = await show(await accountIdOf(portal, three.email));
  expect(unfinished).toMatchObject({
    standing: "unfinished",
    money: { contract: null, nextCharge: null },
    consents: { terms: null },
  });
  await expect(show(crypto.randomUUID())).rejects.toBeInstanceOf(OperatorRefused);
  await expect(operator.showAccount(closed, "")).rejects.toBeInstanceOf(OperatorRefused);
});
