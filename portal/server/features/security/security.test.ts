import { randomUUID } from "node:crypto";
import { getNotice, listNotices, readNotices } from "@sekimori/portal-contract/endpoints/notice";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import {
  endOtherSessions,
  endSession,
  listActivity,
  listSessions,
  reportActivity,
} from "@sekimori/portal-contract/endpoints/security";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { type NewNotice, publishNotice, withdrawNotice } from "../operator/notices.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function memberInTwoBrowsers() {
  const [desk, phone] = [portal.browser(), portal.browser()];
  const { email } = await newMember(portal, desk);
  await phone.call(signIn, { body: { email, password } });
  return { desk, phone, email };
}

describe("sessions", () => {
  test("are listed, and one or all others can be ended", async () => {
    const { desk, phone, email } = await memberInTwoBrowsers();
    const third = portal.browser();
    await third.call(signIn, { body: { email, password } });
    const { sessions } = await desk.call(listSessions, {});
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const own = (await phone.call(listSessions, {})).sessions.find(({ current }) => current);
    await desk.call(endSession, { params: { id: own?.id ?? "" } });
    expect((await phone.attempt(getMyProfile, {})).status).toBe(401);
    expect(await desk.call(endOtherSessions, { body: {} })).toEqual({ ended: 1 });
    expect((await third.attempt(getMyProfile, {})).status).toBe(401);
    await desk.call(getMyProfile, {});
  });

  test("of somebody else are not there", async () => {
    const { desk } = await memberInTwoBrowsers();
    const stranger = portal.browser();
    await newMember(portal, stranger);
    const [first] = (await desk.call(listSessions, {})).sessions;
    const answer = await stranger.attempt(endSession, { params: { id: first?.id ?? "" } });
    expect(answer.error().type).toBe("NotFound");
    await desk.call(getMyProfile, {});
  });
});

describe("the activity log", () => {
  test("shows the member's own acts, newest first, and nobody else's", async () => {
    const { desk, email } = await memberInTwoBrowsers();
    await portal.browser().attempt(signIn, { body: { email, password: "Wrong-Pass1" } });
    const { entries, next } = await desk.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toEqual([
      "sign-in.failed",
      "sign-in.succeeded",
      "sign-up.completed",
      "terms.agreed",
      "sign-up.started",
    ]);
    expect(next).toBeNull();
    const older = await desk.call(listActivity, { query: { before: entries[2]?.id ?? "" } });
    expect(older.entries.map(({ action }) => action)).toEqual(["terms.agreed", "sign-up.started"]);
  });

  test("«this wasn't me» ends the other sessions and forces a new password", async () => {
    const { desk, phone, email } = await memberInTwoBrowsers();
    const { entries } = await desk.call(listActivity, { query: {} });
    await desk.call(reportActivity, { body: { id: entries[0]?.id ?? "" } });
    expect((await phone.attempt(getMyProfile, {})).status).toBe(401);
    const outcome = await phone.call(signIn, { body: { email, password } });
    expect(outcome.status).toBe("RESET_PASSWORD");
    const foreign = await desk.attempt(reportActivity, { body: { id: "999999999" } });
    expect(foreign.error().type).toBe("NotFound");
  });

  test("is a chain that cannot be changed, and shows where it was broken", async () => {
    const broken = async () => {
      const { rows } = await sql<{ id: string | null }>`
        select portal.first_broken_audit_event() as id`.execute(portal.database.db);
      return rows[0]?.id ?? null;
    };
    await memberInTwoBrowsers();
    expect(await broken()).toBeNull();
    const { pool } = portal.database;
    await expect(pool.query("delete from portal.audit_event where id = 2")).rejects.toThrow(
      "append-only",
    );
    await pool.query("alter table portal.audit_event disable trigger audit_event_append_only");
    await pool.query("update portal.audit_event set device = 'forged' where id = 3");
    expect(await broken()).toBe("3");
  });
});

describe("notices", () => {
  test("are listed from when they are published, and can be marked as read", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const now = portal.clock.now();
    const notice = (minutes: number) => ({
      id: randomUUID(),
      title_ja: "お知らせ",
      title_en: "Notice",
      body_ja: "本文",
      body_en: "Text",
      published_at: new Date(now.getTime() + minutes * 60_000),
    });
    await portal.database.db
      .insertInto("portal.notice")
      .values([notice(-20), notice(-10), notice(60)])
      .execute();
    const listed = await browser.call(listNotices, { query: {} });
    expect([listed.notices.length, listed.unread]).toEqual([2, 2]);
    const upTo = listed.notices[1]?.publishedAt ?? "";
    expect(await browser.call(readNotices, { body: { upTo } })).toEqual({ unread: 1 });
    const future = new Date(now.getTime() + 365 * 24 * 3_600_000).toISOString();
    expect(await browser.call(readNotices, { body: { upTo: future } })).toEqual({ unread: 0 });
    expect(await browser.call(readNotices, { body: { upTo } })).toEqual({ unread: 0 });
    const [newest] = listed.notices;
    const shown = await browser.call(getNotice, { params: { id: newest?.id ?? "" } });
    expect(shown).toEqual({ ...newest, read: true });
  });

  test("come page by page, each once, and the number unread counts all of them", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const before = (await browser.call(listNotices, { query: {} })).notices.length;
    const words = { title_ja: "一", title_en: "One", body_ja: "本文", body_en: "Text" };
    // Half of them at the same moment: a page may end between two such.
    const published = (index: number) =>
      new Date(portal.clock.now().getTime() - Math.floor(index / 2) * 60_000);
    await portal.database.db
      .insertInto("portal.notice")
      .values(
        Array.from({ length: 45 }, (_, index) => ({
          ...words,
          id: randomUUID(),
          published_at: published(index),
        })),
      )
      .execute();
    const seen: string[] = [];
    let next: string | null | undefined;
    do {
      const query = next == null ? {} : { before: next };
      const page = await browser.call(listNotices, { query });
      expect(page.unread).toBe(45 + before);
      seen.push(...page.notices.map(({ id }) => id));
      next = page.next;
    } while (next !== null);
    expect(seen).toHaveLength(45 + before);
    expect(new Set(seen).size).toBe(seen.length);
    await portal.database.db.deleteFrom("portal.notice").execute();
  });

  test("are for their audience and their time, in the list and by their own address", async () => {
    const browser = portal.browser();
    await newMember(portal, browser);
    const now = portal.clock.now().getTime();
    const by = { operator: "Sato" };
    const words = { title: { ja: "件名", en: "Subject" }, body: { ja: "本文", en: "Text" } };
    const publish = (notice: Partial<NewNotice>) =>
      publishNotice(portal.context, by, { ...words, ...notice });
    const mine = await publish({ audience: "free" });
    const others = await publish({ audience: "detailed" });
    const coming = await publish({ publishedAt: new Date(now + 60_000) });
    const short = await publish({ shownUntil: new Date(now + 60_000) });
    const ids = async () =>
      (await browser.call(listNotices, { query: {} })).notices.map(({ id }) => id);
    expect(new Set(await ids())).toEqual(new Set([mine, short]));
    const open = async (id: string) =>
      (await browser.attempt(getNotice, { params: { id } })).status;
    expect(await Promise.all([mine, others, coming, short].map(open))).toEqual([
      200, 404, 404, 200,
    ]);
    portal.clock.advance(120_000);
    expect(new Set(await ids())).toEqual(new Set([mine, coming]));
    expect(await open(short)).toBe(404);
    await withdrawNotice(portal.context, by, mine);
    expect(await open(mine)).toBe(404);
    expect(await ids()).toEqual([coming]);
  });
});
