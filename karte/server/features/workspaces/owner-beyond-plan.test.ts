import { listActivity } from "@sekimori/karte-contract/endpoints/activity";
import { listContractInvoices } from "@sekimori/karte-contract/endpoints/contract";
import { addDomain, exportDomains, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import {
  changeMember,
  invitePeople,
  listPeople,
  removeMember,
} from "@sekimori/karte-contract/endpoints/people";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import {
  answerOffer,
  closeWorkspace,
  createWorkspace,
  getWorkspace,
  leaveWorkspace,
  offerWorkspace,
  reopenWorkspace,
  takeContract,
  withdrawOffer,
} from "@sekimori/karte-contract/endpoints/workspaces";
import { acts, actsOf, mayDo, type Role } from "@sekimori/karte-contract/rights";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";

// The plan holds one person: whoever holds the contract, who is an administrator here. The only
// owner is beyond it, and so are all others.

let karte: TestKarte;
let workspace: TestWorkspace;
let holder: TestPerson;
let owner: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

const onePerson = {
  ...amplePlan,
  plan: "free",
  state: "free",
  entitlements: { ...amplePlan.entitlements, users: 1 },
} as const;

const setRole = (id: string, role: Role) =>
  owner.browser.call(changeMember, { params: { id }, body: { role } });

const appoint = (id: string) => setRole(id, "owner");

const roleOf = async (id: string) =>
  (await holder.browser.call(listPeople, {})).members.find((one) => one.id === id)?.role;

beforeEach(async () => {
  karte.clock.reset();
  workspace = await karte.workspace();
  holder = workspace.owner;
  owner = await workspace.join("owner");
  member = await workspace.join("member");
  await setRole(holder.id, "admin");
  karte.contracts.set(holder.id, onePerson);
  await karte.hear("plan-changed", holder.id);
});

test("the session names the owner's role and what of it is kept", async () => {
  const { workspace: here } = await owner.browser.call(getSession, {});
  expect(here).toMatchObject({ role: "owner", overPlan: true });
  expect(here?.acts).toEqual(actsOf("owner", { isBeyondPlan: true }));
  const { workspace: theirs } = await member.browser.call(getSession, {});
  expect(theirs).toMatchObject({ role: "member", overPlan: true, acts: actsOf("viewer") });
});

interface Change {
  readonly role?: Role;
  readonly groups?: string[] | null;
  readonly suspended?: boolean;
}

/** How one member is changed by the owner, and whether that hands on or ends the ownership. */
const changes: readonly (readonly [string, Change, boolean])[] = [
  ["another", { role: "owner" }, true],
  ["another", { role: "admin" }, false],
  ["another", { role: "viewer", groups: [] }, false],
  ["another", { suspended: true }, false],
  ["another owner", { role: "member" }, false],
  ["another owner", { suspended: true }, false],
  ["the owner", { role: "viewer", groups: null }, true],
  ["the owner", { suspended: true }, false],
];

test.each(changes)("changing %s by %j: %s", async (whom, body, isKept) => {
  if (whom !== "another") await appoint(member.id);
  const { id } = whom === "the owner" ? owner : member;
  const answer = await owner.browser.attempt(changeMember, { params: { id }, body });
  expect(answer.status).toBe(isKept ? 200 : 403);
});

test.each([
  ["another", false],
  ["another owner", false],
  ["the owner", true],
] as const)("removing %s: %s", async (whom, isKept) => {
  if (whom !== "another") await appoint(member.id);
  const { id } = whom === "the owner" ? owner : member;
  const answer = await owner.browser.attempt(removeMember, { params: { id } });
  expect(answer.status).toBe(isKept ? 200 : 403);
});

describe("an owner beyond the plan is not stuck", () => {
  test("makes somebody an owner and leaves", async () => {
    const last = await owner.browser.attempt(leaveWorkspace, { body: {} });
    expect(last.error().type).toBe("LastOwner");
    await appoint(holder.id);
    await owner.browser.call(leaveWorkspace, { body: {} });
    // Whoever holds the contract can upgrade, and decides again.
    const { workspace: here } = await holder.browser.call(getSession, {});
    expect(here).toMatchObject({ role: "owner", overPlan: false, acts });
  });

  test("offers the ownership, takes that back, offers it again, and goes when it was accepted", async () => {
    const body = { to: holder.id, what: "ownership" } as const;
    const { id } = await owner.browser.call(offerWorkspace, { body });
    await owner.browser.call(withdrawOffer, { params: { id } });
    const again = await owner.browser.call(offerWorkspace, { body });
    const params = { id: again.id };
    await holder.browser.call(answerOffer, { params, body: { accepted: true } });
    expect(await roleOf(holder.id)).toBe("owner");
    await owner.browser.call(leaveWorkspace, { body: {} });
    expect(await roleOf(owner.id)).toBeUndefined();
  });

  test("hands the ownership to somebody who is beyond the plan too, with their word", async () => {
    const body = { to: member.id, what: "ownership" } as const;
    const { id } = await owner.browser.call(offerWorkspace, { body });
    await member.browser.call(answerOffer, { params: { id }, body: { accepted: true } });
    const { workspace: here } = await member.browser.call(getSession, {});
    expect(here).toMatchObject({
      role: "owner",
      overPlan: true,
      acts: actsOf("owner", { isBeyondPlan: true }),
    });
  });

  test("takes the data and the log along, closes the workspace, and opens it again", async () => {
    await owner.browser.call(exportDomains, { query: {} });
    const { entries } = await owner.browser.call(listActivity, { query: {} });
    expect(entries.length).toBeGreaterThan(0);
    const { name } = await owner.browser.call(getWorkspace, {});
    await owner.browser.call(closeWorkspace, { body: { name } });
    const shut = await holder.browser.attempt(listDomains, { query: {} });
    expect(shut.error().type).toBe("NotAMember");
    await owner.browser.call(reopenWorkspace, { body: { workspace: workspace.id } });
    expect((await holder.browser.attempt(listDomains, { query: {} })).status).toBe(200);
  });

  test("takes the contract over when it is offered, and the workspace lives again", async () => {
    await appoint(holder.id);
    const body = { to: owner.id, what: "contract" } as const;
    const { id } = await holder.browser.call(offerWorkspace, { body });
    await owner.browser.call(answerOffer, { params: { id }, body: { accepted: true } });
    const { workspace: here } = await owner.browser.call(getSession, {});
    expect(here).toMatchObject({ plan: { id: "detailed" }, overPlan: false, acts });
    await owner.browser.call(addDomain, { body: { name: "again.example.jp" } });
    expect((await member.browser.call(getSession, {})).workspace?.overPlan).toBe(false);
  });
});

test("gains nothing: no invitation, no domain, no token, no invoices of somebody else", async () => {
  const { browser } = owner;
  const refused = [
    await browser.attempt(invitePeople, { body: { emails: ["n@people.example"], role: "viewer" } }),
    await browser.attempt(addDomain, { body: { name: "more.example.jp" } }),
    await browser.attempt(addToken, { body: { label: "x", scopes: ["read"], days: 1 } }),
    await browser.attempt(listContractInvoices, {}),
  ];
  expect(refused.map((answer) => answer.error().type)).toEqual(Array(4).fill("NotAllowed"));
  // Nor by another owner: as many people are within the plan as before.
  await appoint(member.id);
  for (const one of [owner, member]) {
    const { workspace: here } = await one.browser.call(getSession, {});
    expect(here?.overPlan).toBe(true);
  }
});

test("only a person may: tokens of theirs stand still", async () => {
  karte.contracts.set(holder.id, amplePlan);
  await karte.hear("plan-changed", holder.id);
  const body = { label: "log", scopes: ["activity", "read"] as const, days: 1 };
  const { secret } = await owner.browser.call(addToken, {
    body: { ...body, scopes: [...body.scopes] },
  });
  const read = () =>
    owner.browser.request({ url: "/v1/activity", headers: { authorization: `Bearer ${secret}` } });
  expect((await read()).status).toBe(200);
  karte.contracts.set(holder.id, onePerson);
  await karte.hear("plan-changed", holder.id);
  expect(mayDo("owner", "see-activity", { isBeyondPlan: true })).toBe(true);
  expect((await read()).error().type).toBe("TokenInvalid");
});

describe("when somebody goes", () => {
  test("each owner whom the holder's going leaves beyond the plan can take their workspace over", async () => {
    // Another workspace on the same contract: its owner joined later, and is beyond one person.
    await holder.browser.call(createWorkspace, { body: { name: "Branch" } });
    const { workspace: branch } = await holder.browser.call(getSession, {});
    const second = karte.person();
    await karte.database.owner.pool.query(
      `insert into karte.member (workspace_id, account_id, role, personal, joined_at)
       select $1, $2, role, personal, now() + interval '1 minute' from karte.member
       where workspace_id = $1`,
      [branch?.id, second.id],
    );
    karte.contracts.set(holder.id, undefined);
    await karte.hear("account-closed", holder.id);
    expect((await owner.browser.call(getSession, {})).workspace?.overPlan).toBe(false);
    const { workspace: seen } = await second.browser.call(getSession, {});
    expect(seen).toMatchObject({ id: branch?.id, role: "owner", overPlan: true });
    await second.browser.call(takeContract, { body: {} });
    const { workspace: here } = await second.browser.call(getSession, {});
    expect(here).toMatchObject({ plan: { id: "detailed" }, overPlan: false, acts });
  });

  test("the last owner keeps the workspace for others until their account is gone", async () => {
    const leaving = { endsOn: "2027-01-10", endReason: "withdrawn", deletesOn: "2027-02-09" };
    karte.contracts.set(owner.id, { ...amplePlan, ...leaving } as typeof amplePlan);
    await karte.hear("plan-changed", owner.id);
    const told = async () => (await holder.browser.call(getSession, {})).workspace?.leaving;
    expect(await told()).toMatchObject({ closesOn: leaving.deletesOn });
    await appoint(holder.id);
    expect((await told())?.closesOn ?? null).toBeNull();
    await karte.hear("account-deleted", owner.id);
    expect(await roleOf(holder.id)).toBe("owner");
  });
});
