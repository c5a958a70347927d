import { listAlerts } from "@sekimori/karte-contract/endpoints/alerts";
import { getContract } from "@sekimori/karte-contract/endpoints/contract";
import { addDomain, changeDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import {
  changeMember,
  invitePeople,
  listPeople,
  removeMember,
} from "@sekimori/karte-contract/endpoints/people";
import { enterWorkspace, getSession } from "@sekimori/karte-contract/endpoints/session";
import {
  answerOffer,
  closeWorkspace,
  createWorkspace,
  getWorkspace,
  leaveWorkspace,
  listClosedWorkspaces,
  offerWorkspace,
  renameWorkspace,
  reopenWorkspace,
  takeContract,
  withdrawOffer,
} from "@sekimori/karte-contract/endpoints/workspaces";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { amplePlan, startTestKarte, type TestKarte } from "../../testing/test-karte.ts";
import { keepFile } from "../files/file-service.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());
beforeEach(() => karte.clock.reset());

const minutes = (count: number) => count * 60_000;
const days = (count: number) => count * 86_400_000;

async function purge(): Promise<void> {
  const job = karte.jobs.find(({ name }) => name === "karte.purge");
  await job?.perform({ dueAt: karte.clock.now().toISOString() }, soleRun());
}

test("several workspaces live on one contract, are named, entered and left", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const { id } = await browser.call(createWorkspace, { body: { name: "Branch" } });
  expect((await browser.call(getSession, {})).workspace).toMatchObject({ id, name: "Branch" });
  await browser.call(renameWorkspace, { body: { name: "支店" } });
  expect(await browser.call(getWorkspace, {})).toMatchObject({
    name: "支店",
    onYourContract: true,
    contractIsFree: false,
    offers: [],
  });
  await browser.call(enterWorkspace, { body: { workspace: workspace.id } });
  const member = await workspace.join("member");
  await member.browser.call(leaveWorkspace, { body: {} });
  const { workspace: nowhere } = await member.browser.call(getSession, {});
  expect(nowhere).toBeNull();
  const only = async () => (await browser.call(getWorkspace, {})).onlyYouOwn;
  expect(await only()).toBe(true);
  const last = await browser.attempt(leaveWorkspace, { body: {} });
  expect(last.error().type).toBe("LastOwner");
  const second = await workspace.join("owner");
  expect(await only()).toBe(false);
  expect((await second.browser.call(getWorkspace, {})).onlyYouOwn).toBe(false);
  const payer = await browser.attempt(leaveWorkspace, { body: {} });
  expect(payer.error().type).toBe("BillingOwner");
});

