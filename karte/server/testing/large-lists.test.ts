import { listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { getFinding, listFindings } from "@sekimori/karte-contract/endpoints/findings";
import { listAssets } from "@sekimori/karte-contract/endpoints/inventory";
import { search } from "@sekimori/karte-contract/endpoints/overview";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedLargeWorkspace } from "../sample/large-workspace.ts";
import { startTestKarte, type TestKarte, type TestWorkspace } from "./test-karte.ts";

let karte: TestKarte;
let workspace: TestWorkspace;
let place: { readonly domain: string; readonly group: string };

// More than a search hands over by ids, with some domains deleted: their findings and assets stay.
beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  const { pool } = karte.database.owner;
  await seedLargeWorkspace(pool, {
    workspaceId: workspace.id,
    domains: 1_500,
    findingsPerDomain: 10,
    others: 20,
    observations: 0,
  });
  await pool.query(
    `update karte.domain set deleted_at = now() where id in (
       select id from karte.domain where workspace_id = $1 order by name limit 40)`,
    [workspace.id],
  );
  const { rows } = await pool.query<typeof place>(
    `select m.group_id as group, m.domain_id as domain from karte.group_member m
     join karte.domain d on d.id = m.domain_id and d.deleted_at is null
     where exists (
       select from karte.finding f where f.domain_id = d.id and f.is_open = 1 and f.severity = 3)
     order by m.group_id, m.domain_id limit 1`,
  );
  const [first] = rows;
  if (first === undefined) throw new Error("no group has a domain");
  place = first;
});
afterAll(() => karte?.close());

interface Question {
  readonly query: Readonly<Record<string, string>>;
  /** The same in SQL. */
  readonly where: string;
  readonly order: string;
}

/** The same question put to the table directly, by its owner. */
async function expected(table: string, { where, order }: Question): Promise<string[]> {
  const { rows } = await karte.database.owner.pool.query<{ id: string }>(
    `select x.id from karte.${table} x join karte.domain d
       on d.id = x.${table === "domain" ? "id" : "domain_id"} and d.deleted_at is null
     where x.workspace_id = $1 and ${where} order by ${order}`,
    [workspace.id],
  );
  return rows.map(({ id }) => id);
}

interface Page {
  readonly ids: readonly string[];
  readonly next: string | null;
  readonly count: { readonly value: number; readonly more: boolean };
}

/** Two pages are the first eighty, and the count is exact where it says so. */
async function compare(
  table: string,
  question: Question,
  ask: (query: Record<string, string | number>) => Promise<Page>,
): Promise<void> {
  const ids = await expected(table, question);
  const first = await ask({ ...question.query, size: 40 });
  const rest =
    first.next === null ? [] : (await ask({ ...question.query, size: 40, cursor: first.next })).ids;
  expect([...first.ids, ...rest]).toEqual(ids.slice(0, 80));
  expect(ids.length).toBeGreaterThan(0);
  if (first.count.more) expect(ids.length).toBeGreaterThan(first.count.value);
  else expect(first.count.value).toBe(ids.length);
}

const inGroup = (column: string) =>
  `${column} in (select domain_id from karte.group_member where group_id = '${place.group}')`;

describe("domains", () => {
  const byName = "x.name, x.id";
  const questions: readonly (() => Question)[] = [
    () => ({ query: {}, where: "true", order: byName }),
    () => ({ query: { grade: "C,E" }, where: "x.grade in (3, 5)", order: byName }),
    () => ({
      query: { grade: "C", schedule: "weekly", sort: "last-run", order: "desc" },
      where: "x.grade = 3 and x.schedule = 2",
      order: "x.last_run_at desc, x.id desc",
    }),
    () => ({
      query: { severity: "critical", sort: "findings", order: "desc" },
      where: "x.open_critical > 0",
      order: "x.open_weight desc, x.id desc",
    }),
    () => ({
      query: { severity: "critical,none" },
      where: "(x.open_critical > 0 or x.open_weight = 0)",
      order: byName,
    }),
    () => ({ query: { group: place.group }, where: inGroup("x.id"), order: byName }),
    () => ({
      query: { grouped: "none" },
      where: "not exists (select from karte.group_member m where m.domain_id = x.id)",
      order: byName,
    }),
    () => ({
      query: { responsible: "seeded-person-2,none", grade: "D" },
      where: "(x.responsible is null or x.responsible = 'seeded-person-2') and x.grade = 4",
      order: byName,
    }),
    () => ({
      query: { responsible: "seeded-person-2", sort: "responsible" },
      where: "x.responsible = 'seeded-person-2'",
      order: byName,
    }),
    () => ({
      query: { sort: "responsible", order: "desc" },
      where: "true",
      order: `coalesce(x.responsible, '~') collate "C" desc, x.name desc`,
    }),
    () => ({
      query: { q: "EXAMPLE" },
      where: "strpos(x.search_text, 'example') > 0",
      order: byName,
    }),
    () => ({
      query: { q: "example", sort: "grade", order: "desc", proof: "proved" },
      where: "strpos(x.search_text, 'example') > 0 and x.proof = 1",
      order: "x.grade desc, x.id desc",
    }),
    () => ({ query: { q: "支店" }, where: "strpos(x.search_text, '支店') > 0", order: byName }),
  ];
  test("are those that the filters leave, in their order", async () => {
    const { browser } = workspace.owner;
    for (const question of questions.map((make) => make())) {
      await compare("domain", question, async (query) => {
        const { domains, next, count } = await browser.call(listDomains, { query });
        return { ids: domains.map(({ id }) => id), next, count };
      });
    }
  });
});

