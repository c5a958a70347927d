import { confirmInformation } from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newEmail, signUpTo } from "../../testing/members.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" });
});
afterAll(() => portal.close());

test("one address signed up a hundred times in parallel becomes one account", async () => {
  const email = newEmail();
  const browsers = Array.from({ length: 100 }, () => portal.browser());
  for (const browser of browsers) await signUpTo(portal, browser, "confirmation", { email });
  const answers = await Promise.all(
    browsers.map((browser) => browser.attempt(confirmInformation, { body: {} })),
  );
  const outcomes = answers.map((answer) => (answer.status === 200 ? "ok" : answer.error().type));
  expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "LoginIDExists")).toHaveLength(99);
  const { rows } = await portal.database.pool.query(
    `select count(*)::int as accounts, count(c.account_id)::int as passwords
     from portal.account a left join portal.credential c on c.account_id = a.id`,
  );
  expect(rows).toEqual([{ accounts: 1, passwords: 1 }]);
});
