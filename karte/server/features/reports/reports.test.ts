import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { gradeOf } from "@sekimori/diagnosis/grades";
import { addDomain, changeDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { listFindings, workFindings } from "@sekimori/karte-contract/endpoints/findings";
import { createGroup, listGroups } from "@sekimori/karte-contract/endpoints/groups";
import { getOverview } from "@sekimori/karte-contract/endpoints/overview";
import {
  addReportSchedule,
  downloadReport,
  listReportSchedules,
  listReports,
  removeReportSchedule,
  requestReport,
} from "@sekimori/karte-contract/endpoints/reports";
import { removeView, saveView } from "@sekimori/karte-contract/endpoints/saved-views";
import { missingGlyphs } from "@sekimori/kit-server/testing/missing-glyphs";
import { namesByScript } from "@sekimori/kit-server/testing/names-by-script";
import { parse } from "csv-parse/sync";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { gradeCode, severityCode } from "../../database/codes.ts";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import { purgeJob } from "../purge/purge-jobs.ts";
import { monthBefore, monthlyJob } from "./schedule-service.ts";

/** What a stranger's server might say. */
const hostile = '=cmd|"/C calc"!A1 <script>alert(1)</script> \u202egnp.exe 〜−';
const period = { from: "2026-10-01", to: "2026-11-30" } as const;

let karte: TestKarte;
let workspace: TestWorkspace;
let worker: { stop(): Promise<void> };
let group: string;
const domains: string[] = [];

interface Sown {
  readonly domain: string;
  readonly name: string;
}

async function sow(
  { domain, name }: Sown,
  severity: number,
  at: string,
  text = "証明書の期限切れ",
) {
  const { pool } = karte.database.owner;
  const id = randomUUID();
  const report = {
    category: "tls",
    place: { host: name, port: 443 },
    subject: null,
    summary: { ja: text, en: text },
    evidence: [],
    unconfirmed: false,
  };
  await pool.query(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, points, report)
     values ($1, $2, $3, $4, 'tls.certificate.expired', 3, $5, $6, 2, '', $7, $7, $8, $9)`,
    [id, workspace.id, domain, id, name, severity, at, 10 - severity, report],
  );
  await pool.query(
    `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, reason, to_state)
     values ($1, $2, $3, $4, 'state', 'seen-first', 1)`,
    [workspace.id, domain, id, at],
  );
  return id;
}

async function run(domain: string, at: string, score: number, more: object = {}) {
  const grade = gradeCode.of(gradeOf(score));
  const { pool } = karte.database.owner;
  const id = randomUUID();
  const { version = "2", findings = [] } = more as { version?: string; findings?: unknown[] };
  await pool.query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at)
     values ($1, $2, $3, 1, 3, $4)`,
    [id, workspace.id, domain, at],
  );
  await pool.query("insert into karte.grade_history values ($1, $2, $3, $4, $5, $6, $7)", [
    id,
    workspace.id,
    domain,
    at,
    score,
    grade,
    version,
  ]);
  await pool.query("insert into karte.run_result values ($1, $2, $3, $4, $5)", [
    id,
    workspace.id,
    domain,
    { hosts: [{ host: "www.example.jp", score }] },
    JSON.stringify(findings),
  ]);
  await pool.query(
    "update karte.domain set score = $2, grade = $3, last_run_at = $4 where id = $1",
    [domain, score, grade, at],
  );
}

