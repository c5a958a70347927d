import {
  billDay,
  closeMonth,
  compareDay,
  exportMonth,
  showMonth,
} from "@sekimori/console-contract/endpoints/month";
import { signUpTo } from "@sekimori/portal-server/testing/members";
import { runDay, setClocks } from "@sekimori/portal-server/testing/moving-days";
import { agree, cards, submitCard } from "@sekimori/portal-server/testing/sign-up-calls";
import { startTestPortal, type TestPortal } from "@sekimori/portal-server/testing/test-portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outcome, startTestConsole, type TestConsole } from "../testing/test-console.ts";

// A month of the books at the console: what it came to, what keeps it open, and its end.

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

const acts = async () => {
  const { rows } = await portal.database.pool.query<{ action: string; by: string }>(
    `select action, detail ->> 'operator' as by from portal.audit_event
     where action in ('operator.billing-asked', 'operator.comparison-asked',
       'operator.month-closed', 'operator.accounting-exported') order by id`,
  );
  return rows;
};

test("a month is shown with what keeps it open, billed, compared, closed once and exported, by name", async () => {
  setClocks(portal, "2026-11-20T03:00:00Z");
  const member = portal.browser();
  const { email } = await signUpTo(portal, member, "account", { plan: "detailed" });
  await submitCard(portal, member, cards.success);
  await agree(member);
  const [billing, auditor] = [
    await operator.returning("billing"),
    await operator.returning("auditor"),
  ];
  await runDay(portal, "2027-01-01");
  let browser = await billing.enter();
  const body = { month: "2027-01" };
  const shown = await browser.call(showMonth, { body });
  expect(shown).toMatchObject({
    isOver: false,
    total: { issued: { count: 1 }, paid: { count: 1, yen: 11_000 } },
    unfinished: { earlier: null, unbilled: 0, unreconciled: ["2027-01-01"] },
    closed: null,
  });
  // A list of sums names nobody.
  expect(JSON.stringify(shown)).not.toContain(email);
  expect(await outcome(browser, closeMonth, body)).toBe("MonthOpen");
  expect(await outcome(browser, showMonth, { month: "2027-13" })).toBe("InvalidInput");

  setClocks(portal, "2027-01-31T16:00:00Z");
  browser = await billing.enter();
  expect(await outcome(browser, closeMonth, body)).toBe("MonthOpen");
  await browser.call(billDay, { body: { day: "2027-01-31" } });
  expect(await outcome(browser, compareDay, { day: "2027-02-01" })).toBe("DayNotOver");
  // Everybody who is due until then would be charged now.
  expect(await outcome(browser, billDay, { day: "2027-02-28" })).toBe("DayNotOver");
  await browser.call(compareDay, { body: { day: "2027-01-01" } });
  const open = async () => (await browser.call(showMonth, { body })).unfinished.unreconciled;
  await expect.poll(open, { timeout: 20_000 }).toEqual([]);

  const reading = await auditor.enter();
  for (const [endpoint, asked] of [
    [closeMonth, body],
    [billDay, { day: "2027-01-31" }],
  ] as const) {
    expect(await outcome(reading, endpoint, asked)).toBe("NotAllowed");
  }
  const { file } = await reading.call(exportMonth, { body: { ...body, format: "freee" } });
  expect(file).toContain("11000");

  const { differences } = await browser.call(showMonth, { body });
  const despite = differences.length === 0 ? {} : { despite: "ticket 12" };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => outcome(browser, closeMonth, { ...body, ...despite })),
  );
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  expect((await browser.call(showMonth, { body })).closed).toMatchObject({ by: billing.name });
  expect(await acts()).toEqual([
    { action: "operator.billing-asked", by: billing.name },
    { action: "operator.comparison-asked", by: billing.name },
    { action: "operator.accounting-exported", by: auditor.name },
    { action: "operator.month-closed", by: billing.name },
  ]);
});
