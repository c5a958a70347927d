import { listAlerts } from "@sekimori/karte-contract/endpoints/alerts";
import { listFindings } from "@sekimori/karte-contract/endpoints/findings";
import { removeMember } from "@sekimori/karte-contract/endpoints/people";
import { changePolicy, tryPolicy } from "@sekimori/karte-contract/endpoints/policies";
import { makeTickets } from "@sekimori/karte-contract/endpoints/tickets";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alertTitle } from "../alerts/alert-words.ts";
import { askedHost, none, PolicyBed, seen } from "./testing/policy-bed.ts";

// What a trial promises, what waits for a press, and whom a policy tells.

const bed = new PolicyBed();
beforeAll(() => bed.start());
afterAll(() => bed.karte?.close());
beforeEach(() => bed.fresh());

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => seen("http-csp", `h${at}.shop.jp`));

/** Has tickets made of hosts' findings, by hand. */
async function press(...hosts: readonly string[]): Promise<void> {
  const { findings } = await bed.owner.browser.call(listFindings, { query: { size: 100 } });
  const ids = findings.filter(({ host }) => hosts.includes(host)).map(({ id }) => id);
  await bed.owner.browser.call(makeTickets, { body: { system: bed.system, findings: ids } });
}

describe("tickets that are too many", () => {
  test("are counted until they are made by hand", async () => {
    await bed.connect();
    await bed.policy("Tickets", "check:http-csp", { ticket: bed.system });
    await bed.scan(many(51));
    const held = async () => (await bed.policies())[0]?.held;
    expect(await held()).toBe(51);
    await press(...many(50).map(({ place }) => place.host));
    expect(await held()).toBe(1);
    await press("h50.shop.jp");
    expect(await held()).toBe(0);
  });

  test("are not in a trial's number, and neither are those that are there", async () => {
    await bed.connect();
    const few = ["a", "b"].map((name) => seen("http-csp", `${name}.shop.jp`));
    await bed.scan(few);
    await bed.scan([...few, ...many(51)]);
    await bed.scan([...few, ...many(51), seen("http-csp", "c.shop.jp")]);
    const id = await bed.add("Tickets", "check:http-csp", { ticket: bed.system });
    expect(await bed.trial(id)).toMatchObject({ causes: 54, would: { tickets: 3, held: 1 } });
    await press("a.shop.jp");
    expect(await bed.trial(id)).toMatchObject({ would: { tickets: 2, held: 1 } });
    await bed.query("delete from karte.ticket_system where id = $1", [bed.system]);
    expect(await bed.trial(id)).toMatchObject({ would: { tickets: 0, held: 0 } });
  });
});

test("a policy that names who or what is gone says so, and can be changed", async () => {
  await bed.connect();
  const member = await bed.workspace.join("member");
  const acts = {
    ...{ ...none, owner: member.id, ticket: bed.system },
    alert: { people: [member.id], webhook: false },
  };
  const id = await bed.add("Gone", "check:http-csp", acts);
  await bed.query("delete from karte.member where account_id = $1", [member.id]);
  await bed.query("delete from karte.ticket_system where id = $1", [bed.system]);
  expect(await bed.policies()).toMatchObject([{ missing: ["owner", "people", "ticket"] }]);
  const change = (changed: typeof acts) =>
    bed.owner.browser.attempt(changePolicy, {
      params: { id },
      body: { name: "Gone", query: "check:http-*", acts: changed },
    });
  expect((await change(acts)).status).toBe(200);
  const stranger = await bed.karte.workspace();
  const other = await change({ ...acts, owner: stranger.owner.id });
  expect(other.error().fields).toMatchObject([{ path: "acts.owner" }]);
});

test("whoever leaves the workspace is named by no policy's alerts any more", async () => {
  const [gone, stays] = [await bed.workspace.join("member"), await bed.workspace.join("member")];
  const tell = (...people: string[]) => ({ alert: { people, webhook: false } });
  await bed.policy("Both", "check:http-csp", tell(gone.id, stays.id));
  await bed.policy("One", "check:http-csp", tell(gone.id));
  await bed.add("Owner", "check:http-csp", { owner: gone.id });
  await bed.owner.browser.call(removeMember, { params: { id: gone.id } });
  expect(await bed.policies()).toMatchObject([
    { acts: tell(stays.id), missing: [], enabled: true },
    { acts: tell(), missing: ["people"], enabled: true },
    { acts: { owner: gone.id }, missing: ["owner"] },
  ]);
});

test("a trial holds up no scan, and is of what it read", async () => {
  const id = await bed.add("CSP", "check:http-csp", { label: "csp" });
  const client = await bed.karte.database.owner.pool.connect();
  try {
    await client.query("begin");
    await client.query("lock table karte.finding_event in access exclusive mode");
    const body = { days: 90 };
    const tried = bed.owner.browser.attempt(tryPolicy, { params: { id }, body });
    await bed.untilBlocked();
    // A scan would count here what the policy did; somebody changes it.
    await bed.query("select from karte.policy where id = $1 for update nowait", [id]);
    await bed.query("update karte.policy set version = 2 where id = $1", [id]);
    await client.query("commit");
    expect((await tried).error().type).toBe("ChangedMeanwhile");
  } finally {
    client.release(true);
  }
  expect(await bed.policies()).toMatchObject([{ tried: false }]);
  expect(await bed.trial(id)).toMatchObject({
    ...{ version: 2, name: "CSP", query: "check:http-csp", enabled: false },
    acts: { ...none, label: "csp" },
  });
});

test("a policy tells of what is open, and does not call it new", async () => {
  const alert = { people: [bed.owner.id], webhook: false };
  await bed.policy("Tell", "check:http-csp state:fixed,open,new", { alert });
  const told = async () =>
    (await bed.owner.browser.call(listAlerts, { query: {} })).alerts.map(({ detail }) => detail);
  await bed.scan([seen("http-csp", askedHost)]);
  expect(await told()).toMatchObject([{ host: askedHost }]);
  await bed.policy("Tell of ends", "check:http-csp state:fixed", { alert });
  await bed.scan([{ ...seen("http-csp", askedHost), state: "pass", severity: null }]);
  expect((await bed.finding(askedHost)).state).toBe("fixed");
  expect(await told()).toHaveLength(1);
  expect(alertTitle("finding.new", { policy: "Tell" }, "ja")).toBe("ポリシーに一致した検出事項");
  expect(alertTitle("finding.new", {}, "en")).toBe("New finding");
});