async function furnish(): Promise<void> {
  const { browser } = workspace.owner;
  group = (await browser.call(createGroup, { body: { name: "営業" } })).id;
  for (const name of ["www.example.jp", "shop.example.jp", "mail.example.jp"]) {
    const { id } = await browser.call(addDomain, { body: { name } });
    domains.push(id);
    await sow({ domain: id, name }, 2, "2026-10-05T03:00:00Z");
    await sow({ domain: id, name }, 3, "2026-11-02T03:00:00Z");
  }
  const [first = "", second = ""] = domains;
  await browser.call(changeDomain, { params: { id: first }, body: { groups: [group] } });
  await sow({ domain: first, name: "www.example.jp" }, 1, "2026-11-03T03:00:00Z", hostile);
  const brief = {
    key: "k",
    check: "tls.certificate.expired",
    host: "www.example.jp",
    severity: "critical",
    summary: { ja: "証明書が切れた", en: "certificate expired" },
  };
  await run(first, "2026-10-02T01:00:00Z", 88);
  await run(first, "2026-11-03T01:00:00Z", 41, { findings: [brief] });
  await run(second, "2026-10-10T01:00:00Z", 70);
  await run(second, "2026-11-10T01:00:00Z", 92, { version: "3" });
  await karte.database.owner.pool.query(
    `update karte.domain d set open_critical = c.n1, open_high = c.n2, open_medium = c.n3
     from (select domain_id, count(*) filter (where severity = 1) n1,
       count(*) filter (where severity = 2) n2, count(*) filter (where severity = 3) n3
       from karte.finding group by 1) c where c.domain_id = d.id`,
  );
  for (const [day, score, grade, version] of [
    ["2026-10-02", 88, 2, "2"],
    ["2026-11-03", 56, 4, "2"],
    ["2026-11-10", 58, 4, "3"],
  ]) {
    await karte.database.owner.pool.query(
      "insert into karte.workspace_grade values ($1, $2, $3, $4, $5)",
      [workspace.id, day, score, grade, version],
    );
  }
}

beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  await furnish();
  worker = await karte.work();
});
afterAll(async () => {
  await worker.stop();
  await karte.close();
});
beforeEach(() => karte.database.owner.pool.query("delete from kit.rate_limit"));

/** Of the twelve months of a report in JSON, those of which something is known. */
const yearOf = ({ months }: { months: { month: string; grade: string | null; score: number }[] }) =>
  months
    .filter(({ grade }) => grade !== null)
    .map(({ month, grade, score }) => `${month} ${grade} ${score}`);

type Wanted = Parameters<typeof ask>[0];

async function ask(
  more: {
    scope?: { kind: "all" } | { kind: "group" | "domain" | "view"; id: string };
    form?: "pdf" | "csv" | "json";
    language?: "ja" | "en";
  },
  person: TestPerson = workspace.owner,
) {
  const { id } = await person.browser.call(requestReport, {
    body: { scope: { kind: "all" }, form: "json", language: "ja", ...period, ...more } as never,
  });
  const report = async () =>
    (await person.browser.call(listReports, { query: {} })).reports.find((one) => one.id === id);
  await expect.poll(async () => (await report())?.state, { timeout: 20_000 }).toBe("ready");
  return { id, report: await report() };
}

/** The file itself, as bytes. */
async function fileOf(id: string, person: TestPerson = workspace.owner) {
  const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await karte.app.inject({ url: `/v1/reports/${id}/file`, headers: { cookie } });
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload };
}

async function pdfOf(wanted: Wanted) {
  const { id } = await ask({ ...wanted, form: "pdf" });
  const { headers, content } = await fileOf(id);
  expect(headers["content-type"]).toBe("application/pdf");
  expect(headers["content-disposition"]).toMatch(/^attachment; filename="report-[\w.-]+\.pdf"$/);
  const keep = process.env.KEEP_REPORTS;
  if (keep) await writeFile(`${keep}/${wanted.language ?? "ja"}.pdf`, content);
  const pdf = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise;
  const pages: string[] = [];
  const trees: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
    trees.push(JSON.stringify(await page.getStructTree()));
  }
  return {
    pages,
    tree: trees.join(""),
    outline: (await pdf.getOutline()).map(({ title }) => title),
  };
}

const jsonOf = async (wanted: Wanted, person?: TestPerson) => {
  const { id } = await ask({ ...wanted, form: "json" }, person);
  return JSON.parse((await fileOf(id, person)).content.toString("utf8"));
};

