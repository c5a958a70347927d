import { randomUUID } from "node:crypto";
import { getNotice, listNotices, readNotices } from "@sekimori/portal-contract/endpoints/notice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { type NewNotice, publishNotice, withdrawNotice } from "../operator/notices.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

test("notices are listed from when they are published, and can be marked as read", async () => {
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

test("notices come page by page, each once, and the number unread counts all of them", async () => {
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

test("notices are for their audience and their time, in the list and by their own address", async () => {
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
  const open = async (id: string) => (await browser.attempt(getNotice, { params: { id } })).status;
  expect(await Promise.all([mine, others, coming, short].map(open))).toEqual([200, 404, 404, 200]);
  portal.clock.advance(120_000);
  expect(new Set(await ids())).toEqual(new Set([mine, coming]));
  expect(await open(short)).toBe(404);
  await withdrawNotice(portal.context, by, mine);
  expect(await open(mine)).toBe(404);
  expect(await ids()).toEqual([coming]);
});
