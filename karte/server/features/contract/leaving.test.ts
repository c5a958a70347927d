import { randomUUID } from "node:crypto";
import { getContract } from "@sekimori/karte-contract/endpoints/contract";
import {
  acceptInvitation,
  changeMember,
  invitePeople,
} from "@sekimori/karte-contract/endpoints/people";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import {
  answerOffer,
  closeWorkspace,
  createWorkspace,
  offerWorkspace,
} from "@sekimori/karte-contract/endpoints/workspaces";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
} from "../../testing/test-karte.ts";
import { tellLeaving } from "./leaving.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

const days = { endsOn: "2026-11-30", deletesOn: "2026-12-01" };
const sessionOf = async ({ browser }: TestPerson) =>
  (await browser.call(getSession, {})).workspace?.leaving;

/** What the portal says of somebody's end, told as it tells it. */
async function end(
  account: string,
  endReason: "cancelled" | "withdrawn",
  deletesOn: string | null,
) {
  karte.contracts.set(account, { ...amplePlan, endsOn: days.endsOn, endReason, deletesOn });
  await karte.hear("plan-changed", account);
}

test("a cancelled plan names its last day, and nobody is said to leave", async () => {
  const { owner } = await karte.workspace();
  await end(owner.id, "cancelled", null);
  expect(await sessionOf(owner)).toBeNull();
  const contract = await owner.browser.call(getContract, {});
  expect(contract).toMatchObject({ endsOn: days.endsOn, deletesOn: null });
});

test("who leaves reads both days and what closes; the others read it of their own workspace", async () => {
  const workspace = await karte.workspace();
  const { owner } = workspace;
  const member = await workspace.join("member");
  // What would close is there to be read before anything is asked for.
  expect((await owner.browser.call(getContract, {})).closes).toHaveLength(1);
  await end(owner.id, "cancelled", null);
  await end(owner.id, "withdrawn", days.deletesOn);
  expect(await sessionOf(owner)).toEqual({ ...days, yours: true, closesOn: days.deletesOn });
  expect(await sessionOf(member)).toEqual({ ...days, yours: false, closesOn: days.deletesOn });
  const { name } = (await owner.browser.call(getSession, {})).workspace ?? { name: "" };
  expect(await owner.browser.call(getContract, {})).toMatchObject({ ...days, closes: [name] });
  expect(await member.browser.call(getContract, {})).toMatchObject({ ...days, closes: [] });

  // Another owner keeps this one; a further workspace of the same contract closes.
  await workspace.join("owner");
  await owner.browser.call(createWorkspace, { body: { name: "Branch" } });
  expect(await sessionOf(owner)).toEqual({ ...days, yours: true, closesOn: days.deletesOn });
  expect(await sessionOf(member)).toEqual({ ...days, yours: false, closesOn: null });
  expect(await owner.browser.call(getContract, {})).toMatchObject({ closes: ["Branch"] });
});

test("the last owner need not hold the contract: they and the others read what closes", async () => {
  const workspace = await karte.workspace();
  const holder = workspace.owner;
  const owner = await workspace.join("owner");
  const member = await workspace.join("member");
  // The holder stays a member, and is an owner no more.
  const params = { id: holder.id };
  await owner.browser.call(changeMember, { params, body: { role: "member" } });
  const { name } = (await owner.browser.call(getSession, {})).workspace ?? { name: "" };
  const contractOf = ({ browser }: TestPerson) => browser.call(getContract, {});
  expect(await contractOf(owner)).toMatchObject({ yours: false, youLeave: false, closes: [name] });
  expect(await contractOf(holder)).toMatchObject({ yours: true, youLeave: false, closes: [] });

  await end(owner.id, "withdrawn", days.deletesOn);
  const closes = { ...days, closesOn: days.deletesOn };
  expect(await sessionOf(owner)).toEqual({ ...closes, yours: true });
  expect(await contractOf(owner)).toMatchObject({ youLeave: true, closes: [name] });
  for (const one of [holder, member]) {
    expect(await sessionOf(one)).toEqual({ ...closes, yours: false });
  }
  // The contract itself goes on.
  expect(await contractOf(holder)).toMatchObject({ endsOn: null, deletesOn: null });
  karte.contracts.set(owner.id, amplePlan);
  await karte.hear("plan-changed", owner.id);
  for (const one of [owner, holder, member]) expect(await sessionOf(one)).toBeNull();
});

test("a workspace closes with the last of several owners; a suspended one keeps it for nobody", async () => {
  const workspace = await karte.workspace();
  const { owner } = workspace;
  const second = await workspace.join("owner");
  const third = await workspace.join("owner");
  const member = await workspace.join("member");
  const later = { endsOn: "2026-12-31", deletesOn: "2027-01-01" };
  await end(owner.id, "withdrawn", days.deletesOn);
  karte.contracts.set(second.id, { ...amplePlan, ...later, endReason: "withdrawn" });
  await karte.hear("plan-changed", second.id);
  expect(await sessionOf(member)).toEqual({ ...days, yours: false, closesOn: null });
  expect(await sessionOf(second)).toEqual({ ...later, yours: true, closesOn: null });
  expect((await second.browser.call(getContract, {})).closes).toEqual([]);

  const params = { id: third.id };
  await owner.browser.call(changeMember, { params, body: { suspended: true } });
  const closesOn = later.deletesOn;
  expect(await sessionOf(member)).toEqual({ ...later, yours: false, closesOn });
  expect(await sessionOf(owner)).toEqual({ ...days, yours: true, closesOn });
  expect((await second.browser.call(getContract, {})).closes).toHaveLength(1);
});