describe("numbers agree with the screens", () => {
  test("of the whole workspace: grade, score, counts, domains, findings, what to do first", async () => {
    const { browser } = workspace.owner;
    const overview = await browser.call(getOverview, { query: {} });
    const findings = await browser.call(listFindings, { query: { size: 100 } });
    const list = await browser.call(listDomains, { query: {} });
    const report = await jsonOf({});
    const { summary } = report;
    expect([summary.grade, summary.score]).toEqual([overview.grade, overview.score]);
    expect(summary.open).toEqual(overview.open);
    expect(summary.domains).toEqual(overview.domains);
    expect(summary.overdue).toEqual({
      count: overview.overdue.count,
      longestWorkingDays: overview.overdue.longestWorkingDays,
    });
    expect(summary.accepted.count).toBe(overview.accepted.count);
    expect(report.findings.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      findings.findings.map(({ id }) => id).toSorted(),
    );
    expect(report.findings).toHaveLength(findings.count.value);
    expect(
      report.domains.map(({ name, grade, score }: never) => [name, grade, score].join()).toSorted(),
    ).toEqual(
      list.domains.map(({ name, grade, score }) => [name.ascii, grade, score].join()).toSorted(),
    );
    expect(summary.first.slice(0, 5).map(({ id }: { id: string }) => id)).toEqual(
      overview.first.map(({ id }) => id),
    );
  });

  test("of one group, as its page shows them", async () => {
    const scope = { kind: "group", id: group } as const;
    const overview = await workspace.owner.browser.call(getOverview, { query: { group } });
    const { summary, domains: listed, findings } = await jsonOf({ scope });
    expect([summary.grade, summary.score]).toEqual([overview.grade, overview.score]);
    expect([summary.open, summary.domains]).toEqual([overview.open, overview.domains]);
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(["www.example.jp"]);
    expect(new Set(findings.map(({ domain }: { domain: string }) => domain))).toEqual(
      new Set(["www.example.jp"]),
    );
    expect(summary.history).toEqual([
      { day: "2026-10-02", score: 88, grade: "A", scoreVersion: "2" },
      { day: "2026-11-03", score: 41, grade: "D", scoreVersion: "2" },
    ]);
    expect(yearOf(summary)).toEqual(["2026-10 A 88", "2026-11 D 41"]);
  });

  test.each(["ja", "en"] as const)(
    "on paper too, read back from the PDF (%s)",
    async (language) => {
      const overview = await workspace.owner.browser.call(getOverview, { query: {} });
      const { pages, tree, outline } = await pdfOf({ language });
      const [front = "", contents = "", summary = ""] = pages;
      const all = pages.join(" ");
      expect(front).toContain(
        language === "ja" ? "セキュリティ診断レポート" : "Security diagnosis report",
      );
      expect(front).toContain(language === "ja" ? "すべてのドメイン" : "All domains");
      expect(outline).toHaveLength(7);
      for (const title of outline) expect(contents).toContain(title);
      const open = Object.values(overview.open).reduce((sum, count) => sum + count, 0);
      const words =
        language === "ja"
          ? ["未解決の検出事項", `${overview.score}点`]
          : ["Open findings", `${overview.score} points`];
      expect(summary.replace(/\s+/g, " ")).toContain(`${words[0]} ${open}`);
      expect(summary).toContain(words[1]);
      // The overview's own sentence comes first, the course of the grade apart.
      const bare = (text: string) => text.replace(/\s+/g, "");
      expect(bare(summary)).toContain(bare(overview.verdict[0]?.[language] ?? "no verdict"));
      expect(bare(summary)).toContain(
        bare(
          language === "ja"
            ? `診断していないドメイン${overview.domains.all - overview.domains.diagnosed}`
            : `Domains that weren't scanned${overview.domains.all - overview.domains.diagnosed}`,
        ),
      );
      expect(summary).toContain(overview.grade);
      expect(tree).toContain(
        language === "ja"
          ? "2026年10月はB（88点）、2026年11月はD（58点）"
          : "October 2026: B (88), November 2026: D (58)",
      );
      for (const role of ["H1", "H2", "Table", "TH", "TD", "Figure", "TOC", "TOCI"]) {
        expect(tree).toContain(`"role":"${role}"`);
      }
      for (const name of ["www.example.jp", "shop.example.jp", "mail.example.jp"]) {
        expect(all).toContain(name);
      }
      if (language === "ja") expect(all).toContain("証明書の期限切れ");
    },
  );

  test("the contents name the pages on which the headings stand", async () => {
    const { pages, outline } = await pdfOf({ language: "ja" });
    const contents = (pages[1] ?? "").replace(/\s+/g, " ");
    for (const title of outline.slice(1)) {
      const found = new RegExp(`${title}\\s+(\\d+)`).exec(contents);
      expect(pages[Number(found?.[1]) - 1], title).toContain(title);
    }
  });
});

