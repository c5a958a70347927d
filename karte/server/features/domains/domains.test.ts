import { randomUUID } from "node:crypto";
import { listActivity } from "@sekimori/karte-contract/endpoints/activity";
import {
  addDomain,
  bulkDomains,
  changeDomain,
  exportChosenDomains,
  exportDomains,
  getDomain,
  listDomains,
  selectDomains,
  undoBulk,
} from "@sekimori/karte-contract/endpoints/domains";
import { createGroup, listGroups } from "@sekimori/karte-contract/endpoints/groups";
import { removeMember } from "@sekimori/karte-contract/endpoints/people";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { amplePlan, startTestKarte, type TestKarte } from "../../testing/test-karte.ts";
import { sealPerson } from "../principals/person.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());

const names = (rows: readonly { name: { ascii: string } }[]) => rows.map(({ name }) => name.ascii);

async function withDomains(...wanted: string[]) {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const ids = new Map<string, string>();
  for (const name of wanted) {
    ids.set(name, (await browser.call(addDomain, { body: { name } })).id);
  }
  return { ...workspace, browser, idOf: (name: string) => ids.get(name) ?? "" };
}

describe("the first visit", () => {
  test("makes one workspace, also when two tabs come together", async () => {
    const { browser } = karte.person();
    const [one, two] = await Promise.all([
      browser.call(getSession, {}),
      browser.call(getSession, {}),
    ]);
    expect(one.workspace?.id).toBe(two.workspace?.id);
    expect(one.workspaces).toHaveLength(1);
    expect(one.workspace).toMatchObject({ role: "owner", restricted: false });
  });

  test("makes none for somebody who has no contract and was only invited", async () => {
    const guest = karte.person();
    karte.contracts.set(guest.id, undefined);
    const session = await guest.browser.call(getSession, {});
    expect(session).toMatchObject({ workspaces: [], workspace: null });
    const answer = await guest.browser.attempt(listDomains, { query: {} });
    expect(answer.error().type).toBe("NotAMember");
  });
});

