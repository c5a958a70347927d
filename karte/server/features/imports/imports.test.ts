import { importRowsShown } from "@sekimori/karte-contract/constants";
import { addDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { listGroups } from "@sekimori/karte-contract/endpoints/groups";
import {
  applyImport,
  checkImport,
  getImport,
  listImports,
  refusedRows,
  undoImport,
} from "@sekimori/karte-contract/endpoints/imports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestKarte, type TestKarte, type TestWorkspace } from "../../testing/test-karte.ts";

let karte: TestKarte;
let workspace: TestWorkspace;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());

async function fresh() {
  await karte.database.owner.pool.query("delete from kit.rate_limit");
  workspace = await karte.workspace();
  const { browser } = workspace.owner;
  const check = (text: string) =>
    browser.call(checkImport, {
      body: { fileName: "names.csv", content: Buffer.from(text).toString("base64") },
    });
  return { browser, check };
}

test("says row by row what will happen, and adds nothing yet", async () => {
  const { browser, check } = await fresh();
  await browser.call(addDomain, { body: { name: "there.example.jp" } });
  const { import: view, rows } = await check(
    "ドメイン,グループ,ラベル\nnew.example.jp,本社;支店,表玄関\nthere.example.jp,,\n10.0.0.1,,\nNEW.example.jp,,\npаypal.com,,\n",
  );
  expect(rows.map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, "add"],
    [3, "exists"],
    [4, "refused"],
    [5, "refused"],
    [6, "refused"],
  ]);
  expect(rows[2]?.problems).toEqual([
    { column: "name", position: 1, problem: "ip-address", hint: null },
  ]);
  expect(rows[3]?.problems[0]).toMatchObject({ problem: "twice-in-file", hint: "2" });
  expect(rows[4]?.problems[0]).toMatchObject({ problem: "homograph", hint: "paypal.com" });
  expect(view.counts).toEqual({ rows: 5, add: 1, exists: 1, refused: 3 });
  expect(view.newGroups).toEqual(["本社", "支店"]);
  expect((await browser.call(listDomains, { query: {} })).count.value).toBe(1);

  const refused = await browser.attempt(applyImport, { params: { id: view.id }, body: {} });
  expect(refused.error().type).toBe("ImportHasErrors");
  expect((await browser.call(listDomains, { query: {} })).count.value).toBe(1);
  const file = await browser.call(refusedRows, { params: { id: view.id }, query: {} });
  expect(file.text).toContain("10.0.0.1,,,4,IPアドレスは登録できません");
});