describe("a saved view", () => {
  type View = Parameters<typeof viewBody>[0];
  const viewBody = (
    list: "domains" | "findings" | "assets",
    query: Record<string, string>,
    name = "The boss's",
  ) => ({ body: { list, name, query } });
  const save = async (
    list: View,
    query: Record<string, string>,
    { browser }: TestPerson = workspace.owner,
  ) => ({
    kind: "view" as const,
    id: (await browser.call(saveView, viewBody(list, query))).id,
  });
  const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).toSorted();

  test("of domains: these domains and all that is wrong with them, as its list has them", async () => {
    const { browser } = workspace.owner;
    const query = { grade: "D,none", sort: "name", columns: "grade" };
    const scope = await save("domains", query);
    const report = await jsonOf({ scope });
    const { domains: shown } = await browser.call(listDomains, {
      query: listDomains.query.parse({ grade: "D,none" }) as never,
    });
    expect(report.scope).toEqual({ kind: "view", list: "domains", name: "The boss's", query });
    expect(report.domains.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      shown.map(({ name }) => name.ascii).toSorted(),
    );
    expect(shown).toHaveLength(2);
    const all = await Promise.all(
      shown.map(({ id }) => browser.call(listFindings, { query: { domain: id } })),
    );
    expect(ids(report.findings)).toEqual(ids(all.flatMap(({ findings }) => findings)));
    expect(report.summary.listed).toBe(report.findings.length);
    expect(report.summary.open).toEqual({ critical: 1, high: 2, medium: 2, low: 0, info: 0 });
    expect(report.summary.history).toEqual([
      { day: "2026-10-02", score: 88, grade: "A", scoreVersion: "2" },
      { day: "2026-11-03", score: 41, grade: "D", scoreVersion: "2" },
    ]);
    expect(report.summary.gradeChanges).toMatchObject([{ domain: "www.example.jp" }]);
  });

  test.each([
    [{ severity: "high" }, 3, { high: 3 }, 3],
    [{ severity: "critical,medium", q: "shop" }, 1, { medium: 1 }, 1],
    [{ query: "深刻度：緊急、中 shop" }, 1, { medium: 1 }, 1],
    [{ query: "-severity:high", severity: "high" }, 0, {}, 0],
    [{ newerThanDays: "1" }, 0, {}, 0],
    [{ state: "accepted,fixed" }, 1, {}, 1],
  ])("of findings: these and no others (%o)", async (query, listed, open, domainsWithOne) => {
    const { browser } = workspace.owner;
    const { pool } = karte.database.owner;
    const one = await sow({ domain: domains[1] ?? "", name: "shop.example.jp" }, 4, period.from);
    await pool.query("update karte.finding set state = 3 where id = $1", [one]);
    const report = await jsonOf({ scope: await save("findings", query) });
    const { findings } = await browser.call(listFindings, {
      query: { ...listFindings.query.parse(query), size: 100 } as never,
    });
    expect(ids(report.findings)).toEqual(ids(findings));
    expect([report.findings.length, report.summary.listed]).toEqual([listed, listed]);
    const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
    expect(report.summary.open).toEqual({ ...none, ...open });
    expect(report.domains).toHaveLength(domainsWithOne);
    for (const severity of ["critical", "high", "medium", "low", "info"] as const) {
      const sum = (report.domains as { open: typeof none }[]).reduce(
        (all, domain) => all + domain.open[severity],
        0,
      );
      expect(sum).toBe(report.summary.open[severity]);
    }
    await pool.query("delete from karte.finding where id = $1", [one]);
  });

  test("of findings counts what came and went whatever became of it", async () => {
    const { pool } = karte.database.owner;
    const one = await sow({ domain: domains[0] ?? "", name: "www.example.jp" }, 4, "2026-11-04");
    await pool.query("update karte.finding set state = 4 where id = $1", [one]);
    await pool.query(
      `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, reason, to_state)
       values ($1, $2, $3, '2026-11-05T03:00:00Z', 'state', 'check-passed', 4)`,
      [workspace.id, domains[0], one],
    );
    const { summary, findings } = await jsonOf({
      scope: await save("findings", { severity: "low" }),
    });
    expect(findings).toEqual([]);
    expect(summary.changes).toEqual({ newFindings: 1, fixedFindings: 1 });
    const sum = (key: "appeared" | "closed") =>
      (summary.weeks as Record<typeof key, number>[]).reduce((all, week) => all + week[key], 0);
    expect([sum("appeared"), sum("closed")]).toEqual([1, 1]);
    const asked = await save("findings", { query: "severity:low -state:fixed" });
    expect((await jsonOf({ scope: asked })).summary.changes).toEqual(summary.changes);
    const other = await jsonOf({ scope: await save("findings", { severity: "high" }) });
    expect(other.summary.changes).toEqual({ newFindings: 3, fixedFindings: 0 });
    await pool.query("delete from karte.finding where id = $1", [one]);
  });

  test.each([
    ["ja", "該当するものはありません。", "検出事項のビュー「The boss's」"],
    ["en", "Nothing to show.", "Findings view “The boss's”"],
  ] as const)("that shows nothing is reported as nothing (%s)", async (language, said, named) => {
    const scope = await save("findings", { severity: "info" });
    const { summary, domains: listed, findings } = await jsonOf({ scope });
    expect([summary.grade, summary.score, listed, findings]).toEqual([null, null, [], []]);
    const { pages } = await pdfOf({ scope, language });
    expect(pages[0]).toContain(named);
    expect(pages.join(" ")).toContain(said);
  });

  test("may change and go: the report is of what it was when it was asked for", async () => {
    const { browser } = workspace.owner;
    await worker.stop();
    const scope = await save("findings", { severity: "critical" });
    const body = { scope, form: "json", language: "ja", ...period } as const;
    const { id } = await browser.call(requestReport, { body });
    await save("findings", { severity: "medium" });
    await browser.call(removeView, { params: { id: scope.id } });
    expect((await browser.attempt(requestReport, { body })).error().type).toBe("NotFound");
    worker = await karte.work();
    const report = async () =>
      (await browser.call(listReports, { query: {} })).reports.find((one) => one.id === id);
    await expect.poll(async () => (await report())?.state, { timeout: 20_000 }).toBe("ready");
    expect((await report())?.scope).toEqual({
      kind: "view",
      list: "findings",
      name: "The boss's",
      query: { severity: "critical" },
    });
    const { findings } = JSON.parse((await fileOf(id)).content.toString("utf8"));
    expect(findings.map(({ severity }: { severity: string }) => severity)).toEqual(["critical"]);
  });

  test("of somebody else, of assets, or of nobody is not found", async () => {
    const member = await workspace.join("member");
    const stranger = await karte.workspace();
    const body = { form: "csv", language: "ja", ...period } as const;
    const scopes = [
      await save("findings", { severity: "high" }),
      await save("assets", { type: "host" }, member),
      await save("domains", { grade: "D" }, stranger.owner),
      { kind: "view", id: randomUUID() } as const,
    ];
    const before = (await member.browser.call(listReports, { query: {} })).count;
    for (const scope of scopes) {
      const asked = await member.browser.attempt(requestReport, { body: { ...body, scope } });
      expect(asked.error().type).toBe("NotFound");
    }
    expect((await member.browser.call(listReports, { query: {} })).count).toEqual(before);
  });

  test("is reported to nobody who is restricted to groups", async () => {
    const { id } = await ask({ scope: await save("domains", { group }) });
    const viewer = await workspace.join("viewer", [group]);
    expect((await fileOf(id, viewer)).status).toBe(404);
    const { reports } = await viewer.browser.call(listReports, { query: {} });
    expect(reports.some(({ scope }) => scope.kind === "view")).toBe(false);
  });
});