describe("adding a domain", () => {
  test("keeps it once, however it is spelled, and writes it to the log", async () => {
    const { browser } = await withDomains();
    const one = await browser.call(addDomain, { body: { name: "https://Www.Example.JP/" } });
    const two = await browser.call(addDomain, { body: { name: "www.example.jp." } });
    expect([one.added, two.added]).toEqual([true, false]);
    expect(two.id).toBe(one.id);
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries[0]).toMatchObject({
      action: "domain.added",
      detail: { name: "www.example.jp" },
    });
    expect(entries[0]?.by?.name).toBe("守 関");
  });

  test.each([
    ["192.0.2.1", "ip-address"],
    ["co.jp", "public-suffix"],
    ["localhost", "local-name"],
    ["pаypal.com", "homograph"],
  ])("refuses %s and says why", async (name, problem) => {
    const { browser } = await withDomains();
    const answer = await browser.attempt(addDomain, { body: { name } });
    expect(answer.error().fields).toEqual([{ path: "name", code: "invalid", params: { problem } }]);
  });

  test("tells who has proved a name that others have, too, and nobody before that", async () => {
    const prove = (id: string) =>
      karte.database.owner.pool.query("update karte.domain set proof = 1 where id = $1", [id]);
    const other = await withDomains("taken.example.jp");
    await prove(other.idOf("taken.example.jp"));
    const { browser, idOf } = await withDomains("taken.example.jp", "free.example.jp");
    const said = async (name: string) => {
      const { proofDetail } = await browser.call(getDomain, { params: { id: idOf(name) } });
      return proofDetail.elsewhere;
    };
    const names = ["taken.example.jp", "free.example.jp"];
    expect(await Promise.all(names.map(said))).toEqual([false, false]);
    // Deleted and put back it is the same.
    for (const name of names) await prove(idOf(name));
    expect(await Promise.all(names.map(said))).toEqual([true, false]);
  });

  test("stops at the plan's measure, also for ten at once", async () => {
    const workspace = await karte.workspace();
    karte.contracts.set(workspace.owner.id, {
      ...amplePlan,
      entitlements: { ...amplePlan.entitlements, domains: 3 },
    });
    karte.clock.advance(120_000);
    await workspace.owner.browser.call(getSession, {});
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        workspace.owner.browser.attempt(addDomain, { body: { name: `d${index}.example.jp` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.error()).toMatchObject({ type: "PlanLimit", data: { limit: 3 } });
  });
});

describe("the list", () => {
  test("goes by pages in both directions without losing or repeating a row", async () => {
    const wanted = Array.from({ length: 23 }, (_, index) => `n${index}.example.jp`);
    const { browser } = await withDomains(...wanted);
    for (const order of ["asc", "desc"] as const) {
      for (const sort of ["name", "grade", "findings", "last-run", "next-run", "added"] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await browser.call(listDomains, { query: { size: 5, sort, order, cursor } });
          seen.push(...names(page.domains));
          expect(page.count).toEqual({ value: 23, more: false });
          cursor = page.next ?? undefined;
        } while (cursor !== undefined);
        expect(seen.toSorted()).toEqual(wanted.toSorted());
        if (sort === "name") {
          expect(seen).toEqual(order === "asc" ? wanted.toSorted() : wanted.toSorted().reverse());
        }
      }
    }
  });

  test("finds by two characters, in the middle, in Japanese and in the label", async () => {
    const { browser, idOf } = await withDomains(
      "xy-shop.example.jp",
      "株式会社関守.jp",
      "other.example.jp",
    );
    await browser.call(changeDomain, {
      params: { id: idOf("other.example.jp") },
      body: { label: "大阪の倉庫" },
    });
    const search = async (q: string) =>
      names((await browser.call(listDomains, { query: { q } })).domains);
    expect(await search("xy")).toEqual(["xy-shop.example.jp"]);
    expect(await search("HOP.ex")).toEqual(["xy-shop.example.jp"]);
    expect(await search("関守")).toEqual([expect.stringMatching(/^xn--/)]);
    expect(await search("倉庫")).toEqual(["other.example.jp"]);
    expect(await search("%%")).toEqual([]);
    expect(await search("zz")).toEqual([]);
  });

  test("takes several values and none in one filter", async () => {
    const { browser, idOf } = await withDomains("a.example.jp", "b.example.jp", "c.example.jp");
    const { pool } = karte.database.owner;
    await pool.query(
      "update karte.domain set grade = 1, open_high = 2, open_weight = 1 where id = $1",
      [idOf("a.example.jp")],
    );
    await pool.query("update karte.domain set grade = 5 where id = $1", [idOf("b.example.jp")]);
    const by = async (query: object) => names((await browser.call(listDomains, { query })).domains);
    expect(await by({ grade: "A,none" })).toEqual(["a.example.jp", "c.example.jp"]);
    expect(await by({ severity: "high" })).toEqual(["a.example.jp"]);
    expect(await by({ severity: "high,none" })).toHaveLength(3);
    expect(await by({ grouped: "none" })).toHaveLength(3);
    const wrong = await browser.attempt(listDomains, { query: { grade: "Z" } as never });
    expect(wrong.error().fields?.[0]?.path).toMatch(/^grade/);
    const forged = await browser.attempt(listDomains, { query: { cursor: "x" } });
    expect(forged.error().fields).toEqual([{ path: "cursor", code: "invalid" }]);
  });

  test("leaves as a file in which nothing is a formula", async () => {
    const { browser, idOf } = await withDomains("a.example.jp");
    await browser.call(changeDomain, {
      params: { id: idOf("a.example.jp") },
      body: { label: "=cmd|' /C calc'!A0" },
    });
    const { text } = await browser.call(exportDomains, { query: {} });
    expect(text).toContain(`a.example.jp,"'=cmd|' /C calc'!A0"`);
    expect(text.startsWith("\ufeff")).toBe(true);
  });
});

