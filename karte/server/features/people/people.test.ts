import { invitedBeyondPlan } from "@sekimori/karte-contract/constants";
import { addDomain, changeDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup, listGroups } from "@sekimori/karte-contract/endpoints/groups";
import {
  acceptInvitation,
  changeMember,
  invitePeople,
  listPeople,
  lookAtInvitation,
  removeMember,
  resendInvitation,
  withdrawInvitation,
} from "@sekimori/karte-contract/endpoints/people";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import { getSite } from "@sekimori/karte-contract/endpoints/site";
import { renameWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import { afterAll, beforeAll, expect, test } from "vitest";
import { amplePlan, startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

let karte: TestKarte;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  karte = await startTestKarte();
  worker = await karte.work();
});
afterAll(async () => {
  await worker?.stop();
  await karte?.close();
});

/** The token of the last mail to an address. */
async function linkTo(email: string, after = 0): Promise<string> {
  await expect
    .poll(() => karte.sent.filter(({ to }) => to === email).length, { timeout: 15_000 })
    .toBeGreaterThan(after);
  const mail = karte.sent.findLast(({ to }) => to === email);
  return new URL(/https?:\S+/.exec(mail?.text ?? "")?.[0] ?? "").searchParams.get("token") ?? "";
}

async function guest(email: string) {
  const person = karte.person({ email });
  karte.contracts.set(person.id, undefined);
  await person.browser.call(getSession, {});
  return person;
}

test("a colleague who is invited joins, without a plan, and sees only the group allowed", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const seen = await browser.call(addDomain, { body: { name: "seen.example.jp" } });
  await browser.call(addDomain, { body: { name: "hidden.example.jp" } });
  const group = await browser.call(createGroup, { body: { name: "支店" } });
  await browser.call(changeDomain, { params: { id: seen.id }, body: { groups: [group.id] } });
  const { invitations } = await browser.call(invitePeople, {
    body: { emails: ["New@people.example"], role: "viewer", groups: [group.id] },
  });
  expect(invitations).toMatchObject([{ email: "new@people.example", role: "viewer" }]);
  const token = await linkTo("new@people.example");

  const anybody = karte.person().browser;
  anybody.cookies.clear();
  expect(await anybody.call(lookAtInvitation, { body: { token } })).toEqual({
    workspace: "守 関",
    inviter: "守 関",
    email: "new@people.example",
    role: "viewer",
  });
  const unknown = await anybody.attempt(lookAtInvitation, { body: { token: "another" } });
  expect(unknown.error().type).toBe("InvitationInvalid");

  const stranger = await guest("stranger@people.example");
  const forwarded = await stranger.browser.attempt(acceptInvitation, { body: { token } });
  expect(forwarded.error().type).toBe("InvitationInvalid");

  const colleague = await guest("new@people.example");
  const joined = await colleague.browser.call(acceptInvitation, { body: { token } });
  expect(joined.workspace.id).toBe(workspace.id);
  const session = await colleague.browser.call(getSession, {});
  expect(session.workspace).toMatchObject({ role: "viewer", restricted: true });
  const { domains, count } = await colleague.browser.call(listDomains, { query: {} });
  expect(domains.map(({ name }) => name.ascii)).toEqual(["seen.example.jp"]);
  expect(count.value).toBe(1);
  const again = await colleague.browser.attempt(acceptInvitation, { body: { token } });
  expect(again.error().type).toBe("InvitationInvalid");
});

test("an invitation is written in the language that was chosen for it, also when sent again", async () => {
  const { owner } = await karte.workspace();
  const { browser } = owner;
  const invite = async (email: string, language?: "ja" | "en") => {
    const body = { emails: [email], role: "member" as const, ...(language && { language }) };
    const { invitations } = await browser.call(invitePeople, { body });
    await linkTo(email);
    return invitations[0]?.id ?? "";
  };
  const subjects = (email: string) =>
    karte.sent.filter(({ to }) => to === email).map(({ subject }) => subject);
  const ja = `【Sekimori】${owner.id}@people.exampleさんから招待が届いています`;
  const en = `[Sekimori] ${owner.id}@people.example invited you to a workspace`;
  await invite("own@people.example");
  expect(subjects("own@people.example")).toEqual([ja]);
  const id = await invite("chosen@people.example", "en");
  await browser.call(resendInvitation, { params: { id }, body: {} });
  await linkTo("chosen@people.example", 1);
  expect(subjects("chosen@people.example")).toEqual([en, en]);
});

