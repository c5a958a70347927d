import { getContract, listContractInvoices } from "@sekimori/karte-contract/endpoints/contract";
import { changeMember, listPeople } from "@sekimori/karte-contract/endpoints/people";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import {
  answerOffer,
  getWorkspace,
  leaveWorkspace,
  listReceivers,
  type OfferKind,
  offerWorkspace,
  takeContract,
  withdrawOffer,
} from "@sekimori/karte-contract/endpoints/workspaces";
import { actsOf, type Role } from "@sekimori/karte-contract/rights";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";

// Whoever holds the contract has handed the ownership on: they pay, and are an administrator.

let karte: TestKarte;
let workspace: TestWorkspace;
let holder: TestPerson;
let owner: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

beforeEach(async () => {
  karte.clock.reset();
  workspace = await karte.workspace();
  holder = workspace.owner;
  owner = await workspace.join("member");
  member = await workspace.join("member");
  const { id } = await holder.browser.call(offerWorkspace, {
    body: { to: owner.id, what: "ownership" },
  });
  await accept(owner, id);
});

const accept = (person: TestPerson, id: string) =>
  person.browser.call(answerOffer, { params: { id }, body: { accepted: true } });

const offered = async (from: TestPerson, to: TestPerson, what: OfferKind = "contract") =>
  (await from.browser.call(offerWorkspace, { body: { to: to.id, what } })).id;

/** Why an offer is refused. */
const refusal = async (from: TestPerson, to: TestPerson, what: OfferKind = "contract") =>
  (await from.browser.attempt(offerWorkspace, { body: { to: to.id, what } })).error().type;

const lower = (role: Role, groups: string[] | null = null) =>
  owner.browser.call(changeMember, { params: { id: holder.id }, body: { role, groups } });

const here = async ({ browser }: TestPerson) =>
  (await browser.call(getSession, {})).workspace ?? undefined;

describe.each(["admin", "member", "viewer"] as const)("a holder who is %s", (role) => {
  beforeEach(async () => {
    await lower(role);
  });

  test("offers the contract to a member, who accepts on their own, and leaves", async () => {
    karte.contracts.set(member.id, { ...amplePlan, plan: "security24" });
    expect((await holder.browser.attempt(leaveWorkspace, { body: {} })).error().type).toBe(
      "BillingOwner",
    );
    const { people } = await holder.browser.call(listReceivers, {});
    expect(people.map(({ id }) => id).sort()).toEqual([owner.id, member.id].sort());
    const id = await offered(holder, member);
    // Nothing changes without the receiver's word.
    expect((await here(member))?.plan.id).toBe("detailed");
    await accept(member, id);
    expect(await here(member)).toMatchObject({ role: "member", plan: { id: "security24" } });
    expect((await holder.browser.call(getContract, {})).yours).toBe(false);
    expect(await refusal(holder, owner)).toBe("NotAllowed");
    await holder.browser.call(leaveWorkspace, { body: {} });
    expect(await here(holder)).not.toMatchObject({ id: workspace.id });
    // Whoever holds it now is not stuck either.
    await accept(owner, await offered(member, owner));
    await member.browser.call(leaveWorkspace, { body: {} });
  });

  test("takes the offer back", async () => {
    const id = await offered(holder, member);
    await holder.browser.call(withdrawOffer, { params: { id } });
    const late = await member.browser.attempt(answerOffer, {
      params: { id },
      body: { accepted: true },
    });
    expect(late.error().type).toBe("NotFound");
    expect(await here(holder)).toMatchObject({ id: workspace.id, role });
  });

  test("sees what they pay, and what the contract's holder keeps", async () => {
    expect((await holder.browser.attempt(listContractInvoices, {})).status).toBe(200);
    const { acts = [] } = (await here(holder)) ?? {};
    expect(acts).toEqual(actsOf(role, { holdsContract: true }));
  });
});

test("who accepts is as much of an owner as whoever offers", async () => {
  const makesOwner = async () =>
    (await member.browser.call(getWorkspace, {})).offers.map((one) => one.makesOwner);
  const id = await offered(holder, member);
  expect(await makesOwner()).toEqual([false]);
  await owner.browser.call(changeMember, { params: { id: holder.id }, body: { role: "owner" } });
  expect(await makesOwner()).toEqual([true]);
  await accept(member, id);
  expect((await here(member))?.role).toBe("owner");
});

describe("gained is nothing else", () => {
  test("the holder hands on no ownership, and takes no offer of it back", async () => {
    expect(await refusal(holder, member, "ownership")).toBe("NotAllowed");
    const id = await offered(owner, member, "ownership");
    const back = await holder.browser.attempt(withdrawOffer, { params: { id } });
    expect(back.error().type).toBe("NotAllowed");
    await accept(member, id);
  });

  test("a holder restricted to groups sees whom to offer it to, and not who is let in where", async () => {
    await lower("viewer", []);
    expect((await holder.browser.call(listReceivers, {})).people).toHaveLength(2);
    expect((await holder.browser.attempt(listPeople, {})).error().type).toBe("NotAllowed");
  });

  test("nobody else offers the contract, takes the offer back, or takes the contract", async () => {
    const admin = await workspace.join("admin");
    const id = await offered(holder, member);
    for (const person of [admin, member]) {
      expect(await refusal(person, owner)).toBe("NotAllowed");
      const back = await person.browser.attempt(withdrawOffer, { params: { id } });
      expect(back.error().type).toBe("NotAllowed");
      const others = await person.browser.attempt(listReceivers, {});
      expect(others.error().type).toBe("NotAllowed");
    }
    // Nor an owner who does not pay.
    expect(await refusal(owner, member)).toBe("WrongState");
    expect((await owner.browser.attempt(takeContract, { body: {} })).error().type).toBe(
      "WrongState",
    );
  });

  test("tokens of the holder's do none of it", async () => {
    const scopes = ["read", "run", "findings", "reports", "domains", "activity"] as const;
    const { secret } = await holder.browser.call(addToken, {
      body: { label: "all", scopes: [...scopes], days: 1 },
    });
    const headers = { authorization: `Bearer ${secret}` };
    const ask = (method: "GET" | "POST", url: string, body?: object) =>
      holder.browser.request({ method, url, headers, ...(body ? { body } : {}) });
    expect((await ask("GET", "/v1/domains")).status).toBe(200);
    const refused = [
      await ask("POST", "/v1/workspace/offers", { to: member.id, what: "contract" }),
      await ask("GET", "/v1/workspace/receivers"),
      await ask("GET", "/v1/contract/invoices"),
    ];
    expect(refused.map((answer) => answer.error().type)).toEqual(
      Array(3).fill("ScopeInsufficient"),
    );
  });
});