describe("assets", () => {
  const byName = "x.name, x.id";
  const questions: readonly (() => Question)[] = [
    () => ({ query: {}, where: "true", order: byName }),
    () => ({ query: { type: "host" }, where: "x.type = 2", order: byName }),
    () => ({
      query: { type: "host,domain", sort: "first-seen", order: "desc" },
      where: "x.type in (1, 2)",
      order: "x.first_seen_at desc, x.id desc",
    }),
    () => ({ query: { group: place.group }, where: inGroup("x.domain_id"), order: byName }),
    () => ({
      query: { q: "example", type: "host" },
      where: "x.type = 2 and strpos(x.search_text, 'example') > 0",
      order: byName,
    }),
    () => ({
      query: { q: "www.*EXAMPLE", sort: "name", order: "desc" },
      where: "x.search_text like 'www.%example'",
      order: "x.name desc, x.id desc",
    }),
    () => ({ query: { q: "www.*seki*" }, where: "x.search_text like 'www.%seki%'", order: byName }),
  ];
  test("are those that the filters leave, in their order", async () => {
    const { browser } = workspace.owner;
    for (const question of questions.map((make) => make())) {
      await compare("asset", question, async (query) => {
        const { assets, next, count } = await browser.call(listAssets, { query });
        return { ids: assets.map(({ id }) => id), next, count };
      });
    }
  });
});

describe("findings", () => {
  const byWork = "x.work_order, x.id";
  const mail = `x.check_id in ('mail-dmarc', 'mail-spoof')`;
  const questions: readonly (() => Question)[] = [
    () => ({ query: {}, where: "x.is_open = 1", order: byWork }),
    () => ({ query: { category: "mail" }, where: `x.is_open = 1 and ${mail}`, order: byWork }),
    () => ({
      query: { category: "mail,http", sort: "age", order: "desc" },
      where: `x.is_open = 1 and (${mail} or x.check_id like 'http-%')`,
      order: "x.first_seen_at desc, x.id desc",
    }),
    () => ({ query: { state: "fixed" }, where: "x.state = 4", order: byWork }),
    () => ({ query: { state: "fixed,accepted" }, where: "x.state in (3, 4)", order: byWork }),
    () => ({
      query: { group: place.group },
      where: `x.is_open = 1 and ${inGroup("x.domain_id")}`,
      order: byWork,
    }),
    () => ({
      query: { group: place.group, severity: "high,low", sort: "host" },
      where: `x.is_open = 1 and x.severity in (2, 4) and ${inGroup("x.domain_id")}`,
      order: "x.host, x.id",
    }),
    () => ({
      query: { domain: place.domain },
      where: `x.is_open = 1 and x.domain_id = '${place.domain}'`,
      order: byWork,
    }),
    () => ({
      query: { domain: place.domain, severity: "medium" },
      where: `x.is_open = 1 and x.domain_id = '${place.domain}' and x.severity = 3`,
      order: byWork,
    }),
    () => ({
      query: { newerThanDays: "14" },
      where: "x.is_open = 1 and x.first_seen_at >= now() - interval '14 days'",
      order: byWork,
    }),
  ];
  test("are those that the filters leave, in their order, and their counts are true", async () => {
    const { browser } = workspace.owner;
    for (const question of questions.map((make) => make())) {
      await compare("finding", question, async (query) => {
        const { findings, next, count } = await browser.call(listFindings, { query });
        return { ids: findings.map(({ id }) => id), next, count };
      });
    }
  });

  test("a page says how many others of its check are open, whether or not it is itself", async () => {
    const { pool } = karte.database.owner;
    for (const state of [2, 4]) {
      const { rows } = await pool.query<{ id: string; others: number }>(
        `select f.id, (select count(*)::int from karte.finding o join karte.domain e
            on e.id = o.domain_id and e.deleted_at is null
          where o.workspace_id = $1 and o.is_open = 1 and o.check_id = f.check_id and o.id <> f.id)
          as others
         from karte.finding f join karte.domain d on d.id = f.domain_id and d.deleted_at is null
         where f.workspace_id = $1 and f.state = $2 order by f.id limit 1`,
        [workspace.id, state],
      );
      const [finding] = rows;
      const { same } = await workspace.owner.browser.call(getFinding, {
        params: { id: finding?.id ?? "" },
      });
      expect(same).toBe(finding?.others);
    }
  });
});

test("the search box finds findings by their host and by their check, and what is nearly a name", async () => {
  const kinds = async (q: string) => {
    const { results } = await workspace.owner.browser.call(search, { query: { q } });
    return [...new Set(results.map(({ kind }) => kind))];
  };
  expect(await kinds("minato-11")).toEqual(["domain", "asset", "finding"]);
  expect(await kinds("CSP")).toContain("finding");
  const nearly = await kinds("nagoya-minatp");
  expect(nearly).toContain("domain");
  expect(nearly).not.toContain("finding");
});