test("ownership goes over with the other's word, and only with it", async () => {
  const workspace = await karte.workspace();
  const { owner } = workspace;
  const member = await workspace.join("member");
  const other = await workspace.join("member");
  const body = { to: member.id, what: "ownership" } as const;
  const { id } = await owner.browser.call(offerWorkspace, { body });
  const { workspace: seen } = await member.browser.call(getSession, {});
  expect(seen?.offers).toMatchObject([{ id, what: "ownership", from: "守 関" }]);
  const stranger = await other.browser.attempt(answerOffer, {
    params: { id },
    body: { accepted: true },
  });
  expect(stranger.error().type).toBe("NotFound");
  await member.browser.call(answerOffer, { params: { id }, body: { accepted: false } });
  const late = await member.browser.attempt(answerOffer, {
    params: { id },
    body: { accepted: true },
  });
  expect(late.error().type).toBe("NotFound");

  const again = await owner.browser.call(offerWorkspace, { body });
  await owner.browser.call(withdrawOffer, { params: { id: again.id } });
  const third = await owner.browser.call(offerWorkspace, { body });
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      member.browser.attempt(answerOffer, { params: { id: third.id }, body: { accepted: true } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  const { members } = await member.browser.call(listPeople, {});
  const roleOf = (of: string) => members.find((one) => one.id === of)?.role;
  expect([roleOf(owner.id), roleOf(member.id)]).toEqual(["admin", "owner"]);
});

test.each(["removed", "suspended", "an owner no longer"])(
  "an offer of somebody who is %s gives nothing away",
  async (how) => {
    const workspace = await karte.workspace();
    const { browser } = workspace.owner;
    const second = await workspace.join("owner");
    const friend = await workspace.join("viewer");
    const { id } = await second.browser.call(offerWorkspace, {
      body: { to: friend.id, what: "ownership" },
    });
    const params = { id: second.id };
    if (how === "removed") await browser.call(removeMember, { params });
    else {
      const body = how === "suspended" ? { suspended: true } : { role: "member" as const };
      await browser.call(changeMember, { params, body });
    }
    const taken = await friend.browser.attempt(answerOffer, {
      params: { id },
      body: { accepted: true },
    });
    expect(taken.error().type).toBe("NotFound");
    const { members } = await browser.call(listPeople, {});
    expect(members.find((one) => one.id === friend.id)?.role).toBe("viewer");
  },
);

test("members are written to by name, each in their own language", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const member = await workspace.join("member");
  await karte.database.owner.pool.query(
    "update karte.member set locale = 'en' where account_id = $1",
    [member.id],
  );
  const mailsTo = (id: string) => karte.sent.filter(({ to }) => to.startsWith(id));
  await browser.call(offerWorkspace, { body: { to: member.id, what: "ownership" } });
  await browser.call(closeWorkspace, { body: { name: "守 関" } });
  const worker = await karte.work();
  try {
    await expect.poll(() => mailsTo(member.id).length).toBe(2);
    await expect.poll(() => mailsTo(workspace.owner.id).length).toBe(1);
  } finally {
    await worker.stop();
  }
  const told = mailsTo(member.id).map(({ subject }) => subject);
  expect(told.sort()).toEqual([
    "[Sekimori] Become an owner of a workspace?",
    "[Sekimori] Your workspace has been closed",
  ]);
  for (const { text } of mailsTo(member.id)) expect(text).toMatch(/^Hi 関,\n/);
  expect(mailsTo(workspace.owner.id)[0]?.text).toMatch(/^守 関 様\n/);
});

test("the contract goes over with the receiver's word, and quota and limits with it", async () => {
  const workspace = await karte.workspace();
  const { owner } = workspace;
  const receiver = await workspace.join("admin");
  karte.contracts.set(receiver.id, {
    ...amplePlan,
    plan: "security24",
    entitlements: { ...amplePlan.entitlements, domains: 10, users: 3 },
  });
  const offered = await owner.browser.call(offerWorkspace, {
    body: { to: receiver.id, what: "contract" },
  });
  await receiver.browser.call(answerOffer, {
    params: { id: offered.id },
    body: { accepted: true },
  });
  const { workspace: seen } = await receiver.browser.call(getSession, {});
  expect(seen).toMatchObject({ role: "owner", plan: { id: "security24", domains: 10 } });
  // The former payer may go now; the new one may not.
  const payer = await owner.browser.attempt(removeMember, { params: { id: receiver.id } });
  expect(payer.error().type).toBe("BillingOwner");
  await owner.browser.call(leaveWorkspace, { body: {} });
});

test("members are told until when a closed workspace can be reopened, and by whom; owners where", async () => {
  karte.clock.set(new Date("2026-11-25T05:30:00Z"));
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const owner = await workspace.join("owner");
  const member = await workspace.join("member");
  const suspended = await workspace.join("owner");
  const params = { id: suspended.id };
  await browser.call(changeMember, { params, body: { suspended: true } });
  const { pool } = karte.database.owner;
  const write = (id: string, locale: string) =>
    pool.query("update karte.member set locale = $2 where account_id = $1", [id, locale]);
  await write(owner.id, "en");
  await browser.call(closeWorkspace, { body: { name: "守 関" } });
  const worker = await karte.work();
  const mailTo = (id: string) => karte.sent.find(({ to }) => to.startsWith(id))?.text ?? "";
  try {
    for (const { id } of [workspace.owner, owner, member, suspended]) {
      await expect.poll(() => mailTo(id)).not.toBe("");
    }
  } finally {
    await worker.stop();
  }
  const page = `${karte.context.settings.karteOrigin}${pagePaths.closedWorkspaces}`;
  expect(mailTo(workspace.owner.id)).toContain("2026年12月23日 14:30");
  expect(mailTo(workspace.owner.id)).toContain(page);
  expect(mailTo(owner.id)).toContain("you can reopen it until 2026/12/23 14:30 (JST)");
  expect(mailTo(owner.id)).toContain(page);
  for (const { id } of [member, suspended]) {
    expect(mailTo(id)).toContain("2026年12月23日 14:30");
    expect(mailTo(id)).toContain("所有者（守 関さん、守 関さん）が再開できます");
    expect(mailTo(id)).not.toContain(page);
  }
});

test.each(["ownership", "contract"] as const)(
  "whoever offers the %s hears of the answer by mail and bell, in their language",
  async (what) => {
    const workspace = await karte.workspace();
    const { owner } = workspace;
    const receiver = await workspace.join("member");
    const { pool } = karte.database.owner;
    await pool.query("update karte.member set locale = 'en' where account_id = $1", [owner.id]);
    const offer = () => owner.browser.call(offerWorkspace, { body: { to: receiver.id, what } });
    const bell = async () => (await owner.browser.call(listAlerts, { query: {} })).alerts;
    const answer = async (accepted: boolean) => {
      const { id } = await offer();
      await receiver.browser.call(answerOffer, { params: { id }, body: { accepted } });
    };
    await answer(false);
    const declined = { kind: "offer.declined", domain: null, read: false };
    const about = { what, person: "守 関" };
    expect(await bell()).toMatchObject([{ ...declined, detail: about }]);

    await offer();
    const seen = karte.clock.now();
    await pool.query("update karte.offer set expires_at = $2 where workspace_id = $1", [
      workspace.id,
      new Date(seen.getTime() - 1_000),
    ]);
    await purge();
    expect((await bell()).map(({ kind }) => kind)).toEqual(["offer.expired", "offer.declined"]);
    await purge();
    expect(await bell()).toHaveLength(2);
    await answer(true);
    expect((await bell())[0]).toMatchObject({ kind: "offer.accepted", detail: about });
    // Nobody else has it behind their bell.
    expect((await receiver.browser.call(listAlerts, { query: {} })).alerts).toEqual([]);

    const worker = await karte.work();
    const subjects = () =>
      karte.sent.filter(({ to }) => to.startsWith(owner.id)).map(({ subject }) => subject);
    try {
      await expect.poll(() => subjects().length).toBe(3);
    } finally {
      await worker.stop();
    }
    for (const outcome of ["accepted", "declined", "expired"]) {
      const subject = `[Sekimori] Your request to transfer ${what === "ownership" ? "" : "the "}${what} ${{ accepted: "was accepted", declined: "was declined", expired: "expired" }[outcome]}`;
      expect(subjects().filter((one) => one === subject)).toHaveLength(1);
    }
  },
);

test("an offer that runs out tells nobody who has left or is suspended", async () => {
  const workspace = await karte.workspace();
  const second = await workspace.join("owner");
  const receiver = await workspace.join("member");
  const body = { to: receiver.id, what: "ownership" as const };
  await second.browser.call(offerWorkspace, { body });
  const params = { id: second.id };
  await workspace.owner.browser.call(changeMember, { params, body: { suspended: true } });
  karte.clock.advance(days(15));
  await purge();
  const { rows } = await karte.database.owner.pool.query(
    `select from karte.offer where workspace_id = $1
     union all select from karte.alert where workspace_id = $1`,
    [workspace.id],
  );
  expect(rows).toEqual([]);
});

test("dangerous acts want a sign-in of the last ten minutes", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const member = await workspace.join("member");
  expect((await browser.call(getSession, {})).recentFor).toBeGreaterThan(500);
  karte.clock.advance(minutes(11));
  expect((await browser.call(getSession, {})).recentFor).toBe(0);
  const refused = await Promise.all([
    browser.attempt(changeMember, { params: { id: member.id }, body: { role: "owner" } }),
    browser.attempt(invitePeople, { body: { emails: ["o@people.example"], role: "owner" } }),
    browser.attempt(offerWorkspace, { body: { to: member.id, what: "ownership" } }),
    browser.attempt(closeWorkspace, { body: { name: "守 関" } }),
    browser.attempt(takeContract, { body: {} }),
  ]);
  for (const answer of refused) expect(answer.error().type).toBe("RecentSignInRequired");
  // What endangers nothing goes on.
  await browser.call(invitePeople, { body: { emails: ["v@people.example"], role: "viewer" } });
});