test("every change of a grade names what it came from", async () => {
  const { summary } = await jsonOf({});
  const changes = summary.gradeChanges as {
    domain: string;
    from: string;
    to: string;
    causes: { kind: string; host?: string; severity?: "critical" }[];
  }[];
  expect(changes).toHaveLength(2);
  for (const { causes } of changes) expect(causes.length).toBeGreaterThan(0);
  const of = (domain: string) => changes.find((one) => one.domain === domain);
  expect(of("www.example.jp")).toMatchObject({
    from: "A",
    to: "D",
    causes: [{ kind: "appeared" }],
  });
  const { pool } = karte.database.owner;
  const [cause] = of("www.example.jp")?.causes ?? [];
  expect(cause).not.toHaveProperty("inForce");
  await pool.query(
    `update karte.finding set ruled_by = gen_random_uuid(), check_severity = severity, severity = 5,
       key = 'k'
     where workspace_id = $1 and host = $2 and severity = $3`,
    [workspace.id, cause?.host, severityCode.of(cause?.severity ?? "info")],
  );
  const later = (await jsonOf({})).summary.gradeChanges as typeof changes;
  await pool.query(
    `update karte.finding set severity = check_severity, check_severity = null, ruled_by = null
     where workspace_id = $1 and ruled_by is not null`,
    [workspace.id],
  );
  const changed = later.find((one) => one.domain === "www.example.jp")?.causes[0];
  expect(changed).toEqual({ ...cause, inForce: "info" });
  expect(of("shop.example.jp")?.causes[0]?.kind).toBe("score-version");
});

