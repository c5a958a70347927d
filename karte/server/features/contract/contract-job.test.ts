import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { afterEach, beforeEach, expect, test } from "vitest";
import { amplePlan, startTestKarte, type TestKarte } from "../../testing/test-karte.ts";
import { contractJob } from "./contract-job.ts";

let karte: TestKarte;
beforeEach(async () => {
  karte = await startTestKarte();
});
afterEach(() => karte.close());

/** Workspaces that have their domain diagnosed by a schedule, each by a contract of its own. */
async function scheduled(count: number): Promise<string[]> {
  const owners: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { owner } = await karte.workspace();
    await owner.browser.call(addDomain, { body: { name: `h${index}.example.jp` } });
    owners.push(owner.id);
  }
  await karte.database.owner.pool.query("update karte.domain set schedule = 1");
  return owners;
}

/** Has the job look once at a portal that does not tell of these; returns whom it was asked about. */
async function look(untold: readonly string[]): Promise<string[]> {
  const asked: string[] = [];
  const { contracts } = karte.context;
  const read: typeof contracts.read = async (account) => {
    asked.push(account);
    if (untold.includes(account)) throw new Error("The portal does not answer.");
    return { ...amplePlan, state: "cancelled" };
  };
  const { job } = contractJob({ ...karte.context, contracts: { ...contracts, read } });
  await job.perform({ dueAt: karte.clock.now().toISOString() }, {
    logger: karte.context.logger,
  } as never);
  return asked;
}

const heard = async () => {
  const { rows } = await karte.database.owner.pool.query<{ contract_owner: string }>(
    "select contract_owner from karte.contract_answer where answer ->> 'state' = 'cancelled'",
  );
  return rows.map((row) => row.contract_owner).sort();
};

test("a contract that the portal does not tell of keeps no other from being heard", async () => {
  const owners = await scheduled(4);
  karte.clock.advance(2 * 60 * 60_000);
  const [untold = ""] = owners;
  await look([untold]);
  expect(await heard()).toEqual(owners.slice(1).sort());
});

test("a portal that is away is not asked about everybody", async () => {
  const owners = await scheduled(8);
  karte.clock.advance(2 * 60 * 60_000);
  expect(await look(owners)).toHaveLength(5);
  expect(await heard()).toEqual([]);
  await look([]);
  expect(await heard()).toEqual([...owners].sort());
});

test("what was heard within the hour is believed", async () => {
  const owners = await scheduled(2);
  karte.clock.advance(2 * 60 * 60_000);
  expect((await look([])).sort()).toEqual([...owners].sort());
  karte.clock.advance(30 * 60_000);
  expect(await look([])).toEqual([]);
});