test("a file tells nobody which names others have proved, nor does a single name", async () => {
  const other = await fresh();
  const [taken, free] = ["taken-elsewhere.example.jp", "free-everywhere.example.jp"];
  const { id } = await other.browser.call(addDomain, { body: { name: taken } });
  await karte.database.owner.pool.query("update karte.domain set proof = 1 where id = $1", [id]);
  const { browser, check } = await fresh();
  const { import: view, rows } = await check(`name\n${taken}\n${free}\n`);
  expect(rows.map(({ outcome, problems }) => [outcome, problems])).toEqual([
    ["add", []],
    ["add", []],
  ]);
  const applied = await browser.call(applyImport, { params: { id: view.id }, body: {} });
  expect(applied.counts).toMatchObject({ refused: 0 });
  const third = await fresh();
  const answers = [];
  for (const name of [taken, free]) {
    answers.push(await third.browser.attempt(addDomain, { body: { name } }));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test.each([
  ["a1.jp, b1.jp, c1.jp", ["a1.jp", "b1.jp", "c1.jp"]],
  ["a2.jp;b2.jp; c2.jp", ["a2.jp", "b2.jp", "c2.jp"]],
  ["a3.jp b3.jp、c3.jp\nd3.jp", ["a3.jp", "b3.jp", "c3.jp", "d3.jp"]],
  ["a4.jp,本社,b4.jp", ["a4.jp"]],
  ["name,groups\na5.jp,b5.jp", ["a5.jp"]],
])("several names on one line are a row each: %j", async (text, expected) => {
  const { check } = await fresh();
  const { import: view, rows } = await check(text);
  expect(rows.map(({ name, outcome }) => [name?.ascii, outcome])).toEqual(
    expected.map((name) => [name, "add"]),
  );
  expect(view.counts).toMatchObject({ rows: expected.length, add: expected.length });
});

test.each([
  [
    "ドメイン,メモ,グループ\na.jp,x,本社\n",
    [
      [1, "ドメイン", "name"],
      [2, "メモ", null],
      [3, "グループ", "groups"],
    ],
  ],
  [
    "a.jp,本社,表玄関,捨てる\nb.jp\n",
    [
      [1, null, "name"],
      [2, null, "groups"],
      [3, null, "label"],
      [4, null, null],
    ],
  ],
  ["a.jp, b.jp, c.jp", [[1, null, "name"]]],
  [
    "label;name\nx;a.jp\n",
    [
      [1, "label", "label"],
      [2, "name", "name"],
    ],
  ],
  [
    "name\na.jp,more\n",
    [
      [1, "name", "name"],
      [2, "", null],
    ],
  ],
])("every column is said with what it was taken for: %j", async (text, expected) => {
  const { check } = await fresh();
  const { columns } = await check(text);
  expect(columns.map(({ position, heading, column }) => [position, heading, column])).toEqual(
    expected,
  );
});

test("several labels stand in one cell, with commas in quotes or semicolons", async () => {
  const { check } = await fresh();
  const many = Array.from({ length: 21 }, (_, index) => `l${index}`).join(";");
  const { rows } = await check(
    `name,labels\na.jp,"VIP, 本社,vip"\nb.jp,VIP;本社\nc.jp,${many}\nd.jp,"VIP,${"x".repeat(61)}"\n`,
  );
  expect(rows.map(({ outcome, label }) => [outcome, label]).slice(0, 2)).toEqual([
    ["add", "VIP, 本社"],
    ["add", "VIP, 本社"],
  ]);
  expect(rows.slice(2).map(({ problems }) => problems)).toEqual([
    [{ column: "label", position: 2, problem: "too-many-values", hint: null }],
    [{ column: "label", position: 2, problem: "too-long", hint: null }],
  ]);
});

test("a file is read in the encoding that was chosen, and says in which", async () => {
  const { browser } = await fresh();
  const content = Buffer.from("name,label\na.jp,本社").toString("base64");
  const guessed = await browser.call(checkImport, { body: { content } });
  expect(guessed.import.encoding).toBe("utf-8");
  expect(guessed.rows[0]?.label).toBe("本社");
  const chosen = await browser.call(checkImport, { body: { content, encoding: "shift_jis" } });
  expect(chosen.import.encoding).toBe("shift_jis");
  expect(chosen.rows[0]?.label).not.toBe("本社");
  const wrong = await browser.attempt(checkImport, {
    body: { content: Buffer.from([0x61, 0xff]).toString("base64"), encoding: "utf-8" },
  });
  expect(wrong.error()).toMatchObject({ type: "FileUnreadable", data: { reason: "encoding" } });
});

test("a list with a wrong name says which, and names on lines are counted with the rows", async () => {
  const { check, browser } = await fresh();
  const { rows } = await check("a6.jp, b6.jp, 10.0.0.1, a6.jp");
  expect(rows.map(({ row, problems }) => [row, problems[0]?.problem])).toEqual([
    [1, undefined],
    [1, undefined],
    [1, "ip-address"],
    [1, "twice-in-file"],
  ]);
  const many = Buffer.from("a.jp, b.jp\n".repeat(5_001)).toString("base64");
  const answer = await browser.attempt(checkImport, { body: { content: many } });
  expect(answer.error()).toMatchObject({
    type: "FileUnreadable",
    data: { reason: "too-many-rows" },
  });
});

test("what nobody may register is refused in its row, with why; nothing of the file is added", async () => {
  const { browser, check } = await fresh();
  const bad = [
    ["co.jp", "public-suffix"],
    ["192.168.0.1", "ip-address"],
    ["0x7f.1", "ip-address"],
    ["localhost", "local-name"],
    ["printer.local", "local-name"],
    ["exa\u0000mple.jp", "control-character"],
    ["exa\u200bmple.jp", "control-character"],
    ["\u202epj.elpmaxe", "right-to-left"],
    ["аррӏе.com", "homograph"],
    ["example.nosuchtop", "unknown-top-level"],
    ["=cmd|' /C calc'!A0", "not-a-name"],
  ] as const;
  const names = ["first.example.jp", ...bad.map(([name]) => name), "last.example.jp"];
  const { import: view, rows } = await check(`name\n${names.join("\n")}\n`);
  expect(rows.map(({ row, problems }) => [row, problems[0]?.problem])).toEqual([
    [2, undefined],
    ...bad.map(([, problem], index) => [index + 3, problem]),
    [bad.length + 3, undefined],
  ]);
  // A deceptive name is said for what it is taken for.
  expect(rows.find(({ row }) => row === 11)?.problems[0]).toMatchObject({ hint: "apple.com" });
  const refused = await browser.attempt(applyImport, { params: { id: view.id }, body: {} });
  expect(refused.error().type).toBe("ImportHasErrors");
  expect((await browser.call(listDomains, { query: {} })).count.value).toBe(0);
  const nul = await check("name,group\u0000,label\na.example.jp,,x\u0000y\n");
  expect(nul.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
    [1, "refused"],
    [2, "refused"],
  ]);
  // The file to mend holds no formula that a spreadsheet would calculate.
  const { text } = await browser.call(refusedRows, { params: { id: view.id }, query: {} });
  expect(text).not.toMatch(/^"?[=+@\t]/m);
  expect(text).toContain("多くの組織が共有するドメイン");
});

test("adds all rows with their groups, and takes them back while nothing was diagnosed", async () => {
  const { browser, check } = await fresh();
  const { import: view } = await check("a.example.jp,本社,x\nb.example.jp,本社,\n");
  const applied = await browser.call(applyImport, { params: { id: view.id }, body: {} });
  expect(applied).toMatchObject({ state: "applied", canUndo: true, counts: { add: 2 } });
  expect((await browser.call(listGroups, {})).groups).toMatchObject([{ name: "本社", domains: 2 }]);
  const twice = await browser.attempt(applyImport, { params: { id: view.id }, body: {} });
  expect(twice.error().type).toBe("WrongState");
  const undone = await browser.call(undoImport, { params: { id: view.id }, body: {} });
  expect(undone).toMatchObject({ state: "undone", canUndo: false });
  expect((await browser.call(listDomains, { query: {} })).count.value).toBe(0);
});

test("cannot be taken back once something of it was diagnosed", async () => {
  const { browser, check } = await fresh();
  const { import: view } = await check("a.example.jp\n");
  await browser.call(applyImport, { params: { id: view.id }, body: {} });
  await karte.database.owner.pool.query(
    "update karte.domain set last_run_at = now() where workspace_id = $1",
    [workspace.id],
  );
  const answer = await browser.attempt(undoImport, { params: { id: view.id }, body: {} });
  expect(answer.error().type).toBe("CannotUndo");
  const { imports } = await browser.call(listImports, { query: {} });
  expect(imports[0]).toMatchObject({ canUndo: false, fileName: "names.csv" });
});

test("applied twice at the same moment it adds once", async () => {
  const { browser, check } = await fresh();
  const { import: view } = await check("a.example.jp\nb.example.jp\n");
  const answers = await Promise.all(
    [1, 2, 3].map(() => browser.attempt(applyImport, { params: { id: view.id }, body: {} })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test("a file that cannot be read is refused with the reason, and 10 MB before it is read", async () => {
  const { browser, check } = await fresh();
  await expect(check('name\n"open')).rejects.toThrow(/FileUnreadable.*quotes/);
  const huge = await browser.attempt(checkImport, {
    body: { fileName: "", content: "A".repeat(10 * 1024 * 1024) },
  });
  expect(huge.error().fields).toEqual([{ path: "", code: "too_long" }]);
});

test("10,000 rows with 500 wrong ones are checked with less than three seconds of work", async () => {
  const { check } = await fresh();
  const lines = Array.from({ length: 10_000 }, (_, index) =>
    index % 20 === 0 ? `192.0.2.${index % 255},g,l` : `host${index}.example.jp,本社,label ${index}`,
  );
  // Work, not time: how long a busy machine lets us wait says nothing of the check.
  const before = process.cpuUsage();
  const { import: view, rows } = await check(`name,groups,label\n${lines.join("\n")}`);
  const { user, system } = process.cpuUsage(before);
  expect(view.counts).toMatchObject({ rows: 10_000, refused: 500, add: 9_500 });
  expect((user + system) / 1_000_000).toBeLessThan(3);
  // Of so many, those are shown that have to be mended.
  expect(rows.map(({ outcome }) => outcome)).toEqual(Array(importRowsShown).fill("refused"));
  expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => 2 + index * 20));
});

test("of many rows the refused ones are shown first, in the file's order, and after them others", async () => {
  const { browser, check } = await fresh();
  const names = Array.from({ length: importRowsShown + 100 }, (_, index) => `n${index}.example.jp`);
  const { import: view, rows } = await check(["10.0.0.1", ...names, "10.0.0.2"].join("\n"));
  expect(rows).toHaveLength(importRowsShown);
  expect(rows.slice(0, 3).map(({ row }) => row)).toEqual([1, 2, 3]);
  expect(rows.at(-1)).toMatchObject({ row: names.length + 2, outcome: "refused" });
  expect(view.counts).toEqual({ rows: names.length + 2, add: names.length, exists: 0, refused: 2 });
  const again = await browser.call(getImport, { params: { id: view.id } });
  expect(again).toEqual({ import: view, rows });
});

test("while a file of a workspace is being checked by another process, a second one is refused", async () => {
  const { browser, check } = await fresh();
  const { id } = workspace;
  const other = await fresh();
  const { pool } = karte.database.owner;
  const elsewhere = await pool.connect();
  try {
    await elsewhere.query("begin");
    await elsewhere.query(
      "select pg_advisory_xact_lock(hashtext('karte.import'), hashtext($1::text))",
      [id],
    );
    const content = Buffer.from("a.example.jp").toString("base64");
    const refused = await browser.attempt(checkImport, { body: { content } });
    expect([refused.status, refused.error().type]).toEqual([409, "ImportUnderWay"]);
    expect(refused.headers["retry-after"]).toBe("2");
    expect((await browser.call(listImports, { query: {} })).imports).toEqual([]);
    // Others are not held up.
    await other.check("a.example.jp");
  } finally {
    await elsewhere.query("rollback");
    elsewhere.release();
  }
  expect((await check("a.example.jp")).import.counts.add).toBe(1);
});
