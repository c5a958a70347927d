import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { changeMember, removeMember } from "@sekimori/karte-contract/endpoints/people";
import { requestReport } from "@sekimori/karte-contract/endpoints/reports";
import { saveView } from "@sekimori/karte-contract/endpoints/saved-views";
import { exportPerson } from "@sekimori/karte-contract/endpoints/session";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import { closeWorkspace, getWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestKarte, type TestKarte, type TestWorkspace } from "../../testing/test-karte.ts";
import { personalParts } from "./personal-parts.ts";

let karte: TestKarte;
let workspace: TestWorkspace;
beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
});
afterAll(() => karte.close());

/** Columns that hold accounts' ids. */
const naming = [
  ...["account_id", "created_by", "added_by", "assignee", "accepted_by", "invited_by"],
  ...["from_account", "to_account", "responsible"],
];

test("every column that names an account is part of the export", async () => {
  const { rows } = await karte.database.owner.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'karte' and column_name = any ($1)
       and table_name not in ('place', 'known_account')`,
    [naming],
  );
  const exported = personalParts.flatMap(({ table, by }) => by.map((one) => `${table}.${one}`));
  expect(exported.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("a person takes what is about them over all workspaces, and nothing of anybody else", async () => {
  const other = await workspace.join("admin");
  await other.browser.call(addDomain, { body: { name: "theirs.example.jp" } });
  const { browser, id } = workspace.owner;
  await browser.call(addDomain, { body: { name: "mine.example.jp" } });
  const body = { label: "SIEM <b>", scopes: ["read" as const], days: 1 };
  const { secret } = await browser.call(addToken, { body });
  const { fileName, text } = await browser.call(exportPerson, { query: {} });
  expect(fileName).toMatch(/^karte-\d{4}-\d{2}-\d{2}\.json$/);
  const data = JSON.parse(text) as { account: string; workspaces: Record<string, unknown[]>[] };
  expect(data.account).toBe(id);
  const [first] = data.workspaces;
  expect(first).toMatchObject({
    workspace: { id: workspace.id },
    name: "守 関",
    domain: [{ name: "mine.example.jp" }],
    api_token: [{ label: "SIEM <b>" }],
  });
  expect(first?.activity?.length).toBeGreaterThan(1);
  const page = await browser.call(exportPerson, { query: { form: "html" } });
  expect(page.fileName).toMatch(/^karte-\d{4}-\d{2}-\d{2}\.html$/);
  for (const own of [
    "<h1>ご自身のデータ</h1>",
    "追加した、または責任者であるドメイン",
    "mine.example.jp",
    "SIEM",
  ]) {
    expect(page.text).toContain(own);
  }
  expect(page.text).toContain("&lt;b&gt;");
  expect(page.text).not.toContain("<b>");
  for (const foreign of ["theirs.example.jp", other.id, "digest", secret]) {
    expect(text + page.text).not.toContain(foreign);
  }
});

type Workspaces = readonly (Readonly<Record<string, readonly object[]>> & {
  readonly workspace: { readonly id: string };
  readonly name: string | null;
})[];

/** Of one workspace, what a person's copy holds now. */
async function copyOf(person: TestWorkspace["owner"], workspaceId: string) {
  const { text } = await person.browser.call(exportPerson, { query: {} });
  const { workspaces } = JSON.parse(text) as { workspaces: Workspaces };
  return { text, of: workspaces.find((one) => one.workspace.id === workspaceId) };
}

test("who has left takes what is still kept about them, and not what it was done to", async () => {
  const left = await karte.workspace();
  const leaver = await left.join("admin");
  await leaver.browser.call(addDomain, { body: { name: "past.example.jp" } });
  expect((await copyOf(leaver, left.id)).text).toContain("past.example.jp");
  await left.owner.browser.call(removeMember, { params: { id: leaver.id } });
  const { text, of } = await copyOf(leaver, left.id);
  expect(of).toMatchObject({ workspace: { id: left.id }, name: null, email: null, member: [] });
  expect(of?.domain).toEqual([{ added_at: expect.any(String) }]);
  expect(of?.activity).toEqual([
    { at: expect.any(String), action: "domain.added", ip_address: expect.any(String) },
  ]);
  for (const foreign of ["past.example.jp", left.owner.id]) expect(text).not.toContain(foreign);
});

test("a report's saved view is named to whoever asked for it, and not once they have left", async () => {
  const here = await karte.workspace();
  const person = await here.join("admin");
  const view = { list: "findings" as const, name: "急ぎの分", query: { severity: "critical" } };
  const { id } = await person.browser.call(saveView, { body: view });
  const scope = { kind: "view" as const, id };
  await person.browser.call(requestReport, {
    body: { scope, form: "json", language: "ja", from: "2026-11-01", to: "2026-11-30" },
  });
  const report = { requested_at: expect.any(String) };
  expect((await copyOf(person, here.id)).of?.report).toMatchObject([
    { ...report, view_name: "急ぎの分" },
  ]);
  await here.owner.browser.call(removeMember, { params: { id: person.id } });
  expect((await copyOf(person, here.id)).of?.report).toEqual([report]);
});

test("who is suspended, or restricted to groups, is told no more than who has left", async () => {
  const here = await karte.workspace();
  const person = await here.join("admin");
  await person.browser.call(addDomain, { body: { name: "theirs.example.jp" } });
  const params = { id: person.id };
  const changes = [{ suspended: true }, { suspended: false, role: "viewer" as const, groups: [] }];
  for (const body of changes) {
    await here.owner.browser.call(changeMember, { params, body });
    const { text, of } = await copyOf(person, here.id);
    expect(of).toMatchObject({
      name: expect.any(String),
      domain: [{ added_at: expect.any(String) }],
    });
    expect(of?.member).toHaveLength(1);
    expect(text).not.toContain("theirs.example.jp");
  }
});

test("a workspace that is closed still holds what it did, until it is removed", async () => {
  const closed = await karte.workspace();
  const { owner } = closed;
  await owner.browser.call(addDomain, { body: { name: "closed.example.jp" } });
  const { name } = await owner.browser.call(getWorkspace, {});
  await owner.browser.call(closeWorkspace, { body: { name } });
  const { text, of } = await copyOf(owner, closed.id);
  expect(of?.activity?.length).toBeGreaterThan(1);
  expect(text).not.toContain("closed.example.jp");
});

test("an old log-in is asked to confirm itself first", async () => {
  karte.clock.advance(11 * 60_000);
  const answer = await workspace.owner.browser.attempt(exportPerson, { query: {} });
  karte.clock.reset();
  expect(answer.error().type).toBe("RecentSignInRequired");
});
