import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { changeMember, listPeople } from "@sekimori/karte-contract/endpoints/people";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DirectoryWord } from "../../ports/contracts.ts";
import { amplePlan, startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());

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

const seenOf = async ({ owner }: Workspace, account: string) => {
  const { members } = await owner.browser.call(listPeople, {});
  const found = members.find(({ id }) => id === account);
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
});