test("a closed workspace is shut for everybody at once, can be opened again, and is deleted in time", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const member = await workspace.join("member");
  const domain = await browser.call(addDomain, { body: { name: "closing.example.jp" } });
  await browser.call(changeDomain, { params: { id: domain.id }, body: { schedule: "daily" } });
  const wrong = await browser.attempt(closeWorkspace, { body: { name: "another" } });
  expect(wrong.error().fields).toMatchObject([{ path: "name" }]);
  const { pool } = karte.database.owner;
  await pool.query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at, problem)
     values (gen_random_uuid(), $1, $2, 1, 1, now(), null)`,
    [workspace.id, domain.id],
  );
  await browser.call(closeWorkspace, { body: { name: "守 関" } });
  for (const one of [browser, member.browser]) {
    const answer = await one.attempt(listDomains, { query: {} });
    expect(answer.error().type).toBe("NotAMember");
  }
  const rows = async (table: string, where = "") =>
    (
      await pool.query(`select * from karte.${table} where workspace_id = $1 ${where}`, [
        workspace.id,
      ])
    ).rows;
  expect(await rows("run", "and state = 1")).toEqual([]);
  expect((await rows("domain"))[0]?.next_run_at).toBe(Number.POSITIVE_INFINITY);

  const { workspaces } = await browser.call(listClosedWorkspaces, {});
  expect(workspaces).toMatchObject([{ id: workspace.id, name: "守 関" }]);
  const notOwner = await member.browser.attempt(reopenWorkspace, {
    body: { workspace: workspace.id },
  });
  expect(notOwner.error().type).toBe("NotFound");
  await browser.call(reopenWorkspace, { body: { workspace: workspace.id } });
  expect((await browser.call(listDomains, { query: {} })).count.value).toBe(1);

  await browser.call(closeWorkspace, { body: { name: "守 関" } });
  karte.clock.advance(days(27));
  await purge();
  expect(await rows("domain")).toHaveLength(1);
  karte.clock.advance(days(2));
  await purge();
  for (const table of ["domain", "member", "activity", "run"]) {
    expect(await rows(table), table).toEqual([]);
  }
});

test("the log of a workspace that is not closed can be deleted by nobody", async () => {
  const workspace = await karte.workspace();
  const erase = "delete from karte.activity where workspace_id = $1";
  await expect(karte.database.owner.pool.query(erase, [workspace.id])).rejects.toThrow(
    /append-only/,
  );
  const client = await karte.database.application.pool.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('karte.purging', 'on', true)");
    await client.query("select set_config('app.workspace', $1, true)", [workspace.id]);
    await expect(client.query(erase, [workspace.id])).rejects.toThrow(/permission denied/);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("what is over the plan's measure is read-only over all workspaces of a contract; the oldest stay", async () => {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const add = (name: string) => browser.call(addDomain, { body: { name } });
  const first = await add("first.example.jp");
  karte.clock.advance(1_000);
  const second = await browser.call(createWorkspace, { body: { name: "Second" } });
  await add("middle.example.jp");
  karte.clock.advance(1_000);
  await browser.call(enterWorkspace, { body: { workspace: workspace.id } });
  const last = await add("last.example.jp");
  const admin = await workspace.join("admin");

  karte.contracts.set(workspace.owner.id, {
    ...amplePlan,
    plan: "free",
    entitlements: { ...amplePlan.entitlements, domains: 2, users: 1, schedule: "none" },
  });
  await karte.hear("plan-changed", workspace.owner.id);
  const { domains } = await browser.call(listDomains, { query: {} });
  const readOnly = Object.fromEntries(domains.map((one) => [one.id, one.readOnly]));
  expect(readOnly).toEqual({ [first.id]: false, [last.id]: true });
  const change = (id: string) =>
    browser.attempt(changeDomain, { params: { id }, body: { label: "x" } });
  expect((await change(last.id)).error()).toMatchObject({ type: "PlanLimit" });
  expect((await change(first.id)).status).toBe(200);
  const more = await browser.attempt(addDomain, { body: { name: "more.example.jp" } });
  expect(more.error().type).toBe("PlanLimit");

  // People too: the contract's owner stays, the other may look.
  const seen = await admin.browser.call(getSession, {});
  expect(seen.workspace).toMatchObject({
    role: "admin",
    acts: ["see", "accept-offers"],
    overPlan: true,
  });
  expect((await admin.browser.call(listDomains, { query: {} })).count.value).toBe(2);
  const act = await admin.browser.attempt(addDomain, { body: { name: "y.example.jp" } });
  expect(act.error().type).toBe("NotAllowed");

  karte.contracts.set(workspace.owner.id, amplePlan);
  await karte.hear("plan-changed", workspace.owner.id);
  expect((await change(last.id)).status).toBe(200);
  expect((await admin.browser.call(getSession, {})).workspace?.acts).toContain("manage-domains");
  expect(second.id).not.toBe(workspace.id);
});

test("a suspended plan is named as agreed, with the limits that count meanwhile", async () => {
  const { owner } = await karte.workspace();
  const contract = async () => {
    const { plan, contractedPlan, state } = await owner.browser.call(getContract, {});
    return { counts: plan.id, suspended: plan.suspended, contractedPlan, state };
  };
  karte.contracts.set(owner.id, {
    ...amplePlan,
    plan: "free",
    contractedPlan: "detailed",
    state: "suspended",
  });
  await karte.hear("plan-changed", owner.id);
  const state = "suspended";
  const rests = { counts: "free", suspended: true, contractedPlan: "detailed", state };
  expect(await contract()).toEqual(rests);
  karte.contracts.set(owner.id, amplePlan);
  await karte.hear("plan-changed", owner.id);
  expect(await contract()).toMatchObject({ suspended: false, contractedPlan: "detailed" });
});

test("two-factor is what the portal said last", async () => {
  const workspace = await karte.workspace();
  const { owner } = workspace;
  const isOn = async () =>
    (await owner.browser.call(listPeople, {})).members.find(({ you }) => you)?.twoFactor;
  expect(await isOn()).toBe(false);
  karte.members.set(owner.id, { twoFactor: true });
  await karte.hear("member-changed", owner.id);
  expect(await isOn()).toBe(true);
  // The present sign-in is older than that and does not take it back.
  await owner.browser.call(getSession, {});
  expect(await isOn()).toBe(true);
});

test("an account that is deleted takes what it alone owned with it at once, and nothing else", async () => {
  const alone = await karte.workspace();
  const left = await alone.join("member");
  const context = karte.context;
  await keepFile(context, {
    workspaceId: alone.id,
    groupId: null,
    name: "report.csv",
    mediaType: "text/csv",
    content: Buffer.from("a,b"),
    expiresAt: new Date(karte.clock.now().getTime() + days(90)),
  });
  const contents = async () =>
    (await karte.database.owner.pool.query("select from karte.file_content")).rows.length;
  expect(await contents()).toBe(1);
  const shut = await karte.workspace();
  const reader = await shut.join("member");
  const { name } = await shut.owner.browser.call(getWorkspace, {});
  await shut.owner.browser.call(closeWorkspace, { body: { name } });
  const shared = await karte.workspace();
  const second = await shared.join("owner");
  // A suspended owner decides about nothing, and a workspace is not kept for them.
  const kept = await karte.workspace();
  const suspended = await kept.join("owner");
  const params = { id: suspended.id };
  await kept.owner.browser.call(changeMember, { params, body: { suspended: true } });
  const other = await karte.workspace();
  for (const { owner } of [alone, shut, shared, kept])
    await karte.hear("account-deleted", owner.id);
  // Told twice, it finds nothing more to do.
  await karte.hear("account-deleted", alone.owner.id);
  const there = await karte.database.owner.pool.query<{ id: string }>(
    "select id from karte.workspace where id = any($1)",
    [[alone.id, shut.id, shared.id, kept.id, other.id]],
  );
  expect(there.rows.map(({ id }) => id).toSorted()).toEqual([shared.id, other.id].toSorted());
  const { members } = await second.browser.call(listPeople, {});
  expect(members.map(({ id }) => id)).toEqual([second.id]);
  expect(await contents()).toBe(0);
  const worker = await karte.work();
  try {
    const mailed = (id: string) =>
      karte.sent.filter(({ to }) => to.startsWith(id)).map(({ subject }) => subject);
    const deleted = "【Sekimori】ワークスペースを削除しました";
    const textTo = (id: string) => karte.sent.filter(({ to }) => to.startsWith(id)).at(-1)?.text;
    await expect.poll(() => mailed(left.id)).toEqual([deleted]);
    await expect.poll(() => mailed(suspended.id)).toEqual([deleted]);
    expect(textTo(left.id)).toContain("最後の所有者である守 関さん");
    // Who was told of a later day when it was closed is told what became of it.
    await expect.poll(() => mailed(reader.id)).toHaveLength(2);
    expect(mailed(reader.id)).toContain(deleted);
    // Whoever is gone is written to no more.
    await expect.poll(() => mailed(shut.owner.id)).toHaveLength(1);
    expect(mailed(shut.owner.id)).not.toContain(deleted);
    expect(mailed(alone.owner.id)).toEqual([]);
  } finally {
    await worker.stop();
  }
});

test("an account that is closed leaves: alone, its workspace closes; else another owner takes over", async () => {
  const alone = await karte.workspace();
  const left = await alone.join("member");
  await karte.hear("account-closed", alone.owner.id);
  const shut = await left.browser.attempt(listDomains, { query: {} });
  expect(shut.error().type).toBe("NotAMember");
  const worker = await karte.work();
  const mailTo = (id: string) => karte.sent.find(({ to }) => to.startsWith(id))?.text;
  try {
    await expect.poll(() => mailTo(left.id)).toContain("最後の所有者である守 関さん");
  } finally {
    await worker.stop();
  }
  expect(mailTo(left.id)).toContain("再開することはできません");
  expect(mailTo(alone.owner.id)).toBeUndefined();

  const shared = await karte.workspace();
  const second = await shared.join("owner");
  const free = await second.browser.attempt(takeContract, { body: {} });
  expect(free.error().type).toBe("WrongState");
  karte.contracts.set(shared.owner.id, undefined);
  await karte.hear("account-closed", shared.owner.id);
  await karte.hear("account-closed", shared.owner.id);
  const { workspace } = await second.browser.call(getSession, {});
  expect(workspace).toMatchObject({ role: "owner", plan: { id: "free" } });
  expect(await second.browser.call(getWorkspace, {})).toMatchObject({
    contractIsFree: true,
    billingOwner: null,
  });
  const { members } = await second.browser.call(listPeople, {});
  expect(members.map(({ id }) => id)).toEqual([second.id]);
  await second.browser.call(takeContract, { body: {} });
  expect((await second.browser.call(getSession, {})).workspace?.plan.id).toBe("detailed");
});
