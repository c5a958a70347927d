import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import { listFilters, listSorts } from "@sekimori/karte-contract/lists";
import { locales } from "@sekimori/kit-contract/locale";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestKarte, type TestKarte, type TestWorkspace } from "../../testing/test-karte.ts";
import { activityWords } from "./activity-words.ts";
import { personalData } from "./personal-export.ts";
import { personalFile, tellPersonalData } from "./personal-file.ts";
import { personalParts } from "./personal-parts.ts";
import * as words from "./personal-words.ts";
import type { Fields } from "./readable-row.ts";

// The page of one's data, in the words of the screens; what programs read stays as it is.

let karte: TestKarte;
let workspace: TestWorkspace;
const domain = "11111111-1111-4111-8111-111111111111";
const finding = "22222222-2222-4222-8222-222222222222";

/** A row of each part that no call of this test makes, as the features write them. */
async function plant(): Promise<void> {
  const { pool } = karte.database.owner;
  const { id: account } = workspace.owner;
  const here = workspace.id;
  const moment = "2026-11-25T15:30:00Z";
  const write = (table: string, row: Readonly<Record<string, unknown>>) => {
    const all = { workspace_id: here, ...row };
    const places = Object.keys(all).map((_, place) => `$${place + 1}`);
    return pool.query(
      `insert into karte.${table} (${Object.keys(all).join(", ")}) values (${places.join(", ")})`,
      Object.values(all),
    );
  };
  await pool.query(
    "update karte.member set locale = 'en', last_seen_at = $2 where account_id = $1",
    [account, moment],
  );
  await write("saved_view", {
    id: domain,
    account_id: account,
    list: 2,
    name: "急ぎ",
    query: "severity=critical,high&state=open&category=tls&sort=severity&order=desc",
    saved_at: moment,
  });
  await write("list_columns", { account_id: account, list: 1, columns: ["grade", "next-run"] });
  await write("offer", {
    id: finding,
    what: 2,
    from_account: account,
    to_account: account,
    offered_at: moment,
    expires_at: moment,
  });
  await write("alert_rule", {
    id: finding,
    kind: 3,
    mail: true,
    bell: true,
    webhook: false,
    recipients: [],
    created_by: account,
    created_at: moment,
  });
  await write("finding_act", {
    id: finding,
    account_id: account,
    at: moment,
    act: JSON.stringify({
      kind: "accept",
      reason: "risk-taken",
      until: "2027-01-31T00:00:00.000Z",
      text: "承知",
    }),
    before: "[]",
  });
  const token = { label: "SIEM", scopes: ["read" as const, "run" as const], days: 1 };
  await workspace.owner.browser.call(addToken, { body: token });
}

beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  await plant();
});
afterAll(() => karte.close());

const data = () => personalData(karte.context, workspace.owner.id);

test("the page speaks the reader's language, with states in words and times in Tokyo", async () => {
  const [ja, en] = await Promise.all(
    locales.map(async (locale) => personalFile(await data(), "html", locale).text),
  );
  const shown = [
    ["役割", "Role"],
    ["所有者", "Owner"],
    ["英語", "English"],
    ["最後の利用（日本時間）", "Last active (JST)"],
    ["2026年11月26日 00:30", "2026/11/26 00:30"],
    ["ワークスペースの作成", "Workspace created"],
    ["深刻度：緊急、高", "Severity: Critical, High"],
    ["状態：未解決", "Status: Open"],
    ["分野：TLS", "Area: TLS"],
    ["並べ替え：深刻度", "Sorted by: Severity"],
    ["評価\n次回の診断", "Grade\nNext scan"],
    ["ほかのメンバーの契約に移す", "Transfer contract"],
    ["証明書の期限が近づいています", "Certificate expires soon"],
    ["操作：リスクの受容", "Action: Risk accepted"],
    ["理由：リスクを受け入れる", "Reason: We accept the risk"],
    ["期限：2027年1月31日 09:00", "Until: 2027/01/31 09:00"],
    ["一覧・詳細・レポートの閲覧", "Read lists, pages and reports"],
  ];
  for (const [inJapanese, inEnglish] of shown) {
    expect(ja).toContain(inJapanese);
    expect(en).toContain(inEnglish);
  }
  for (const page of [ja, en]) {
    // Nothing as the database or the API calls it.
    expect(page?.replace(/<style>[\s\S]*?<\/style>/, "")).not.toMatch(
      /[a-z]+_[a-z]+|>[a-z]+(\.|-)[a-z-]+<|\d{4}-\d{2}-\d{2}T/,
    );
  }
});