test("a domain has several labels, each once, in lists, in the file and in its JSON", async () => {
  const { browser, idOf } = await withDomains("a.example.jp");
  const params = { id: idOf("a.example.jp") };
  await browser.call(changeDomain, { params, body: { label: " 本社、VIP ;大阪, vip,, " } });
  const [row] = (await browser.call(listDomains, { query: { q: "大阪" } })).domains;
  expect(row).toMatchObject({ label: "本社, VIP, 大阪", labels: ["本社", "VIP", "大阪"] });
  const { text } = await browser.call(exportDomains, { query: {} });
  expect(text).toContain('a.example.jp,"本社, VIP, 大阪"');
  const { rows } = await karte.database.owner.pool.query(
    "select label, key from karte.domain_label where domain_id = $1 order by key",
    [params.id],
  );
  expect(rows).toEqual([
    { label: "VIP", key: "vip" },
    { label: "大阪", key: "大阪" },
    { label: "本社", key: "本社" },
  ]);
  const labels = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`);
  await browser.call(changeDomain, { params, body: { label: labels(20).join() } });
  const most = await browser.attempt(changeDomain, { params, body: { label: labels(21).join() } });
  expect(most.error().fields).toEqual([
    { path: "label", code: "invalid", params: { problem: "too_many_labels", most: 20 } },
  ]);
  const long = await browser.attempt(changeDomain, {
    params,
    body: { label: `${"x".repeat(60)}, ${"x".repeat(61)}` },
  });
  expect(long.error().fields).toEqual([{ path: "label", code: "too_long", params: { max: 60 } }]);
});

test("one domain's label is changed and taken away; the log says to what", async () => {
  const { browser, idOf } = await withDomains("a.example.jp");
  const params = { id: idOf("a.example.jp") };
  await browser.call(changeDomain, { params, body: { label: " 本社 " } });
  expect((await browser.call(getDomain, { params })).label).toBe("本社");
  await browser.call(changeDomain, { params, body: { label: "" } });
  expect((await browser.call(getDomain, { params })).label).toBe("");
  const { entries } = await browser.call(listActivity, { query: {} });
  expect(entries.slice(0, 2).map(({ action, detail }) => ({ action, detail }))).toEqual([
    { action: "domain.changed", detail: { name: "a.example.jp", label: "" } },
    { action: "domain.changed", detail: { name: "a.example.jp", label: "本社" } },
  ]);
});

describe("the person who answers for a domain", () => {
  test("stands in the list, the file and the log, and is nobody again", async () => {
    const { browser, idOf, join } = await withDomains("a.example.jp", "b.example.jp");
    const colleague = await join("member");
    const name = async (responsible: string | null) =>
      browser.call(changeDomain, { params: { id: idOf("a.example.jp") }, body: { responsible } });
    const named = async () => {
      const { domains } = await browser.call(listDomains, { query: {} });
      return domains.map(({ responsible }) => responsible?.id ?? null);
    };
    await name(colleague.id);
    expect(await named()).toEqual([colleague.id, null]);
    const { text } = await browser.call(exportDomains, { query: {} });
    const [head, first, second] = text.trim().split("\r\n");
    expect(head).toMatch(/,responsible$/);
    expect(first).toMatch(/@[a-z.]+$/);
    expect(second).toMatch(/,$/);
    const { entries } = await browser.call(listActivity, { query: { action: "domain.changed" } });
    expect(entries[0]?.detail).toEqual({ name: "a.example.jp", responsible: colleague.id });
    await name(null);
    expect(await named()).toEqual([null, null]);
  });

  test("is a member who may see it", async () => {
    const { browser, idOf, join } = await withDomains("a.example.jp", "b.example.jp");
    const group = await browser.call(createGroup, { body: { name: "Osaka" } });
    const restricted = await join("viewer", [group.id]);
    const stranger = (await karte.workspace()).owner;
    const name = (of: string, responsible: string, groups?: string[]) =>
      browser.attempt(changeDomain, {
        params: { id: idOf(of) },
        body: { responsible, ...(groups && { groups }) },
      });
    for (const id of [restricted.id, stranger.id, "nobody"]) {
      const answer = await name("a.example.jp", id);
      expect(answer.error().fields).toEqual([{ path: "responsible", code: "invalid" }]);
    }
    // The same change may let them see it.
    expect((await name("b.example.jp", restricted.id, [group.id])).status).toBe(200);
  });

  test("narrows the list, and sorts it by the names that are shown, page by page", async () => {
    const wanted = ["a", "b", "c", "d", "e", "f"].map((one) => `${one}.example.jp`);
    const { id: workspaceId, browser, idOf, join } = await withDomains(...wanted);
    const people = await Promise.all([1, 2, 3].map(async () => (await join("member")).id));
    // In another order than their accounts.
    const [former = "", two = "", one = ""] = people.sort();
    for (const [id, name] of [
      [one, "Aoki Sora"],
      [two, "東 海"],
    ] as const) {
      const known = { id, name, givenName: "", email: "" };
      const sealed = sealPerson(karte.context.sealer, workspaceId, known);
      await karte.database.owner.pool.query(
        "update karte.member set personal = $1 where workspace_id = $2 and account_id = $3",
        [sealed, workspaceId, id],
      );
    }
    for (const [name, responsible] of [
      ["d", one],
      ["a", two],
      ["b", one],
      ["c", former],
    ] as const) {
      const params = { id: idOf(`${name}.example.jp`) };
      await browser.call(changeDomain, { params, body: { responsible } });
    }
    await browser.call(removeMember, { params: { id: former } });
    const list = async (query: object) => {
      const { domains, count } = await browser.call(listDomains, { query });
      expect(count.value).toBe(domains.length);
      return names(domains).map((name) => name[0]);
    };
    expect(await list({ responsible: one })).toEqual(["b", "d"]);
    expect(await list({ responsible: `${two},none` })).toEqual(["a", "e", "f"]);
    expect(await list({ responsible: "none" })).toEqual(["e", "f"]);
    const sort = "responsible";
    expect(await list({ responsible: `${two},${one}`, sort })).toEqual(["b", "d", "a"]);
    expect(await list({ q: "example", sort, responsible: "none", order: "desc" })).toEqual([
      "f",
      "e",
    ]);
    for (const order of ["asc", "desc"] as const) {
      const seen: (string | undefined)[] = [];
      let cursor: string | undefined;
      do {
        const query = { sort, order, size: 1, ...(cursor && { cursor }) } as const;
        const { domains, next } = await browser.call(listDomains, { query });
        seen.push(...names(domains).map((name) => name[0]));
        cursor = next ?? undefined;
      } while (cursor);
      const rising = ["b", "d", "a", "c", "e", "f"];
      expect(seen).toEqual(order === "asc" ? rising : rising.toReversed());
    }
  });

  test("is named for many at once, but for those that they may not see, and put back", async () => {
    const { browser, idOf, join } = await withDomains("a.example.jp", "b.example.jp");
    const colleague = await join("member");
    const group = await browser.call(createGroup, { body: { name: "Osaka" } });
    const restricted = await join("viewer", [group.id]);
    const domains = [idOf("a.example.jp"), idOf("b.example.jp")];
    const named = async () => {
      const { domains: rows } = await browser.call(listDomains, { query: {} });
      return rows.map(({ responsible }) => responsible?.id ?? null);
    };
    const name = (responsible: string | null) =>
      browser.call(bulkDomains, { body: { act: { kind: "responsible", responsible }, domains } });
    await browser.call(changeDomain, {
      params: { id: idOf("a.example.jp") },
      body: { responsible: colleague.id, groups: [group.id] },
    });
    const done = await name(restricted.id);
    expect(done).toMatchObject({
      count: 1,
      skipped: [{ reason: "OutOfSight", count: 1, names: ["b.example.jp"] }],
    });
    expect(await named()).toEqual([restricted.id, null]);
    await browser.call(undoBulk, { params: { id: done.id }, body: {} });
    expect(await named()).toEqual([colleague.id, null]);
    expect((await name(null)).count).toBe(1);
    expect(await named()).toEqual([null, null]);
    const { entries } = await browser.call(listActivity, { query: { action: "domains.bulk" } });
    expect(entries.map(({ detail }) => detail.responsible)).toEqual(["", restricted.id]);
    const stranger = await browser.attempt(bulkDomains, {
      body: { act: { kind: "responsible", responsible: "stranger" }, domains },
    });
    expect(stranger.error().type).toBe("NotFound");
  });

  test("who is no longer a member has left their name behind", async () => {
    const { browser, idOf, join } = await withDomains("a.example.jp");
    const colleague = await join("member");
    const params = { id: idOf("a.example.jp") };
    await browser.call(changeDomain, { params, body: { responsible: colleague.id } });
    await browser.call(removeMember, { params: { id: colleague.id } });
    const { responsible } = await browser.call(getDomain, { params });
    expect(responsible).toEqual({ id: colleague.id, name: "", email: "" });
  });
});

describe("the domains that were chosen", () => {
  test("leave as the same safe file, by their ids or as a selection, and are written to the log", async () => {
    const { browser, idOf } = await withDomains("a.example.jp", "b.example.jp", "c.example.jp");
    await browser.call(changeDomain, {
      params: { id: idOf("c.example.jp") },
      body: { label: "=cmd|' /C calc'!A0" },
    });
    const domains = [idOf("c.example.jp"), idOf("a.example.jp")];
    const { text, fileName } = await browser.call(exportChosenDomains, { body: { domains } });
    const lines = text.trim().split("\r\n");
    expect(text.startsWith("\ufeff")).toBe(true);
    expect(fileName).toMatch(/^domains-.*\.csv$/);
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual([
      "a.example.jp",
      "c.example.jp",
    ]);
    expect(text).toContain(`c.example.jp,"'=cmd|' /C calc'!A0"`);
    const { selection } = await browser.call(selectDomains, { body: { q: "b.example" } });
    const snapshot = await browser.call(exportChosenDomains, { body: { selection } });
    expect(snapshot.text).toContain("b.example.jp");
    expect(snapshot.text).not.toContain("a.example.jp");
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.slice(0, 2).map(({ action, detail }) => ({ action, detail }))).toEqual([
      { action: "domains.exported", detail: { count: 1 } },
      { action: "domains.exported", detail: { count: 2 } },
    ]);
  });

  test("are nobody else's: another workspace's are left out, and its selection is not known", async () => {
    const stranger = await withDomains("theirs.example.jp");
    const { selection } = await stranger.browser.call(selectDomains, { body: {} });
    const { browser, idOf } = await withDomains("mine.example.jp");
    const domains = [idOf("mine.example.jp"), stranger.idOf("theirs.example.jp")];
    const { text } = await browser.call(exportChosenDomains, { body: { domains } });
    expect(text).toContain("mine.example.jp");
    expect(text).not.toContain("theirs.example.jp");
    const another = await browser.attempt(exportChosenDomains, { body: { selection } });
    expect(another.error().type).toBe("NotFound");
    const neither = await browser.attempt(exportChosenDomains, { body: {} });
    expect(neither.error().fields).toEqual([{ path: "domains", code: "required" }]);
  });
});

describe("many at once", () => {
  test("a selection is what was counted, though the list goes on changing", async () => {
    const { browser } = await withDomains("a.example.jp", "b.example.jp");
    const { selection, count } = await browser.call(selectDomains, { body: {} });
    expect(count).toBe(2);
    await browser.call(addDomain, { body: { name: "late.example.jp" } });
    const done = await browser.call(bulkDomains, { body: { act: { kind: "delete" }, selection } });
    expect(done).toMatchObject({ state: "done", count: 2 });
    const left = await browser.call(listDomains, { query: {} });
    expect(names(left.domains)).toEqual(["late.example.jp"]);
    await browser.call(undoBulk, { params: { id: done.id }, body: {} });
    expect((await browser.call(listDomains, { query: {} })).count.value).toBe(3);
    const again = await browser.attempt(undoBulk, { params: { id: done.id }, body: {} });
    expect(again.error().type).toBe("CannotUndo");
  });

  test("what a group had before stays there when an act is undone", async () => {
    const { browser, idOf } = await withDomains("a.example.jp", "b.example.jp");
    const group = await browser.call(createGroup, { body: { name: "本社" } });
    await browser.call(changeDomain, {
      params: { id: idOf("a.example.jp") },
      body: { groups: [group.id] },
    });
    const act = { kind: "add-to-group", group: group.id } as const;
    const domains = [idOf("a.example.jp"), idOf("b.example.jp")];
    const done = await browser.call(bulkDomains, { body: { act, domains } });
    expect(done.count).toBe(1);
    await browser.call(undoBulk, { params: { id: done.id }, body: {} });
    const page = await browser.call(getDomain, { params: { id: idOf("a.example.jp") } });
    expect(page.groups).toEqual([{ id: group.id, name: "本社" }]);
    expect((await browser.call(listGroups, {})).groups[0]?.domains).toBe(1);
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.slice(0, 2).map(({ action, detail }) => ({ action, detail }))).toEqual([
      {
        action: "domains.bulk-undone",
        detail: { act: "add-to-group", count: 1, bulk: done.id },
      },
      {
        action: "domains.bulk",
        detail: { act: "add-to-group", group: "本社", count: 1, bulk: done.id },
      },
    ]);
  });

  test("labels are added to what each has, removed, and put back without what came since", async () => {
    const { browser, idOf } = await withDomains("a.example.jp", "b.example.jp", "c.example.jp");
    const [a, b, c] = ["a", "b", "c"].map((name) => idOf(`${name}.example.jp`)) as [
      string,
      string,
      string,
    ];
    const domains = [a, b, c];
    const change = (id: string, label: string) =>
      browser.call(changeDomain, { params: { id }, body: { label } });
    const labels = async () => {
      const rows = (await browser.call(listDomains, { query: {} })).domains;
      return rows.map((row) => row.label);
    };
    const bulk = (act: object) =>
      browser.call(bulkDomains, { body: { act: act as never, domains } });
    const twenty = Array.from({ length: 20 }, (_, index) => `l${index}`).join(", ");
    await change(a, "VIP");
    await change(c, twenty);
    const added = await bulk({ kind: "add-labels", labels: ["vip", "大阪"] });
    expect(added).toMatchObject({
      act: "add-labels",
      count: 2,
      skipped: [{ reason: "TooManyLabels", count: 1, names: ["c.example.jp"] }],
    });
    expect(await labels()).toEqual(["VIP, 大阪", "vip, 大阪", twenty]);
    await change(b, "vip, 大阪, 新しい");
    await browser.call(undoBulk, { params: { id: added.id }, body: {} });
    expect(await labels()).toEqual(["VIP", "新しい", twenty]);
    const removed = await bulk({ kind: "remove-labels", labels: ["Vip", "L3"] });
    expect(removed.count).toBe(2);
    expect((await labels()).slice(0, 2)).toEqual(["", "新しい"]);
    await browser.call(undoBulk, { params: { id: removed.id }, body: {} });
    expect((await labels()).slice(0, 2)).toEqual(["VIP", "新しい"]);
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.find(({ action }) => action === "domains.bulk")?.detail).toMatchObject({
      act: "remove-labels",
      label: "Vip, L3",
      count: 2,
    });
  });

  test("a label is put on all of them, found by, and put back as each had it", async () => {
    const { browser, idOf } = await withDomains("a.example.jp", "b.example.jp", "c.example.jp");
    const labels = async (query: { q?: string } = {}) => {
      const { domains } = await browser.call(listDomains, { query });
      return Object.fromEntries(domains.map(({ name, label }) => [name.ascii, label]));
    };
    const own = { params: { id: idOf("a.example.jp") }, body: { label: "本社" } };
    await browser.call(changeDomain, own);
    const act = { kind: "label", label: " 大阪支店 " } as const;
    const domains = [idOf("a.example.jp"), idOf("b.example.jp")];
    const done = await browser.call(bulkDomains, { body: { act, domains } });
    expect(done).toMatchObject({ act: "label", count: 2 });
    expect(await labels({ q: "大阪" })).toEqual({
      "a.example.jp": "大阪支店",
      "b.example.jp": "大阪支店",
    });
    // What has it already is not changed again.
    expect((await browser.call(bulkDomains, { body: { act, domains } })).count).toBe(0);
    await browser.call(undoBulk, { params: { id: done.id }, body: {} });
    expect(await labels()).toEqual({
      "a.example.jp": "本社",
      "b.example.jp": "",
      "c.example.jp": "",
    });
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.find(({ action }) => action === "domains.bulk")?.detail).toMatchObject({
      act: "label",
      label: "大阪支店",
    });
    const long = await browser.attempt(bulkDomains, {
      body: { act: { kind: "label", label: "x".repeat(101) }, domains },
    });
    expect(long.error().type).toBe("InvalidInput");
  });

  test("cannot be undone after thirty days, or where a name was added again", async () => {
    const { browser, idOf } = await withDomains("a.example.jp");
    const remove = async () =>
      browser.call(bulkDomains, {
        body: { act: { kind: "delete" }, domains: [idOf("a.example.jp")] },
      });
    const first = await remove();
    await browser.call(addDomain, { body: { name: "a.example.jp" } });
    const inTheWay = await browser.attempt(undoBulk, { params: { id: first.id }, body: {} });
    expect(inTheWay.error().type).toBe("CannotUndo");
    karte.clock.advance(31 * 86_400_000);
    const late = await browser.attempt(undoBulk, { params: { id: first.id }, body: {} });
    expect(late.error().type).toBe("CannotUndo");
    karte.clock.reset();
  });

  test("is undone alike whether or not somebody else has proved the name since", async () => {
    const { browser, idOf } = await withDomains("given-away.example.jp");
    const domains = [idOf("given-away.example.jp")];
    const removed = await browser.call(bulkDomains, { body: { act: { kind: "delete" }, domains } });
    const other = await karte.workspace();
    const body = { name: "given-away.example.jp" };
    const { id } = await other.owner.browser.call(addDomain, { body });
    await karte.database.owner.pool.query("update karte.domain set proof = 1 where id = $1", [id]);
    await browser.call(undoBulk, { params: { id: removed.id }, body: {} });
    const [domain] = domains;
    const { proofDetail } = await browser.call(getDomain, { params: { id: domain ?? "" } });
    expect(proofDetail).toMatchObject({ state: "none", elsewhere: false });
  });

  test("a member may diagnose and not delete; unknown selections are refused", async () => {
    const workspace = await withDomains("a.example.jp");
    const member = await workspace.join("member");
    const domains = [workspace.idOf("a.example.jp")];
    const refused = await member.browser.attempt(bulkDomains, {
      body: { act: { kind: "delete" }, domains },
    });
    expect(refused.error()).toMatchObject({ type: "NotAllowed", data: { act: "manage-domains" } });
    const { count, skipped } = await member.browser.call(bulkDomains, {
      body: { act: { kind: "diagnose" }, domains },
    });
    expect({ count, skipped }).toEqual({
      count: 0,
      skipped: [{ reason: "ProofMissing", count: 1, names: ["a.example.jp"] }],
    });
    // Nothing that the log could offer to undo.
    const { entries } = await workspace.owner.browser.call(listActivity, { query: {} });
    expect(entries.find(({ action }) => action === "domains.bulk")?.detail).not.toHaveProperty(
      "bulk",
    );
    const foreign = await member.browser.attempt(bulkDomains, {
      body: { act: { kind: "diagnose" }, selection: randomUUID() },
    });
    expect(foreign.error().type).toBe("NotFound");
  });
});

test("a group's sums are kept with every write", async () => {
  const { browser, idOf } = await withDomains("a.example.jp", "b.example.jp", "c.example.jp");
  const { pool } = karte.database.owner;
  const first = await browser.call(createGroup, { body: { name: "本社" } });
  const second = await browser.call(createGroup, { body: { name: "支店" } });
  const sums = async () =>
    Object.fromEntries(
      (await browser.call(listGroups, {})).groups.map(({ name, domains, score, open }) => [
        name,
        [domains, score, open.high],
      ]),
    );
  expect(await sums()).toEqual({ 本社: [0, null, 0], 支店: [0, null, 0] });
  const put = (name: string, ...groups: string[]) =>
    browser.call(changeDomain, { params: { id: idOf(name) }, body: { groups } });
  await put("a.example.jp", first.id, second.id);
  await put("b.example.jp", first.id);
  await pool.query(
    "update karte.domain set score = 70, last_run_at = now(), open_high = 3 where id = any ($1)",
    [[idOf("a.example.jp"), idOf("c.example.jp")]],
  );
  expect(await sums()).toEqual({ 本社: [2, 70, 3], 支店: [1, 70, 3] });
  await put("c.example.jp", second.id);
  await put("a.example.jp", first.id);
  expect(await sums()).toEqual({ 本社: [2, 70, 3], 支店: [1, 70, 3] });
  const domains = [idOf("a.example.jp"), idOf("c.example.jp")];
  const done = await browser.call(bulkDomains, { body: { act: { kind: "delete" }, domains } });
  expect(await sums()).toEqual({ 本社: [1, null, 0], 支店: [0, null, 0] });
  await browser.call(undoBulk, { params: { id: done.id }, body: {} });
  expect(await sums()).toEqual({ 本社: [2, 70, 3], 支店: [1, 70, 3] });
});

test("counts by score and severity are kept with every write", async () => {
  const { browser, idOf, ...workspace } = await withDomains("a.example.jp", "b.example.jp");
  const { pool } = karte.database.owner;
  const counts = async () => {
    const { rows } = await pool.query(
      "select score, domains from karte.score_count where workspace_id = $1 and domains <> 0 order by score",
      [workspace.id],
    );
    return rows.map((row) => [row.score, row.domains]);
  };
  expect(await counts()).toEqual([[-2, 2]]);
  await pool.query("update karte.domain set score = 70, last_run_at = now() where id = $1", [
    idOf("a.example.jp"),
  ]);
  expect(await counts()).toEqual([
    [-2, 1],
    [70, 1],
  ]);
  await browser.call(bulkDomains, {
    body: { act: { kind: "delete" }, domains: [idOf("a.example.jp")] },
  });
  expect(await counts()).toEqual([[-2, 1]]);
});
