import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { addAlertRule } from "@sekimori/karte-contract/endpoints/alerts";
import { addDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { listFindings } from "@sekimori/karte-contract/endpoints/findings";
import { getOverview } from "@sekimori/karte-contract/endpoints/overview";
import { listReports, requestReport } from "@sekimori/karte-contract/endpoints/reports";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import { addWebhook } from "@sekimori/karte-contract/endpoints/webhooks";
import { firstThings } from "@sekimori/karte-contract/priority";
import { dayMs, tokyoDay, tokyoMonth } from "@sekimori/kit-contract/tokyo";
import { testClient } from "@sekimori/kit-development/testing";
import { createOutbound, type Outbound } from "@sekimori/kit-server/outbound";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inScope, wholeWorkspace } from "../database/scope.ts";
import { raiseJob } from "../features/alerts/alert-worker.ts";
import { settleOldCauses } from "../features/causes/settle-causes.ts";
import { refreshDomain } from "../features/finding-records/refresh-domain.ts";
import { summarise } from "../features/overview/monthly-summary.ts";
import { digestJob } from "../features/overview/weekly-digest.ts";
import { settleDue } from "../features/priorities/settle.ts";
import { startTestKarte, type TestKarte, type TestWorkspace } from "./test-karte.ts";

let karte: TestKarte;
let worker: { stop(): Promise<void> };
let server: Server;
let outbound: Outbound;
let workspace: TestWorkspace;
let domain = "";
let run = "";
/** Messages that programs were sent, as they came. */
const heard: { host: string; priority: number; whyEn: string; cause: string }[] = [];

/**
 * From the most urgent on: everything that makes an order, and in no column that others sort by. The
 * less urgent one is, the more points it is worth and the older it is.
 */
const order = [
  ["first.example.jp", 1, "sw-version", "known-exploited", "infinity"],
  ["second.example.jp", 1, "port-data", "unauthenticated", "infinity"],
  ["third.example.jp", 1, "http-csp", "absent", "2026-11-10"],
  ["fourth.example.jp", 1, "http-csp", "absent", "infinity"],
  ["fifth.example.jp", 2, "mail-spoof", "open", "infinity"],
  // Has the cause of the third: they are one item, that of the third.
  ["third.example.jp", 2, "http-hsts", "absent", "2026-11-10"],
  ["sixth.example.jp", 2, "http-csp", "absent", "infinity"],
  ["seventh.example.jp", 2, "port-admin", "open", "infinity"],
  ["eighth.example.jp", 3, "http-csp", "absent", "2026-11-10"],
] as const;
const firstFive = order.slice(0, firstThings).map(([host]) => host);
const items = [...new Set(order.map(([host]) => host))];

async function sow(index: number) {
  const { pool } = karte.database.owner;
  const [host, severity, check, outcome, due] = order[index] ?? order[0];
  const id = randomUUID();
  const report = {
    check,
    outcome,
    category: "http",
    place: { host },
    subject: null,
    summary: { ja: check, en: check },
    unconfirmed: false,
    evidence: [
      {
        name: "software.exploited",
        value: outcome === "known-exploited" ? ["CVE-2021-41773"] : [],
      },
    ],
  };
  await pool.query(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, points, due_on, report)
     values ($1::uuid, $2, $3, $1::uuid::text, $4, 4, $5, $6, 1, '', $7, $8, $9, $10, $11)`,
    [
      id,
      workspace.id,
      domain,
      check,
      host,
      severity,
      new Date(karte.clock.now().getTime() - index * 86_400_000),
      karte.clock.now(),
      index,
      due,
      report,
    ],
  );
  await pool.query(
    `insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, run_id, reason,
       to_state) values ($1, $2, $3, $4, 'state', $5, 'seen-first', 1)`,
    [workspace.id, domain, id, karte.clock.now(), run],
  );
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    heard.push((JSON.parse(body) as { data: (typeof heard)[number] }).data);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  outbound = createOutbound({ production: false, loopback: [origin] });
  karte = await startTestKarte({ outbound });
  karte.clock.set(new Date("2026-11-24T03:00:00Z"));
  workspace = await karte.workspace();
  const { browser, id: owner } = workspace.owner;
  domain = (await browser.call(addDomain, { body: { name: "example.jp" } })).id;
  run = randomUUID();
  await karte.database.owner.pool.query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at, finished_at)
     values ($1, $2, $3, 2, 3, $4, $4)`,
    [run, workspace.id, domain, karte.clock.now()],
  );
  // Not in their order.
  for (const index of [5, 2, 7, 8, 0, 4, 6, 1, 3]) await sow(index);
  await settleDue(karte.context);
  await settleOldCauses(karte.context);
  // As a scan's end does.
  await inScope(karte.context.db, wholeWorkspace(workspace.id), (tx) => refreshDomain(tx, domain));
  await browser.call(addWebhook, {
    body: { label: "SIEM", url: `${origin}/`, form: "standard", events: ["finding.new"] } as never,
  });
  await browser.call(addAlertRule, {
    body: {
      kind: "finding.new",
      severity: "high",
      mail: true,
      bell: false,
      webhook: true,
      recipients: [owner],
    } as never,
  });
  worker = await karte.work();
});
afterAll(async () => {
  await worker?.stop();
  await karte?.close();
  await outbound?.close();
  server?.closeAllConnections();
  server?.close();
});