test("the portal is told the rows as they are, and as they are read in both languages", async () => {
  const answer = await tellPersonalData(karte.context)(workspace.owner.id);
  expect(answer?.parts.find(({ id }) => id === "member")).toMatchObject({
    rows: [{ role: 4, last_seen_at: "2026-11-25T15:30:00+00:00" }],
    readable: {
      ja: [{ 役割: "所有者", "最後の利用（日本時間）": "2026年11月26日 00:30" }],
      en: [{ Role: "Owner", "Last active (JST)": "2026/11/26 00:30" }],
    },
  });
});

test("what programs read keeps the names and values of the tables", async () => {
  const { workspaces } = JSON.parse(personalFile(await data(), "json", "ja").text);
  expect(workspaces[0]).toMatchObject({
    member: [{ role: 4, locale: "en", last_seen_at: "2026-11-25T15:30:00+00:00" }],
    saved_view: [{ list: 2, query: expect.stringContaining("severity=critical") }],
    offer: [{ what: 2 }],
  });
});

describe("labels", () => {
  const all = personalParts.map(({ table, keep, inside }): [string, Fields] => [
    table,
    { ...keep, ...inside },
  ]);

  test.each(all)(
    "of %s name columns that there are, each once in each language",
    async (table, fields) => {
      const { rows } = await karte.database.owner.pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns
       where table_schema = 'karte' and table_name = $1`,
        [table],
      );
      const columns = rows.map(({ name }) => name);
      expect(Object.keys(fields).filter((column) => !columns.includes(column))).toEqual([]);
      for (const locale of locales) {
        const labels = Object.values(fields).map(({ label }) => label[locale]);
        expect(labels).toEqual([...new Set(labels)]);
        for (const label of labels) {
          expect(label).toMatch(locale === "en" ? /^[A-Z]/ : /[ぁ-んァ-ヶ一-龠]|^ID$/);
        }
      }
    },
  );

  test("everything that narrows a list has one", () => {
    const { query } = personalParts.find(({ table }) => table === "saved_view")?.keep ?? {};
    const narrowing = Object.values(listFilters).flat();
    expect(narrowing.filter((filter) => !query?.fields?.[filter])).toEqual([]);
    const { words: sorts = {} } = query?.fields?.sort ?? {};
    const order = Object.values(listSorts).flat();
    expect(order.filter((one) => sorts[one] === undefined)).toEqual([]);
  });

  test("every time is said to be one", () => {
    const times = all.flatMap(([table, fields]) =>
      Object.entries(fields).flatMap(([column, { as }]) =>
        (column === "at" || column.endsWith("_at")) && as !== "moment"
          ? [`${table}.${column}`]
          : [],
      ),
    );
    expect(times).toEqual([]);
  });
});

test("acts, roles and states are called as on the screens", () => {
  const web = join(import.meta.dirname, "../../../web");
  const catalogue = globSync("**/locales/ja.po", { cwd: web, exclude: ["node_modules/**"] })
    .map((file) => readFileSync(join(web, file), "utf8"))
    .join("\n");
  const own = ["Japanese", "English", "Opened", "Status changed", "Date added"];
  const said = [activityWords, ...Object.values(words)].flatMap((table) => Object.values(table));
  const unlike = said.filter(
    ({ ja, en }) => !own.includes(en) && !catalogue.includes(`msgid "${en}"\nmsgstr "${ja}"`),
  );
  expect(unlike).toEqual([]);
});
