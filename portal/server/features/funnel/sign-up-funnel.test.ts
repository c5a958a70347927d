import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { signUpFunnel } from "./sign-up-funnel.ts";

// How far sign-ups get: some that end on the way, one that is declined, one that pays after its trial.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  setClocks(portal, "2026-11-22T14:50:00Z");
});
afterAll(() => portal.close());

const funnel = () => signUpFunnel(portal.context, 12);

test("sign-ups are counted by the step that they reached, in the week in which they began", async () => {
  for (const stop of ["verification", "information", "confirmation"] as const) {
    await signUpTo(portal, portal.browser(), stop);
  }
  const [paying, declined] = [portal.browser(), portal.browser()];
  await signUpTo(portal, paying, "account", { plan: "detailed" });
  await signUpTo(portal, declined, "account", { plan: "detailed" });
  await submitCard(portal, declined, cards.declined);
  await submitCard(portal, paying, cards.success);
  // The rest of it is done on a Monday: it counts in the week of its beginning.
  portal.clock.advance(15 * 60_000);
  await agree(paying);
  const { signUps, cards: entered, trials } = await funnel();
  expect(signUps).toEqual([
    {
      week: "2026-11-16",
      source: "register",
      began: 5,
      information: 4,
      confirmation: 3,
      payment: 2,
      agreement: 1,
      finished: 1,
    },
  ]);
  expect(entered).toEqual([
    { week: "2026-11-16", saved: 1, threeDSecure: 0, declined: 1, otherwise: 0, left: 0 },
  ]);
  expect(trials).toEqual([{ week: "2026-11-23", began: 1, paid: 0, ended: 0 }]);
});

test("a trial that is charged counts as paid, and nothing of a count names anybody", async () => {
  await runDay(portal, "2026-12-31T15:10:00Z");
  expect((await funnel()).trials).toEqual([{ week: "2026-11-23", began: 1, paid: 1, ended: 0 }]);
  const { rows } = await portal.database.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'portal' and table_name = 'sign_up_tally' order by ordinal_position`,
  );
  expect(rows.map(({ name }) => name)).toEqual(["began_at", "source", "plan", "step"]);
});