describe("a stranger's text stays text", () => {
  test("in CSV it calculates nothing, and 〜 and − are marks that Windows has", async () => {
    const { browser } = workspace.owner;
    const { findings } = await browser.call(listFindings, { query: { size: 1 } });
    const labelled = findings.map((one) => one.id);
    const act = { kind: "add-labels" as const, labels: ["=1+1", "VIP"] };
    await browser.call(workFindings, { body: { findings: labelled, act } });
    expect(
      (await jsonOf({})).findings.find(({ id: one }: { id: string }) => one === labelled[0]).labels,
    ).toEqual(["=1+1", "VIP"]);
    const { id } = await ask({ form: "csv" });
    const { content, headers } = await fileOf(id);
    expect(headers["content-type"]).toContain("text/csv");
    const text = content.toString("utf8");
    expect(text.startsWith("\ufeffid,domain,")).toBe(true);
    const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
    expect(rows).toHaveLength(7);
    const summary = rows.find((row) => row.severity === "critical")?.summary ?? "";
    expect(summary.startsWith("'=cmd")).toBe(true);
    expect(summary).toContain("～－");
    expect(rows.find((row) => row.id === labelled[0])?.labels).toBe("'=1+1, VIP");
    expect(text).not.toMatch(/(^|,)"?[=+\-@]/m);
    // Tokyo's time, and by whom and in which group the work is shared out.
    const inGroup = rows.filter(({ domain: one }) => one === "www.example.jp");
    const { groups } = await browser.call(listGroups, {});
    expect(new Set(inGroup.map((row) => row.groups))).toEqual(
      new Set([groups.find((one) => one.id === group)?.name]),
    );
    const { findings: shown } = await browser.call(listFindings, { query: { size: 100 } });
    for (const row of rows) {
      expect(row.first_seen_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/);
      const one = shown.find(({ id: known }) => known === row.id);
      expect(new Date(row.first_seen_at ?? "").getTime()).toBe(
        Math.floor(new Date(one?.firstSeenAt ?? "").getTime() / 1000) * 1000,
      );
      expect(row.assignee).toBe(one?.assignee?.name ?? "");
    }
  });

  test("on paper it is printed, with marks of direction made visible", async () => {
    const { pages } = await pdfOf({});
    const all = pages.join(" ");
    expect(all).toContain("<script>alert(1)</script>");
    expect(all).toContain("[U+202E]");
    expect(all).not.toContain("\u202e");
  });
});

describe("letters of every script", () => {
  const names = Object.values(namesByScript);
  const some = [0, 1, 2, 3].map((part) => names.filter((_, index) => index % 4 === part));

  test.each(some)(
    "a group is called so, and no letter is a crossed box: %s, %s, …",
    async (...all) => {
      // In each language a few, as a name has a hundred characters.
      for (const [language, called] of [
        ["ja", all.slice(0, 4)],
        ["en", all.slice(4)],
      ] as const) {
        const body = { name: called.join(" ") };
        const { id } = await workspace.owner.browser.call(createGroup, { body });
        const asked = await ask({ scope: { kind: "group", id }, form: "pdf", language });
        expect(await missingGlyphs((await fileOf(asked.id)).content)).toEqual([]);
      }
    },
  );
});

describe("who gets it", () => {
  test("is told by mail, once, with a link and nothing of the content", async () => {
    karte.sent.length = 0;
    const { id } = await ask({ language: "en" });
    await expect.poll(() => karte.sent.length).toBe(1);
    const [mail] = karte.sent;
    expect(mail).toMatchObject({ subject: "[Sekimori] Your report is ready" });
    expect(mail?.text).toContain(`/report-request?id=${id}`);
    expect(mail?.text).not.toContain("www.example.jp");
  });

  test("a viewer asks for none, and one restricted to a group sees that group's only", async () => {
    const all = await ask({});
    const ours = await ask({ scope: { kind: "group", id: group } });
    const viewer = await workspace.join("viewer", [group]);
    const { reports } = await viewer.browser.call(listReports, { query: {} });
    expect(reports.every(({ scope }) => scope.kind === "group")).toBe(true);
    expect(reports.map(({ id }) => id)).toContain(ours.id);
    expect((await fileOf(ours.id, viewer)).status).toBe(200);
    expect((await fileOf(all.id, viewer)).status).toBe(404);
    const asked = await viewer.browser.attempt(requestReport, {
      body: { scope: { kind: "all" }, form: "pdf", language: "ja", ...period },
    });
    expect(asked.error().type).toBe("NotAllowed");
    const stranger = await karte.workspace();
    expect((await fileOf(ours.id, stranger.owner)).status).toBe(404);
  });

  test("who was restricted or left meanwhile gets nothing", async () => {
    const member = await workspace.join("member");
    await worker.stop();
    const { id } = await member.browser.call(requestReport, {
      body: { scope: { kind: "all" }, form: "json", language: "ja", ...period },
    });
    await karte.database.owner.pool.query(
      "update karte.member set suspended_at = now() where account_id = $1",
      [member.id],
    );
    worker = await karte.work();
    await expect
      .poll(async () => {
        const { reports } = await workspace.owner.browser.call(listReports, { query: {} });
        return reports.find((one) => one.id === id)?.problem;
      })
      .toBe("not-allowed");
  });
});

test("wrong periods, unknown scopes and too many at a time are refused", async () => {
  const { browser } = workspace.owner;
  const body = { scope: { kind: "all" }, form: "pdf", language: "ja", ...period } as const;
  const refused = async (more: object) =>
    (await browser.attempt(requestReport, { body: { ...body, ...more } as never })).error();
  expect(await refused({ from: "2026-12-01" })).toMatchObject({
    type: "InvalidInput",
    fields: [{ path: "to" }],
  });
  expect(await refused({ from: "2020-01-01" })).toMatchObject({ fields: [{ path: "from" }] });
  expect((await refused({ scope: { kind: "group", id: randomUUID() } })).type).toBe("NotFound");
  await worker.stop();
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => browser.attempt(requestReport, { body })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.find(({ status }) => status !== 200)?.error()).toMatchObject({
    type: "TooManyWaiting",
    data: { limit: 5 },
  });
  worker = await karte.work();
  await expect
    .poll(
      async () =>
        (await browser.call(listReports, { query: {} })).reports.filter(
          ({ state }) => state === "waiting" || state === "making",
        ).length,
      { timeout: 30_000 },
    )
    .toBe(0);
});