test("the portal is told what closes, and how many others lose their access", async () => {
  const told = (account: string) => tellLeaving(karte.context)(account);
  const workspace = await karte.workspace();
  const { owner } = workspace;
  const { name } = (await owner.browser.call(getSession, {})).workspace ?? { name: "" };
  const member = await workspace.join("member");
  const suspended = await workspace.join("member");
  await owner.browser.call(changeMember, {
    params: { id: suspended.id },
    body: { suspended: true },
  });
  expect(await told(owner.id)).toEqual({
    version: 1,
    account: owner.id,
    closes: [{ name, members: 1 }],
  });
  expect(await told(member.id)).toMatchObject({ closes: [] });
  // One of their own beside it, with nobody else in it.
  await owner.browser.call(createWorkspace, { body: { name: "<b>Alone</b>" } });
  expect(await told(owner.id)).toMatchObject({
    closes: [
      { name: "<b>Alone</b>", members: 0 },
      { name, members: 1 },
    ],
  });
  await workspace.join("owner");
  const alone = [{ name: "<b>Alone</b>", members: 0 }];
  expect(await told(owner.id)).toMatchObject({ closes: alone });
  // The same after they have asked for it, and nothing of somebody who was never here.
  await end(owner.id, "withdrawn", days.deletesOn);
  expect(await told(owner.id)).toMatchObject({ closes: alone });
  expect(await told(randomUUID())).toBeUndefined();
  // What is closed already closes with nobody.
  await owner.browser.call(closeWorkspace, { body: { name: "<b>Alone</b>" } });
  expect(await told(owner.id)).toMatchObject({ closes: [] });
});

test("who joins while they are leaving reads it from the first day on", async () => {
  const { owner } = await karte.workspace();
  const guest = karte.person();
  karte.contracts.set(guest.id, undefined);
  expect(await sessionOf(guest)).toBeUndefined();
  karte.contracts.set(guest.id, { ...amplePlan, ...days, endReason: "withdrawn" });
  const email = `${guest.id}@people.example`;
  await owner.browser.call(invitePeople, { body: { emails: [email], role: "admin" } });
  const worker = await karte.work();
  try {
    await expect.poll(() => karte.sent.some(({ to }) => to === email)).toBe(true);
  } finally {
    await worker.stop();
  }
  const mail = karte.sent.find(({ to }) => to === email);
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  await guest.browser.call(acceptInvitation, { body: { token } });
  expect(await sessionOf(guest)).toEqual({ ...days, yours: true, closesOn: null });
});

test("who stays is mailed once that the workspace closes, and once that it does not", async () => {
  const workspace = await karte.workspace();
  const { owner } = workspace;
  const member = await workspace.join("member");
  const reader = await workspace.join("member");
  const closes = "【Sekimori】ワークスペースは2026年12月1日に閉鎖されます";
  const stays = "【Sekimori】ワークスペースは引き続き利用できます";
  const mailsTo = (id: string) =>
    karte.sent.filter(({ to }) => to.startsWith(id)).map(({ subject }) => subject);
  const worker = await karte.work();
  try {
    await end(owner.id, "cancelled", null);
    await end(owner.id, "withdrawn", days.deletesOn);
    await karte.hear("plan-changed", owner.id);
    await expect.poll(() => mailsTo(member.id)).toEqual([closes]);
    await expect.poll(() => mailsTo(reader.id)).toEqual([closes]);
    const text = karte.sent.find(({ to }) => to.startsWith(member.id))?.text;
    expect(text).toContain("必要なデータは2026年11月30日までにエクスポートしてください。");
    // Whose leaving it is, and so whom to ask.
    expect(text).toContain("最後の所有者である守 関さんが、退会の手続きをしました");
    expect(text).toContain("ほかのメンバーを所有者にするよう、守 関さんに依頼してください");

    // Taken back, asked for again, and kept by another owner.
    karte.contracts.set(owner.id, amplePlan);
    await karte.hear("plan-changed", owner.id);
    await expect.poll(() => mailsTo(member.id)).toEqual([closes, stays]);
    await end(owner.id, "withdrawn", days.deletesOn);
    await expect.poll(() => mailsTo(member.id)).toEqual([closes, stays, closes]);
    const { browser } = owner;
    const body = { to: reader.id, what: "ownership" } as const;
    const { id } = await browser.call(offerWorkspace, { body });
    const answer = { params: { id }, body: { accepted: true } };
    await reader.browser.call(answerOffer, answer);
    await expect.poll(() => mailsTo(member.id)).toEqual([closes, stays, closes, stays]);
    expect(await sessionOf(member)).toEqual({ ...days, yours: false, closesOn: null });
    // Whoever leaves has the portal's mail, which names both days.
    const accepted = "【Sekimori】所有者の権限の譲渡が承諾されました";
    await expect.poll(() => mailsTo(owner.id).toSorted()).toEqual([stays, accepted].toSorted());

    // The new owner goes on to make another one, and leaves as well: nothing closes until both do.
    const both = await workspace.join("owner");
    await end(reader.id, "withdrawn", days.deletesOn);
    expect(mailsTo(member.id)).toHaveLength(4);
    const params = { id: both.id };
    await reader.browser.call(changeMember, { params, body: { suspended: true } });
    await expect.poll(() => mailsTo(member.id)).toHaveLength(5);
    expect(mailsTo(member.id).at(-1)).toBe(closes);
  } finally {
    await worker.stop();
  }
});
