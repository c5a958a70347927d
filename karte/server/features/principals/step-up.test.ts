import { allEndpoints } from "@sekimori/karte-contract/endpoints";
import { type KarteEndpoint, takesStepUp } from "@sekimori/karte-contract/endpoints/declare";
import {
  changeMember,
  invitePeople,
  removeMember,
} from "@sekimori/karte-contract/endpoints/people";
import {
  answerOffer,
  leaveWorkspace,
  offerWorkspace,
} from "@sekimori/karte-contract/endpoints/workspaces";
import { type Act, acts, needsStepUp } from "@sekimori/karte-contract/rights";
import { scopeFor } from "@sekimori/karte-contract/token-scopes";
import type { TestClient, TestResponse } from "@sekimori/kit-development/testing";
import { requestFor } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inputFor } from "../../testing/inputs.ts";
import { startTestKarte, type TestKarte, type TestPerson } from "../../testing/test-karte.ts";

// The column of the table of rights that asks for a recent sign-in, by every act and every call: an
// owner's browser that was left alone for eleven minutes takes nothing over.

let karte: TestKarte;
let owner: TestPerson;
let admin: TestPerson;
let others: Readonly<Record<"owner" | "admin" | "member", TestPerson>>;
beforeAll(async () => {
  karte = await startTestKarte();
  const workspace = await karte.workspace();
  owner = workspace.owner;
  admin = await workspace.join("admin");
  others = {
    owner: await workspace.join("owner"),
    admin: await workspace.join("admin"),
    member: await workspace.join("member"),
  };
  karte.clock.advance(11 * 60_000);
});
afterAll(() => karte.close());
beforeEach(() => karte.database.owner.pool.query("delete from kit.rate_limit"));

const some = "00000000-0000-4000-8000-000000000000";
const ids = { domain: some, group: some, finding: some, run: some, selection: some };

function send(browser: TestClient, endpoint: KarteEndpoint): Promise<TestResponse> {
  const { query, body, params } = inputFor(endpoint, ids, some, { secret: "x", workspace: some });
  const input = {
    ...(endpoint.params ? { params } : {}),
    ...(endpoint.query ? { query } : {}),
    ...(endpoint.body ? { body } : {}),
  };
  return browser.request(requestFor(endpoint, input as never));
}

const isRefused = (answer: TestResponse) =>
  answer.status === 403 && answer.error().type === "RecentSignInRequired";

/** Acts that a call decides on by what it is about, and a call that is each of them. */
const decided: Partial<Record<Act, () => Promise<TestResponse>>> = {
  "invite-admins": () =>
    admin.browser.attempt(invitePeople, {
      body: { emails: ["x@people.example"], role: "admin" },
    }),
  "manage-people": () =>
    admin.browser.attempt(changeMember, {
      params: { id: others.admin.id },
      body: { role: "viewer", groups: null },
    }),
  "appoint-owners": () =>
    owner.browser.attempt(changeMember, {
      params: { id: others.member.id },
      body: { role: "owner" },
    }),
  "resign-ownership": () => owner.browser.attempt(removeMember, { params: { id: owner.id } }),
  "manage-owners": () => owner.browser.attempt(removeMember, { params: { id: others.owner.id } }),
  "transfer-ownership": () =>
    owner.browser.attempt(offerWorkspace, { body: { to: others.member.id, what: "ownership" } }),
  "accept-offers": () =>
    others.member.browser.attempt(answerOffer, { params: { id: some }, body: { accepted: true } }),
};

describe("each act that takes a step-up refuses an old sign-in", () => {
  const guarded = acts.filter(needsStepUp);

  test("there are such acts, and no token may do one", () => {
    expect(guarded).toContain("manage-people");
    expect(guarded.filter((act) => scopeFor(act) !== undefined)).toEqual([]);
  });

  test.each(guarded)("%s", async (act) => {
    const calls = allEndpoints.filter((one) => one.access === act && takesStepUp(one));
    const tried = [
      ...calls.map((endpoint) => () => send(owner.browser, endpoint)),
      ...(decided[act] ? [decided[act]] : []),
    ];
    expect(tried.length).toBeGreaterThan(0);
    for (const call of tried) expect(isRefused(await call())).toBe(true);
  });
});

test.each(allEndpoints.filter(takesStepUp).map((one) => [one.name, one] as const))(
  "%s refuses an old sign-in, and says so in its declaration",
  async (_, endpoint) => {
    expect(endpoint.errors).toContain("RecentSignInRequired");
    expect(isRefused(await send(owner.browser, endpoint))).toBe(true);
  },
);

test("what only takes something back, and a no, take none", async () => {
  const free = ["removeToken", "withdrawOffer", "withdrawInvitation", "testWebhook"];
  for (const endpoint of allEndpoints.filter(({ name }) => free.includes(name))) {
    expect(isRefused(await send(owner.browser, endpoint))).toBe(false);
  }
  const no = { params: { id: some }, body: { accepted: false } };
  expect(isRefused(await others.member.browser.attempt(answerOffer, no))).toBe(false);
});

test("who has proved anew who they are goes on", async () => {
  karte.signInAgain(admin);
  const change = {
    params: { id: others.admin.id },
    body: { role: "viewer", groups: null },
  } as const;
  expect((await admin.browser.attempt(changeMember, change)).status).toBe(200);
});

test("an owner who leaves gives the ownership up, which takes one; others go at once", async () => {
  expect(isRefused(await owner.browser.attempt(leaveWorkspace, { body: {} }))).toBe(true);
  expect((await others.member.browser.attempt(leaveWorkspace, { body: {} })).status).toBe(200);
});