/** How many findings end with each of the first five. */
const together = [1, 1, 2, 1, 1];

/** Hosts by where a text names them first. */
const inText = (text: string) =>
  items
    .map((host) => ({ host, at: text.indexOf(host) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ host }) => host);

async function fileOf(form: "pdf" | "csv" | "json"): Promise<Buffer> {
  const { browser } = workspace.owner;
  const day = tokyoDay(karte.clock.now());
  const { id } = await browser.call(requestReport, {
    body: { scope: { kind: "all" }, form, language: "en", from: "2026-11-01", to: day } as never,
  });
  await expect
    .poll(
      async () =>
        (await browser.call(listReports, { query: {} })).reports.find((one) => one.id === id)
          ?.state,
      { timeout: 20_000 },
    )
    .toBe("ready");
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return (await karte.app.inject({ url: `/v1/reports/${id}/file`, headers: { cookie } }))
    .rawPayload;
}

/** The text of a PDF, page by page. */
async function pagesOf(file: Buffer): Promise<readonly string[]> {
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(""));
  }
  return pages;
}

test("the overview", async () => {
  const { first } = await workspace.owner.browser.call(getOverview, { query: {} });
  expect(first.map(({ host }) => host)).toEqual(firstFive);
  expect(first.map(({ cause }) => cause.findings)).toEqual(together);
});

test("the list, unless another order is asked for, and the API", async () => {
  const { browser } = workspace.owner;
  const { findings } = await browser.call(listFindings, { query: {} });
  expect(findings.map(({ host }) => host)).toEqual(order.map(([host]) => host));
  const { secret } = await browser.call(addToken, {
    body: { label: "SIEM", scopes: ["read"], groups: null, days: 1 },
  });
  const answer = await testClient(karte.app).request({
    url: "/v1/findings",
    headers: { authorization: `Bearer ${secret}` },
  });
  const told = listFindings.response.parse(answer.json());
  expect(told.findings.map(({ host }) => host)).toEqual(findings.map(({ host }) => host));
  expect(told.findings.map(({ priority }) => priority)).toEqual(
    findings.map(({ priority }) => priority),
  );
  const byCause = await browser.call(listFindings, { query: { each: "cause" } });
  expect(byCause.findings.map(({ host }) => host)).toEqual(items);
  expect(byCause.findings.slice(0, firstThings).map(({ cause }) => cause.findings)).toEqual(
    together,
  );
});

test("a report's three forms", async () => {
  const json = JSON.parse((await fileOf("json")).toString()) as {
    summary: { first: { host: string; cause: { findings: number } }[] };
    findings: { host: string }[];
  };
  expect(json.summary.first.map(({ host }) => host)).toEqual(firstFive);
  expect(json.summary.first.map(({ cause }) => cause.findings)).toEqual(together);
  expect(json.findings.map(({ host }) => host)).toEqual(order.map(([host]) => host));
  const csv = (await fileOf("csv")).toString();
  expect(inText(csv)).toEqual(items);
  const ofThird = csv
    .split("\n")
    .filter((line) => line.includes("headers|https://third.example.jp"));
  expect(ofThird.map((line) => line.trim().split(",").at(-5))).toEqual(["2", "2"]);
  const pages = await pagesOf(await fileOf("pdf"));
  // The summary names the five and no other; so does the page that says why.
  const naming = pages.map(inText).filter((hosts) => hosts.length > 0);
  expect(naming[0]).toEqual(firstFive);
  expect(naming[1]).toEqual(firstFive);
  expect(naming.at(-1)).toEqual(items);
  // Twice among the first, and at each of the two in the list.
  const text = pages.join("").replaceAll(/\s/g, "");
  expect(text.match(/Findingswiththiscause:2/g)).toHaveLength(4);
});

test("what is told of a run, by mail and to programs", async () => {
  const { perform } = raiseJob(karte.context);
  await perform({ workspace: workspace.id, domain, run }, {
    logger: karte.context.logger,
  } as never);
  const mails = () =>
    karte.sent.filter(({ to }) => to.includes(workspace.owner.id)) as unknown as { text: string }[];
  // Seven of them are critical or high, and one more that has the third's cause.
  const told = items.slice(0, 7);
  await expect.poll(() => mails().some(({ text }) => text.includes("first.example.jp"))).toBe(true);
  const mail = mails().find(({ text }) => text.includes("first.example.jp"))?.text ?? "";
  expect(inText(mail)).toEqual(told);
  expect(mail).toContain("third.example.jp、同じ原因の検出事項2件");
  await expect.poll(() => heard.length).toBe(told.length + 1);
  // Several are under way at a time; each says where it stands.
  const byPriority = heard.toSorted((a, b) => b.priority - a.priority);
  expect(byPriority.map(({ host }) => host)).toEqual(order.slice(0, 8).map(([host]) => host));
  expect(new Set(byPriority.map(({ cause }) => cause)).size).toBe(told.length);
  expect(byPriority[0]?.whyEn).toBe("Critical, known exploited (KEV), open to anyone.");
});