test("addresses invited for the first time are counted for the account, withdrawn ones too", async () => {
  const workspace = await karte.workspace();
  const { browser, id: account } = workspace.owner;
  const entitlements = { ...amplePlan.entitlements, users: 3 };
  karte.contracts.set(account, { ...amplePlan, entitlements });
  await karte.hear("plan-changed", account);
  const invite = (email: string) =>
    browser.attempt(invitePeople, { body: { emails: [email], role: "viewer" } });
  const invited: string[] = [];
  for (let at = 0; at < 20; at += 1) {
    const answer = await invite(`round-${at}-${account}@people.example`);
    if (answer.status !== 200) {
      expect(answer.error().type).toBe("TooManyRequest");
      break;
    }
    const { id } = (answer.json() as { invitations: { id: string }[] }).invitations[0] ?? {
      id: "",
    };
    invited.push(id);
    await browser.call(withdrawInvitation, { params: { id } });
  }
  expect(invited).toHaveLength(3 + invitedBeyondPlan);
  // Who was invited already is nobody new.
  const other = await karte.workspace();
  karte.contracts.set(other.owner.id, { ...amplePlan, entitlements });
  await karte.hear("plan-changed", other.owner.id);
  for (let at = 0; at < 4; at += 1) {
    const answer = await other.owner.browser.attempt(invitePeople, {
      body: { emails: [`same-${account}@people.example`], role: "viewer" },
    });
    expect(answer.status).toBe(200);
  }
});

test("an address in a name that was given long ago is mailed to nobody", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const name = "確認は https://evil.example へ";
  const refused = await browser.attempt(renameWorkspace, { body: { name } });
  expect(refused.error().fields).toEqual([{ path: "name", code: "address" }]);
  const { pool } = karte.database.owner;
  await pool.query("update karte.workspace set name = $2 where id = $1", [workspace.id, name]);
  expect((await browser.call(getSession, {})).workspace?.name).toBe(name);
  const email = `old-name-${workspace.id}@people.example`;
  await browser.call(invitePeople, { body: { emails: [email], role: "viewer" } });
  await linkTo(email);
  const mail = karte.sent.findLast(({ to }) => to === email);
  expect(`${mail?.subject}${mail?.text}`).not.toContain("evil.example");
  expect(mail?.text).toContain(`${workspace.owner.id}@people.example`);
});

test("the page of people counts as the plan does, and says on whose contract it lives", async () => {
  const workspace = await karte.workspace();
  const { browser, id } = workspace.owner;
  await workspace.join("member");
  const body = { emails: ["waiting@people.example"], role: "viewer" as const };
  await browser.call(invitePeople, { body });
  const { used, members } = await browser.call(listPeople, {});
  expect(used).toBe(3);
  expect(members.filter(({ holdsContract }) => holdsContract).map((one) => one.id)).toEqual([id]);
});

test("a link that was sent again, or has lapsed, works no more", async () => {
  const { browser } = (await karte.workspace()).owner;
  const email = "late@people.example";
  const { invitations } = await browser.call(invitePeople, {
    body: { emails: [email], role: "member" },
  });
  const old = await linkTo(email);
  await browser.call(resendInvitation, { params: { id: invitations[0]?.id ?? "" }, body: {} });
  const fresh = await linkTo(email, 1);
  const person = await guest(email);
  const refused = await person.browser.attempt(acceptInvitation, { body: { token: old } });
  expect(refused.error().type).toBe("InvitationInvalid");
  karte.clock.advance(15 * 86_400_000);
  const late = await person.browser.attempt(acceptInvitation, { body: { token: fresh } });
  expect(late.error().type).toBe("InvitationInvalid");
  karte.clock.reset();
});

