import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import {
  acceptInvitation,
  changeMember,
  invitePeople,
  listPeople,
  removeMember,
} from "@sekimori/karte-contract/endpoints/people";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import {
  answerOffer,
  leaveWorkspace,
  offerWorkspace,
} from "@sekimori/karte-contract/endpoints/workspaces";
import { AppError } from "@sekimori/kit-server/errors";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { DirectoryWord } from "../../ports/contracts.ts";
import { amplePlan, startTestKarte, type TestKarte } from "../../testing/test-karte.ts";
import { hearDirectory } from "./directory-service.ts";

let karte: TestKarte;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  karte = await startTestKarte();
  worker = await karte.work();
});
afterAll(async () => {
  await worker.stop();
  await karte.close();
});

type Workspace = Awaited<ReturnType<TestKarte["workspace"]>>;

/** Somebody of the organisation, who has not been here yet. */
function colleague() {
  const person = karte.person();
  karte.contracts.set(person.id, undefined);
  return person;
}

function say(account: string, directory: DirectoryWord | null) {
  karte.members.set(account, {
    firstName: "葵",
    lastName: "森",
    email: `${account}@people.example`,
    language: "ja",
    twoFactor: false,
    directory,
  });
}

const heard = (account: string) => karte.hear("member-changed", account);

const given = (
  { owner }: Workspace,
  role: DirectoryWord["role"],
  domainGroups: DirectoryWord["domainGroups"] = null,
): DirectoryWord => ({ holder: owner.id, role, domainGroups });

const rowOf = async ({ owner }: Workspace, account: string) =>
  (await owner.browser.call(listPeople, {})).members.find(({ id }) => id === account);

/** The token in the mail that invites them. */
async function invitationOf(account: string): Promise<string> {
  const mail = () => karte.sent.find(({ to }) => to === `${account}@people.example`);
  await expect.poll(mail, { timeout: 15_000 }).toBeDefined();
  return new URL(/https?:\S+/.exec(mail()?.text ?? "")?.[0] ?? "").searchParams.get("token") ?? "";
}

const seenOf = async (workspace: Workspace, account: string) => {
  const found = await rowOf(workspace, account);
  return found && [found.role, found.groups?.map(({ name }) => name) ?? null];
};