test("the month's mail", async () => {
  const month = tokyoMonth(karte.clock.now());
  const told = await summarise(karte.context)(workspace.owner.id, month);
  expect(told?.workspaces[0]?.first.map(({ place }) => place)).toEqual(firstFive);
  expect(told?.workspaces[0]?.first.map(({ findings }) => findings)).toEqual(together);
});

test("the same numbers in overview, lists, the API, PDF, CSV, JSON and mail", async () => {
  const { browser, id } = workspace.owner;
  const of = (severity: number) => order.filter(([, one]) => one === severity).length;
  const open = { critical: of(1), high: of(2), medium: of(3), low: of(4), info: of(5) };
  const overdue = order.filter(([, , , , due]) => due < "2026-11-24").length;
  expect([open.critical, open.high, open.medium, overdue]).toEqual([4, 4, 1, 3]);
  const overview = await browser.call(getOverview, { query: {} });
  expect([overview.open, overview.overdue.count]).toEqual([open, overdue]);
  const { domains } = await browser.call(listDomains, { query: {} });
  expect(domains.map((one) => one.open)).toEqual([open]);
  const { secret } = await browser.call(addToken, {
    body: { label: "Numbers", scopes: ["read"], groups: null, days: 1 },
  });
  const program = testClient(karte.app);
  const severities = ["critical", "high", "medium", "low", "info"] as const;
  for (const [query, count] of [
    ...severities.map((severity) => [`severity:${severity}`, open[severity]] as const),
    ["overdue:yes", overdue] as const,
    ["-overdue:yes", order.length - overdue] as const,
  ]) {
    const shown = await browser.call(listFindings, { query: { query } });
    const answer = await program.request({
      url: `/v1/findings?query=${encodeURIComponent(query)}`,
      headers: { authorization: `Bearer ${secret}` },
    });
    const told = listFindings.response.parse(answer.json());
    for (const { findings, count: counted } of [shown, told]) {
      expect([findings.length, counted], query).toEqual([count, { value: count, more: false }]);
    }
  }
  const json = JSON.parse((await fileOf("json")).toString());
  expect([json.summary.open, json.summary.overdue.count]).toEqual([open, overdue]);
  expect(json.findings).toHaveLength(order.length);
  const [head = "", ...rows] = (await fileOf("csv")).toString().trim().split("\r\n");
  const column = head.split(",").indexOf("severity");
  const inFile = (severity: string) =>
    rows.filter((row) => row.split(",")[column] === severity).length;
  expect(Object.fromEntries(severities.map((one) => [one, inFile(one)]))).toEqual(open);
  const paper = (await pagesOf(await fileOf("pdf"))).join("").replaceAll(/\s/g, "");
  expect(paper).toContain(`Openfindings${order.length}`);
  expect(paper).toContain(bare(overview.verdict[0]?.en ?? "no verdict"));
  const month = await summarise(karte.context)(id, tokyoMonth(karte.clock.now()));
  expect(month?.workspaces[0]?.open).toEqual(open);
});

test("and in the text of the week's mail", async () => {
  const { id } = workspace.owner;
  // Nothing is written of what no scan has looked at.
  await karte.database.owner.pool.query(
    "update karte.domain set score = 40, grade = 4, last_run_at = $2 where id = $1",
    [domain, karte.clock.now()],
  );
  const monday = "2026-11-23";
  await digestJob(karte.context).perform({ workspace: workspace.id, account: id, monday }, {
    logger: karte.context.logger,
  } as never);
  const letter = () =>
    (karte.sent as unknown as { to: string; subject: string; text: string }[]).find(
      ({ to, subject }) => to.includes(id) && subject.includes("週ごとのまとめ"),
    );
  await expect.poll(letter, { timeout: 20_000 }).toBeDefined();
  const text = letter()?.text ?? "";
  const begins = new Date(`${monday}T00:00:00+09:00`).getTime() - 7 * dayMs;
  const seenSince = order.filter(
    (_, index) => karte.clock.now().getTime() - index * dayMs >= begins,
  ).length;
  const critical = order.filter(([, severity]) => severity === 1).length;
  const overdue = order.filter(([, , , , due]) => due < "2026-11-24").length;
  expect(text).toContain(`緊急の検出事項が${critical}件、未対応です。`);
  expect(text).toMatch(new RegExp(`期限を過ぎた検出事項[^0-9]*${overdue}件`));
  expect(text).toMatch(new RegExp(`新しい検出事項[^0-9]*${seenSince}件`));
  expect(text).toMatch(/解決した検出事項[^0-9]*0件/);
  expect(inText(text)).toEqual(firstFive);
});

const bare = (text: string) => text.replaceAll(/\s/g, "");
