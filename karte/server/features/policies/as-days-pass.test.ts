import { changesByItself } from "@sekimori/karte-contract/query/changes-by-itself";
import { parseQuery } from "@sekimori/karte-contract/query/parse";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PolicyBed, raise, seen } from "./testing/policy-bed.ts";

// What comes true for a policy because a day has passed, without a scan.

const bed = new PolicyBed();
beforeAll(() => bed.start());
afterAll(() => bed.karte?.close());
beforeEach(() => bed.fresh());

const host = "www.example.jp";
const late = seen("http-csp", host);

/** The look of a morning so many days from now. */
async function morning(days: number): Promise<void> {
  bed.karte.clock.set(new Date(Date.now() + days * dayMs));
  await bed.perform("karte.look-at-policies", { dueAt: bed.karte.clock.now().toISOString() });
}

const dueIn = (days: number) =>
  bed.query(
    "update karte.finding set due_on = (now() at time zone 'Asia/Tokyo')::date + $1::int where workspace_id = $2",
    [days, bed.workspace.id],
  );

test.each([
  ["severity:high (overdue:yes or host:x)", true],
  ["-due:<7d", true],
  ["seen.first:>30d", true],
  ["accepted.until:<14d", true],
  ["severity:high host:a*", false],
])("%s changes by itself: %s", (query, isSo) => {
  expect(changesByItself(parseQuery(query))).toBe(isSo);
});

test("what becomes overdue is acted on in the morning after, once, as the order of policies says", async () => {
  const alert = { people: [bed.owner.id], webhook: false };
  await bed.policy("First", "host:www*", { label: "web" });
  await bed.policy("Late", "overdue:yes", { label: "late", severity: raise("high"), alert });
  await bed.scan([late]);
  await dueIn(2);
  await morning(1);
  expect((await bed.finding(host)).labels).toEqual(["web"]);
  await morning(3);
  expect(await bed.finding(host)).toMatchObject({ labels: ["late", "web"], severity: "high" });
  await morning(4);
  const acts = (await bed.activity()).filter(({ action }) => action === "policy.acted");
  expect(acts.map(({ detail }) => detail.name)).toEqual(["Late", "First"]);
  const { rows } = await bed.query<{ payload: { run: string } }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t
       on t.id = j.task_id where t.identifier = 'karte.raise-alerts' order by j.id desc limit 1`,
  );
  expect(rows[0]?.payload.run).toMatch(/^[0-9a-f-]{36}$/);
});

test("what was so when the policy was switched on, and what a scan has acted on, is no news", async () => {
  await bed.scan([late]);
  await dueIn(-1);
  await bed.policy("Late", "overdue:yes", { label: "late" });
  await morning(1);
  expect((await bed.finding(host)).labels).toEqual([]);
  // A scan sees it begin to match in another way, after it has become overdue.
  await bed.policy("Both", "overdue:yes severity:critical", { label: "both" });
  await bed.query("update karte.finding set due_on = due_on + 4 where workspace_id = $1", [
    bed.workspace.id,
  ]);
  bed.karte.clock.set(new Date(Date.now() + 5 * dayMs));
  await bed.scan([{ ...late, severity: "critical" }]);
  await morning(5.5);
  const acts = (await bed.activity()).filter(
    ({ action, detail }) => action === "policy.acted" && detail.name === "Both",
  );
  expect(acts).toHaveLength(1);
});

test("each look begins where the last one ended, so that what comes true again is news again", async () => {
  await bed.policy("Late", "overdue:yes", { label: "late" });
  await bed.scan([late]);
  await dueIn(2);
  await morning(3);
  // More time is given, and passes, too. Had the look of the third day not been kept, what was acted on then
  // would count as shown ever since.
  await dueIn(6);
  await morning(5);
  await morning(7);
  await morning(8);
  const acts = (await bed.activity()).filter(({ action }) => action === "policy.acted");
  expect(acts).toHaveLength(2);
});

test("a domain beyond what anything changed in is left alone, and a policy that is off, too", async () => {
  const id = await bed.policy("Late", "overdue:yes", { label: "late" });
  await bed.scan([late]);
  await dueIn(1);
  await bed.turnOff(id);
  await morning(3);
  expect((await bed.finding(host)).labels).toEqual([]);
});
