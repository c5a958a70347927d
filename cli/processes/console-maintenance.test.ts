import {
  endMaintenance,
  listMaintenance,
  startMaintenance,
} from "@sekimori/console-contract/endpoints/maintenance";
import { signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { newEmail } from "@sekimori/portal-server/testing/members";
import { startTestPortal, type TestPortal } from "@sekimori/portal-server/testing/test-portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestConsole, type TestConsole } from "../testing/test-console.ts";

// Closing the product from the console: the portal follows, and the console itself is never closed.

let portal: TestPortal;
let operator: TestConsole;
beforeAll(async () => {
  portal = await startTestPortal();
  operator = await startTestConsole(portal);
});
afterAll(async () => {
  await operator?.stop();
  await portal?.close();
});

const reason = { reasonJa: "点検のため", reasonEn: "A check" };

const signedUp = () =>
  portal.browser().attempt(signUp, { body: { email: newEmail(), plan: "free", locale: "en" } });

test("an administrator closes everything, the portal follows, and staff log in and open it again", async () => {
  const { browser, name, account } = await operator.working("administrator");
  const colleague = await operator.person("support");
  const body = { area: "everything" as const, ...reason, minutes: 60 };
  const begun = await browser.call(startMaintenance, { body });
  expect(begun).toMatchObject({ area: "everything", reason: { ja: "点検のため", en: "A check" } });
  await expect.poll(async () => (await signedUp()).status, { timeout: 10_000 }).toBe(503);
  expect((await browser.call(listMaintenance, {})).maintenance).toEqual([
    { ...begun, startedBy: name },
  ]);
  const entered = await operator.enter(colleague.atPortal);
  expect((await entered.browser.call(listMaintenance, {})).maintenance).toHaveLength(1);
  const end = { body: { area: "everything" as const } };
  const refused = await entered.browser.attempt(endMaintenance, end);
  expect(refused.error()).toMatchObject({ type: "NotAllowed", data: { act: "run-maintenance" } });
  await browser.call(endMaintenance, end);
  expect((await browser.attempt(endMaintenance, end)).error().type).toBe("MaintenanceOver");
  await expect.poll(async () => (await signedUp()).status, { timeout: 10_000 }).toBe(200);
  const { rows } = await portal.database.pool.query(
    "select action, detail ->> 'operator' as by from portal.audit_event where action like 'operator.maint%' order by id",
  );
  expect(rows).toEqual([
    { action: "operator.maintenance-started", by: name },
    { action: "operator.maintenance-ended", by: name },
  ]);
  expect(account).not.toBe("");
});