describe("a role that groups give", () => {
  test("is there at the first visit, without a workspace of one's own", async () => {
    const workspace = await karte.workspace();
    const person = colleague();
    say(person.id, given(workspace, "member"));
    const session = await person.browser.call(getSession, {});
    expect(session.workspaces).toHaveLength(1);
    expect(session.workspace).toMatchObject({ id: workspace.id, role: "member" });
    expect((await workspace.owner.browser.call(listPeople, {})).members).toContainEqual(
      expect.objectContaining({ id: person.id, role: "member" }),
    );
  });

  test("changes, and goes with the group, whoever is in the workspace by it alone", async () => {
    const workspace = await karte.workspace();
    await workspace.owner.browser.call(createGroup, { body: { name: "東京" } });
    const { id } = colleague();
    say(id, given(workspace, "viewer", ["東京", "nowhere"]));
    await heard(id);
    expect(await seenOf(workspace, id)).toEqual(["viewer", ["東京"]]);
    say(id, given(workspace, "admin"));
    await heard(id);
    await heard(id);
    expect(await seenOf(workspace, id)).toEqual(["admin", null]);
    say(id, given(workspace, null));
    await heard(id);
    expect(await seenOf(workspace, id)).toBeUndefined();
    say(id, given(workspace, "member"));
    await heard(id);
    // Who leaves the organisation has no word of it any more.
    say(id, null);
    await heard(id);
    expect(await seenOf(workspace, id)).toBeUndefined();
  });

  test("leaves alone who was invited, and who owns the workspace", async () => {
    const workspace = await karte.workspace();
    const invited = await workspace.join("viewer");
    const other = await workspace.join("owner");
    for (const { id } of [invited, other]) {
      say(id, given(workspace, "admin"));
      await heard(id);
      say(id, given(workspace, null));
      await heard(id);
    }
    expect(await seenOf(workspace, invited.id)).toEqual(["viewer", null]);
    expect(await seenOf(workspace, other.id)).toEqual(["owner", null]);
    // Made an owner by a person, somebody is the directory's no more.
    const { id } = colleague();
    say(id, given(workspace, "admin"));
    await heard(id);
    await workspace.owner.browser.call(changeMember, {
      params: { id },
      body: { role: "owner", was: { role: "admin", groups: null } },
    });
    say(id, given(workspace, null));
    await heard(id);
    expect(await seenOf(workspace, id)).toEqual(["owner", null]);
  });

  test("is given by who owns the workspace, as far as the plan has room", async () => {
    const workspace = await karte.workspace();
    const { id } = colleague();
    // The contract's holder handed the workspace on, and pays for it still.
    const successor = await workspace.join("owner");
    await successor.browser.call(changeMember, {
      params: { id: workspace.owner.id },
      body: { role: "member", was: { role: "owner", groups: null } },
    });
    say(id, given(workspace, "admin"));
    await heard(id);
    const { members } = await successor.browser.call(listPeople, {});
    expect(members.map((one) => one.id)).not.toContain(id);

    const small = await karte.workspace();
    karte.contracts.set(small.owner.id, {
      ...amplePlan,
      entitlements: { ...amplePlan.entitlements, users: 1 },
    });
    await karte.hear("plan-changed", small.owner.id);
    say(id, given(small, "member"));
    await heard(id);
    expect(await seenOf(small, id)).toBeUndefined();
    karte.contracts.set(small.owner.id, amplePlan);
    await karte.hear("plan-changed", small.owner.id);
    await heard(id);
    expect(await seenOf(small, id)).toEqual(["member", null]);
  });

  test("leaves a suspended member suspended, whatever the groups say meanwhile", async () => {
    const workspace = await karte.workspace();
    const { id } = colleague();
    say(id, given(workspace, "admin"));
    await heard(id);
    const suspend = (suspended: boolean) =>
      workspace.owner.browser.call(changeMember, { params: { id }, body: { suspended } });
    await suspend(true);
    say(id, given(workspace, null));
    await heard(id);
    expect(await rowOf(workspace, id)).toMatchObject({
      role: "viewer",
      groups: [],
      suspended: true,
    });
    say(id, given(workspace, "member"));
    await heard(id);
    expect(await rowOf(workspace, id)).toMatchObject({ role: "member", suspended: true });
    // Once that is lifted they have what their groups give now: a role, or nothing.
    await suspend(false);
    expect(await rowOf(workspace, id)).toMatchObject({ role: "member", suspended: false });
    await suspend(true);
    say(id, null);
    await heard(id);
    await suspend(false);
    expect(await rowOf(workspace, id)).toBeUndefined();
  });

  test("lets nobody see anything on a lifted suspension before the directory answers", async () => {
    const workspace = await karte.workspace();
    const { browser } = workspace.owner;
    const { id } = colleague();
    const params = { id };
    say(id, given(workspace, "admin"));
    await heard(id);
    await browser.call(changeMember, { params, body: { suspended: true } });
    const lift = () => browser.attempt(changeMember, { params, body: { suspended: false } });
    const asked = vi.spyOn(karte.context.contracts, "member");
    asked.mockRejectedValueOnce(new AppError("Unavailable"));
    expect((await lift()).error().type).toBe("Unavailable");
    asked.mockRestore();
    expect(await rowOf(workspace, id)).toMatchObject({
      role: "viewer",
      groups: [],
      suspended: false,
      byDirectory: true,
    });
    // Done once more, it asks once more.
    expect((await lift()).status).toBe(200);
    expect(await seenOf(workspace, id)).toEqual(["admin", null]);
    expect((await lift()).status).toBe(200);
    expect(await seenOf(workspace, id)).toEqual(["admin", null]);
  });

  test("leaves a suspended member to be removed once it is nothing, and not before", async () => {
    const workspace = await karte.workspace();
    const { browser } = workspace.owner;
    const { id } = colleague();
    const params = { id };
    say(id, given(workspace, "member"));
    await heard(id);
    await browser.call(changeMember, { params, body: { suspended: true } });
    // Their groups' next word would let them in again, and no suspension would be left.
    expect((await browser.attempt(removeMember, { params })).error().type).toBe("NotAllowed");
    say(id, given(workspace, null));
    await heard(id);
    await browser.call(removeMember, { params });
    expect(await rowOf(workspace, id)).toBeUndefined();
  });

  test("does not take what a person gave since: an invitation, an ownership, a contract", async () => {
    const workspace = await karte.workspace();
    const invited = colleague();
    say(invited.id, given(workspace, "member"));
    await invited.browser.call(getSession, {});
    await workspace.owner.browser.call(invitePeople, {
      body: { emails: [`${invited.id}@people.example`], role: "viewer" },
    });
    const token = await invitationOf(invited.id);
    await invited.browser.call(acceptInvitation, { body: { token } });
    const owner = colleague();
    const payer = colleague();
    for (const { id } of [owner, payer]) {
      say(id, given(workspace, "admin"));
      await heard(id);
    }
    for (const [to, what] of [
      [owner, "ownership"],
      [payer, "contract"],
    ] as const) {
      const { browser } = workspace.owner;
      karte.contracts.set(to.id, amplePlan);
      await browser.call(offerWorkspace, { body: { to: to.id, what } });
      const { workspace: here } = await to.browser.call(getSession, {});
      const params = { id: here?.offers[0]?.id ?? "" };
      await to.browser.call(answerOffer, { params, body: { accepted: true } });
    }
    for (const { id } of [invited, owner, payer]) {
      say(id, given(workspace, null));
      await heard(id);
    }
    const roles = [invited, owner, payer].map(async ({ id }) => seenOf(workspace, id));
    expect(await Promise.all(roles)).toEqual([
      ["viewer", null],
      ["owner", null],
      ["admin", null],
    ]);
  });

  test("is changed and taken where it comes from, and nowhere else", async () => {
    const workspace = await karte.workspace();
    const { browser } = workspace.owner;
    const person = colleague();
    const params = { id: person.id };
    say(person.id, given(workspace, "viewer"));
    await person.browser.call(getSession, {});
    expect(await rowOf(workspace, person.id)).toMatchObject({ byDirectory: true });
    const refusal = { type: "NotAllowed", data: { act: "by-group" } };
    const body = { role: "admin" as const };
    expect((await browser.attempt(changeMember, { params, body })).error()).toMatchObject(refusal);
    const seen = { groups: [] };
    expect((await browser.attempt(changeMember, { params, body: seen })).error()).toMatchObject(
      refusal,
    );
    expect((await browser.attempt(removeMember, { params })).error()).toMatchObject(refusal);
    expect((await person.browser.attempt(leaveWorkspace, { body: {} })).error()).toMatchObject(
      refusal,
    );
    expect(await seenOf(workspace, person.id)).toEqual(["viewer", null]);
    // An ownership is a person's to give, and makes it theirs to take.
    await browser.call(changeMember, { params, body: { role: "owner" } });
    expect(await rowOf(workspace, person.id)).toMatchObject({ byDirectory: false });
    await browser.call(changeMember, { params, body });
    await browser.call(removeMember, { params });
    expect(await rowOf(workspace, person.id)).toBeUndefined();
  });

  test("is the newest word's, also where an older one is written last", async () => {
    const workspace = await karte.workspace();
    const { id } = colleague();
    say(id, given(workspace, "admin"));
    const old = karte.members.get(id);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const asked = vi.spyOn(karte.context.contracts, "member");
    asked.mockImplementationOnce(async () => {
      await held;
      return old;
    });
    const late = heard(id);
    say(id, given(workspace, null));
    await heard(id);
    answer();
    await late;
    asked.mockRestore();
    expect(await seenOf(workspace, id)).toBeUndefined();
  });

  test("waits for nobody where there is nothing to take back", async () => {
    const workspace = await karte.workspace();
    const { id } = await workspace.join("viewer");
    const pool = karte.database.owner.pool;
    const busy = await pool.connect();
    try {
      await busy.query("begin");
      await busy.query("select from karte.member where workspace_id = $1 for update", [
        workspace.id,
      ]);
      say(id, null);
      const late = new Promise((resolve) => setTimeout(() => resolve("waits"), 2_000));
      const done = hearDirectory(karte.context, id);
      expect(await Promise.race([done, late])).not.toBe("waits");
    } finally {
      await busy.query("rollback");
      busy.release();
    }
  });
});