test("an admin manages no owner, and the last owner cannot go, also when two go at once", async () => {
  const workspace = await karte.workspace();
  const { owner } = workspace;
  const admin = await workspace.join("admin");
  const byAdmin = await admin.browser.attempt(removeMember, { params: { id: owner.id } });
  expect(byAdmin.error().type).toBe("NotAllowed");
  const raise = await admin.browser.attempt(changeMember, {
    params: { id: admin.id },
    body: { role: "owner" },
  });
  expect(raise.error().type).toBe("NotAllowed");
  const last = await owner.browser.attempt(changeMember, {
    params: { id: owner.id },
    body: { role: "member" },
  });
  expect(last.error().type).toBe("LastOwner");
  const second = await workspace.join("owner");
  const both = await Promise.all([
    owner.browser.attempt(changeMember, { params: { id: owner.id }, body: { role: "member" } }),
    second.browser.attempt(changeMember, { params: { id: second.id }, body: { role: "member" } }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("who comes first by an invitation gets no workspace of their own, also when removed", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const email = "first@people.example";
  await browser.call(invitePeople, { body: { emails: [email], role: "member" } });
  const token = await linkTo(email);
  const { id, browser: theirs } = karte.person({ email });
  await theirs.call(getSite, {});
  await theirs.call(acceptInvitation, { body: { token } });
  expect((await theirs.call(getSession, {})).workspaces.map((one) => one.id)).toEqual([
    workspace.id,
  ]);
  await browser.call(removeMember, { params: { id } });
  const after = await theirs.call(getSession, {});
  expect(after).toMatchObject({ workspaces: [], workspace: null });
});

test("an invitation that is refused spends nothing of the address's budget", async () => {
  const { browser } = (await karte.workspace()).owner;
  const emails = ["wanted@people.example"];
  const groups = ["00000000-0000-4000-8000-000000000000"];
  for (let n = 0; n < 12; n += 1) {
    const refused = await browser.attempt(invitePeople, {
      body: { emails, role: "viewer", groups },
    });
    expect(refused.error().type).toBe("NotFound");
  }
  // One of the addresses has had its mails: the other of the same call loses none of its own.
  const spent = ["spent@people.example"];
  for (let n = 0; n < 5; n += 1) {
    await browser.call(invitePeople, { body: { emails: spent, role: "member" } });
  }
  await karte.database.owner.pool.query(
    "delete from kit.rate_limit where key like 'invitePeople%'",
  );
  for (let n = 0; n < 6; n += 1) {
    const both = { body: { emails: [...emails, ...spent], role: "member" as const } };
    expect((await browser.attempt(invitePeople, both)).status).toBe(429);
  }
  for (let n = 0; n < 5; n += 1) {
    await browser.call(invitePeople, { body: { emails, role: "member" } });
  }
});

test("one address gets five mails an hour from a workspace, however it is invited", async () => {
  const { browser } = (await karte.workspace()).owner;
  const spelled = (index: number) => (index % 2 === 0 ? "Spammed" : `spammed+${index}`);
  for (let index = 0; index < 4; index += 1) {
    const emails = [`${spelled(index)}@people.example`];
    await browser.call(invitePeople, { body: { emails, role: "member" } });
  }
  const { invitations } = await browser.call(listPeople, {});
  const params = { id: invitations[0]?.id ?? "" };
  await browser.call(resendInvitation, { params, body: {} });
  const sentAgain = await browser.attempt(resendInvitation, { params, body: {} });
  const emails = ["spammed@people.example", "another@people.example"];
  const invited = await browser.attempt(invitePeople, { body: { emails, role: "member" } });
  for (const refused of [sentAgain, invited]) expect(refused.error().type).toBe("TooManyRequest");
  // It is nobody else's budget: another workspace invites the same address.
  const other = (await karte.workspace()).owner.browser;
  await other.call(invitePeople, {
    body: { emails: ["spammed@people.example"], role: "member" },
  });
});

test("an admin does not put an invitation of their own in place of an owner's", async () => {
  const workspace = await karte.workspace();
  const emails = ["second-owner@people.example"];
  await workspace.owner.browser.call(invitePeople, { body: { emails, role: "owner" } });
  const admin = await workspace.join("admin");
  const replaced = await admin.browser.attempt(invitePeople, { body: { emails, role: "viewer" } });
  expect(replaced.error().type).toBe("NotAllowed");
  const { invitations } = await workspace.owner.browser.call(listPeople, {});
  expect(invitations).toMatchObject([{ email: emails[0], role: "owner" }]);
});

test("an invitation of somebody who was removed lets nobody in, until another sends it again", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const gone = await workspace.join("admin");
  const email = "second-mailbox@people.example";
  const { invitations } = await gone.browser.call(invitePeople, {
    body: { emails: [email], role: "viewer" },
  });
  const token = await linkTo(email);
  await browser.call(removeMember, { params: { id: gone.id } });
  const person = await guest(email);
  for (const call of [lookAtInvitation, acceptInvitation]) {
    const refused = await person.browser.attempt(call, { body: { token } });
    expect(refused.error().type).toBe("InvitationInvalid");
  }
  await browser.call(resendInvitation, { params: { id: invitations[0]?.id ?? "" }, body: {} });
  const fresh = await linkTo(email, 1);
  const joined = await person.browser.call(acceptInvitation, { body: { token: fresh } });
  expect(joined.workspace.id).toBe(workspace.id);
});

test("a viewer who was a member in between sees everything only where that is said", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const { id: groupId } = await browser.call(createGroup, { body: { name: "支店" } });
  const group = { id: groupId, name: "支店" };
  const viewer = await workspace.join("viewer", [groupId]);
  const params = { id: viewer.id };
  const seen = async () =>
    (await browser.call(listPeople, {})).members.find(({ id }) => id === viewer.id)?.groups;
  const lower = { params, body: { role: "viewer" as const } };
  await browser.call(changeMember, lower);
  expect(await seen()).toEqual([group]);
  await browser.call(changeMember, { params, body: { role: "member" } });
  expect(await seen()).toBeNull();
  const viewersOf = async () =>
    (await browser.call(listGroups, {})).groups.find(({ id }) => id === group.id)?.viewers;
  expect(await viewersOf()).toEqual([]);
  const refused = await browser.attempt(changeMember, lower);
  expect(refused.error().fields).toEqual([{ path: "groups", code: "required" }]);
  expect(await seen()).toBeNull();
  await browser.call(changeMember, { params, body: { role: "viewer", groups: [group.id] } });
  expect(await seen()).toEqual([group]);
  expect(await viewersOf()).toMatchObject([{ id: viewer.id }]);
});

test("who is removed or suspended is refused at the next call, with a reason", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const member = await workspace.join("member");
  const other = await workspace.join("viewer");
  await browser.call(removeMember, { params: { id: member.id } });
  await browser.call(changeMember, { params: { id: other.id }, body: { suspended: true } });
  for (const { browser: theirs } of [member, other]) {
    const answer = await theirs.attempt(listDomains, { query: {} });
    expect(answer.error().type).toBe("NotAMember");
  }
  const { members } = await browser.call(listPeople, {});
  expect(members.map(({ suspended }) => suspended)).toEqual([false, true]);
});

test("an address that no mail can be sent to is refused by its place, and nobody is invited", async () => {
  const { browser } = (await karte.workspace()).owner;
  const emails = ["fine@people.example", `${"a".repeat(65)}@people.example`];
  const refused = await browser.attempt(invitePeople, {
    body: { emails, role: "admin", groups: null },
  });
  expect(refused.status).toBe(400);
  expect(refused.error()).toMatchObject({ type: "InvalidInput" });
  expect(JSON.stringify(refused.error())).toContain("emails");
  expect((await browser.call(listPeople, {})).invitations).toEqual([]);
});