test("a report that no store takes says why", async () => {
  const { pool } = karte.database.owner;
  await pool.query(
    `insert into karte.file (id, workspace_id, name, media_type, bytes, sha256, store, created_at,
       expires_at) values ($1, $2, 'x', 'x', 1073741824, '', 'database', now(), now())`,
    [randomUUID(), workspace.id],
  );
  const { browser } = workspace.owner;
  const { id } = await browser.call(requestReport, {
    body: { scope: { kind: "all" }, form: "json", language: "ja", ...period },
  });
  await expect
    .poll(async () => {
      const { reports } = await browser.call(listReports, { query: {} });
      return reports.find((one) => one.id === id)?.problem;
    })
    .toBe("store-full");
  await pool.query("delete from karte.file where name = 'x'");
});

describe("every month", () => {
  test.each([
    ["2026-12-01T06:00:00+09:00", "2026-11-01", "2026-11-30"],
    ["2027-01-01T06:00:00+09:00", "2026-12-01", "2026-12-31"],
    ["2028-03-01T06:00:00+09:00", "2028-02-01", "2028-02-29"],
  ])("on %s that of %s to %s", (due, from, to) => {
    expect(monthBefore(new Date(due))).toEqual({ from, to });
  });

  test("once, for those who may see it, on a plan that has it", async () => {
    const { browser } = workspace.owner;
    const viewer = await workspace.join("viewer", [group]);
    const body = { form: "csv" as const, language: "ja" as const, recipients: [viewer.id] };
    const wrong = await browser.attempt(addReportSchedule, {
      body: { ...body, scope: { kind: "all" } },
    });
    expect(wrong.error()).toMatchObject({ fields: [{ path: "recipients" }] });
    const { id } = await browser.call(addReportSchedule, {
      body: { ...body, scope: { kind: "group", id: group } },
    });
    const { schedules } = await browser.call(listReportSchedules, {});
    expect(schedules).toMatchObject([{ id, recipients: [{ id: viewer.id }] }]);
    const due = { dueAt: "2026-12-01T06:00:00+09:00" };
    const job = monthlyJob(karte.context).job;
    const turn = { logger: karte.context.logger } as never;
    const dueAt = new Date(due.dueAt).toISOString();
    await Promise.all([job.perform({ dueAt }, turn), job.perform({ dueAt }, turn)]);
    const monthly = async () =>
      (await viewer.browser.call(listReports, { query: {} })).reports.filter(
        ({ requestedBy }) => requestedBy === null,
      );
    await expect.poll(async () => (await monthly())[0]?.state, { timeout: 20_000 }).toBe("ready");
    expect(await monthly()).toMatchObject([{ from: "2026-11-01", to: "2026-11-30", form: "csv" }]);
    await browser.call(removeReportSchedule, { params: { id } });
    await job.perform({ dueAt: "2026-12-31T21:00:00.000Z" }, turn);
    expect(await monthly()).toHaveLength(1);
  });

  test("of what a saved view showed when it was chosen, even after it is gone", async () => {
    const { browser } = workspace.owner;
    const viewer = await workspace.join("viewer", [group]);
    const view = { list: "domains" as const, name: "毎月", query: { q: "shop" } };
    const { id: viewId } = await browser.call(saveView, { body: view });
    const scope = { kind: "view" as const, id: viewId };
    const body = { scope, form: "json" as const, language: "ja" as const };
    const wrong = await browser.attempt(addReportSchedule, {
      body: { ...body, recipients: [workspace.owner.id, viewer.id] },
    });
    expect(wrong.error()).toMatchObject({ fields: [{ path: "recipients" }] });
    const { id } = await browser.call(addReportSchedule, {
      body: { ...body, recipients: [workspace.owner.id] },
    });
    await browser.call(removeView, { params: { id: viewId } });
    const { schedules } = await browser.call(listReportSchedules, {});
    expect(schedules).toMatchObject([{ id, scope: { kind: "view", ...view } }]);
    const turn = { logger: karte.context.logger } as never;
    await monthlyJob(karte.context).job.perform({ dueAt: "2026-10-31T21:00:00.000Z" }, turn);
    const monthly = async () =>
      (await browser.call(listReports, { query: {} })).reports.find(
        ({ scope: of, requestedBy }) => of.kind === "view" && requestedBy === null,
      );
    await expect.poll(async () => (await monthly())?.state, { timeout: 20_000 }).toBe("ready");
    const { domains: listed } = JSON.parse(
      (await fileOf((await monthly())?.id ?? "")).content.toString("utf8"),
    );
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(["shop.example.jp"]);
    await browser.call(removeReportSchedule, { params: { id } });
  });

  test("not on a plan without it", async () => {
    const poor = await karte.workspace();
    karte.contracts.set(poor.owner.id, {
      ...amplePlan,
      entitlements: { ...amplePlan.entitlements, scheduledReports: false },
    });
    karte.clock.advance(120_000);
    await poor.owner.browser.request({ url: "/v1/session" });
    const answer = await poor.owner.browser.attempt(addReportSchedule, {
      body: {
        scope: { kind: "all" },
        form: "pdf",
        language: "ja",
        recipients: [poor.owner.id],
      },
    });
    expect(answer.error().type).toBe("PlanLimit");
  });
});

test("after 90 days report and file are gone", async () => {
  const { id } = await ask({});
  karte.clock.advance(91 * 86_400_000);
  const { job } = purgeJob(karte.context);
  await job.perform({ dueAt: new Date().toISOString() }, { logger: karte.context.logger } as never);
  const { browser } = workspace.owner;
  expect((await browser.call(listReports, { query: {} })).reports).toEqual([]);
  expect((await browser.attempt(downloadReport, { params: { id } })).status).toBe(404);
  const { rows } = await karte.database.owner.pool.query("select 1 from karte.file_content");
  expect(rows).toEqual([]);
  karte.clock.reset();
});
