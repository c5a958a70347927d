import { randomUUID } from "node:crypto";
import { addDomain, changeDomain } from "@sekimori/karte-contract/endpoints/domains";
import {
  groupFindings,
  listFindings,
  selectFindings,
} from "@sekimori/karte-contract/endpoints/findings";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import { fieldNames, fieldOf } from "@sekimori/karte-contract/query/fields";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inScope, wholeWorkspace } from "../../../database/scope.ts";
import {
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../../testing/test-karte.ts";
import { lookUpAssets } from "./asset-terms.ts";

let karte: TestKarte;
let mine: TestWorkspace;
let theirs: TestWorkspace;
let restricted: TestPerson;

interface Sown {
  /** What the tests call it: the finding's host is `NAME.shop.jp`, or that of another domain. */
  readonly name: string;
  readonly domain?: "shop.jp" | "corp.jp";
  readonly check?: string;
  readonly category?: number;
  readonly severity?: number;
  readonly state?: number;
  readonly due?: string;
  readonly days?: number;
  readonly acceptedUntil?: string;
  readonly exploitation?: number;
  readonly exposure?: number;
  readonly cause?: string;
  readonly assignee?: "owner" | "colleague";
  readonly place?: object;
  readonly facts?: Readonly<Record<string, unknown>>;
}

const nginx = { "service.product": "nginx", "service.version": "1.9.0" };
const sown: readonly Sown[] = [
  {
    name: "old",
    cause: "product|old.shop.jp nginx",
    check: "sw-version",
    category: 5,
    severity: 1,
    state: 1,
    due: "2026-03-02",
    exploitation: 6,
    exposure: 3,
    assignee: "owner",
    place: { port: 443, address: "192.0.2.7" },
    facts: { ...nginx, "software.cves": ["CVE-2021-23017"], "software.epss": 0.93 },
  },
  {
    name: "mid",
    check: "sw-version",
    category: 5,
    severity: 2,
    days: 40,
    due: "2026-03-20",
    place: { port: 8443, address: "192.0.2.200", url: "https://mid.shop.jp:8443/" },
    facts: {
      ...{ ...nginx, "service.version": "1.18.0", "software.epss": 0 },
      ...{ "port.service": "HTTPS", "port.answers": "Redis" },
    },
  },
  {
    name: "lib",
    domain: "corp.jp",
    check: "sw-version",
    category: 5,
    days: 3,
    assignee: "colleague",
    facts: {
      "ssh.protocol": "2.0",
      "software.library": "jQuery",
      "software.libraryVersion": "1.12.4",
      "software.cves": ["CVE-2020-11022"],
    },
  },
  {
    name: "csp",
    check: "http-csp",
    cause: "headers|https://csp.shop.jp",
    days: 10,
    place: { address: "2001:db8::5", url: "https://csp.shop.jp/" },
  },
  { name: "fixed", check: "http-csp", state: 4, days: 100 },
  {
    name: "accepted",
    domain: "corp.jp",
    check: "mail-dmarc",
    category: 2,
    state: 3,
    acceptedUntil: "2026-03-25",
  },
];

const ids = new Map<string, string>();

async function sow(
  workspace: TestWorkspace,
  domains: ReadonlyMap<string, string>,
  colleague: string,
  one: Sown,
) {
  const { name, domain = "shop.jp", check = "http-csp", facts = {}, place = {} } = one;
  const id = randomUUID();
  const host = `${name}.${domain}`;
  const report = {
    ...{ check, category: "http", outcome: "absent", subject: null, unconfirmed: false },
    ...{ place: { host, ...place }, summary: { ja: check, en: check } },
    evidence: Object.entries(facts).map(([fact, value]) => ({ name: fact, value })),
  };
  const at = new Date(karte.clock.now().getTime() - (one.days ?? 0) * 86_400_000);
  const people = { owner: workspace.owner.id, colleague };
  await karte.database.owner.pool.query(
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, due_on, exploitation, exposure, cause,
       accepted_until, assignee, report)
     values ($1::uuid, $2, $3, $1::uuid::text, $4, $5, $6, $7, $8, '', $9, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      ...[id, workspace.id, domains.get(domain), check, one.category ?? 4, host, one.severity ?? 3],
      ...[one.state ?? 2, at, one.due ?? "infinity", one.exploitation ?? 0, one.exposure ?? 0],
      ...[one.cause ?? null, one.acceptedUntil ?? null],
      ...[one.assignee === undefined ? null : people[one.assignee], report],
    ],
  );
  return id;
}

/** A cause that has a ticket. */
async function makeTicket(workspace: TestWorkspace, domain: string): Promise<void> {
  await karte.database.owner.pool.query(
    `with s as (
       insert into karte.ticket_system (id, workspace_id, kind, label, origin, project, language, author,
         ids, sealed, created_by, created_at)
       values (gen_random_uuid(), $1, 1, '', '', 'OPS', 'ja', '', '{}', '', '', now()) returning id)
     insert into karte.ticket (id, workspace_id, system_id, system_kind, system_label, cause, domain_id,
       finding_id, state, remote_key, created_at)
     select gen_random_uuid(), $1, s.id, 1, '', 'product|old.shop.jp nginx', $2, gen_random_uuid(), 2,
       'OPS-7', now() from s`,
    [workspace.id, domain],
  );
}

/** What the inventory has: certificates of hosts, and servers of others that a domain relies on. */
async function list(workspace: TestWorkspace, domains: ReadonlyMap<string, string>): Promise<void> {
  const ends = (notAfter: string, issuer: string, more: object = {}) => ({
    certificate: { notAfter, issuer, ...more },
  });
  const named = { names: ["*.Shop.jp", "shop.jp", 7] };
  const by = (source: string, at: string) => ({ foundBy: [{ source, at, evidence: source }] });
  for (const [name, domain, detail, missing] of [
    ["old.shop.jp", "shop.jp", ends("2026-03-01T00:00:00.000Z", "Seki CA"), null],
    ["mid.shop.jp", "shop.jp", ends("2026-03-29T15:00:00.000Z", "R11", named), null],
    [
      "csp.shop.jp",
      "shop.jp",
      ends("2027-01-01T00:00:00.000Z", "R11", { subject: "C=JP\nCN=csp.shop.jp" }),
      null,
    ],
    // Whatever stands in it.
    ["lib.corp.jp", "corp.jp", { ...ends("soon", ""), foundBy: "nobody" }, null],
    ["ns1.dns.example.net", "shop.jp", by("ns", "shop.jp"), null],
    ["ns9.dns.example.net", "shop.jp", by("ns", "shop.jp"), karte.clock.now()],
    ["mail.example.net", "corp.jp", by("mx", "corp.jp"), null],
    ["cdn.example.net", "corp.jp", by("csp", "corp.jp"), null],
  ] as const) {
    await karte.database.owner.pool.query(
      `insert into karte.asset (id, workspace_id, domain_id, key, type, name, state, detail, first_seen_at,
         last_seen_at, missing_since)
       values (gen_random_uuid(), $1, $2, $3, 2, $3, 2, $4, $5, $5, $6)`,
      [workspace.id, domains.get(domain), name, detail, karte.clock.now(), missing],
    );
  }
}

/** What is open, as runs keep it. */
async function count(workspace: TestWorkspace): Promise<void> {
  const { pool } = karte.database.owner;
  await pool.query(
    `update karte.domain d set open_critical = o.critical, open_high = o.high, open_medium = o.medium
     from (select domain_id, count(*) filter (where severity = 1)::int as critical,
         count(*) filter (where severity = 2)::int as high,
         count(*) filter (where severity = 3)::int as medium
       from karte.finding where is_open = 1 and workspace_id = $1 group by domain_id) o
     where d.id = o.domain_id`,
    [workspace.id],
  );
  await pool.query(
    `insert into karte.domain_check (workspace_id, domain_id, check_id, findings, hosts)
     select workspace_id, domain_id, check_id, count(*), count(distinct host) from karte.finding
     where is_open = 1 and workspace_id = $1 group by workspace_id, domain_id, check_id`,
    [workspace.id],
  );
}

/** The same things in both workspaces, so that only the fence tells them apart. */
async function furnish(workspace: TestWorkspace) {
  const { browser } = workspace.owner;
  const colleague = await workspace.join("member");
  const domains = new Map<string, string>();
  for (const [name, label] of [
    ["shop.jp", "本社; Shop"],
    ["corp.jp", ""],
  ] as const) {
    domains.set(name, (await browser.call(addDomain, { body: { name, label } })).id);
  }
  const { id: group } = await browser.call(createGroup, { body: { name: "Web shop" } });
  const shop = domains.get("shop.jp") ?? "";
  await makeTicket(workspace, shop);
  // A group that somebody who sees the other only has no part in, though its domain is theirs, too.
  const { id: other } = await browser.call(createGroup, { body: { name: "Head office" } });
  await browser.call(changeDomain, { params: { id: shop }, body: { groups: [group, other] } });
  const found: string[] = [];
  for (const one of sown) found.push(await sow(workspace, domains, colleague.id, one));
  await list(workspace, domains);
  await count(workspace);
  return { colleague, group, other, found, domains };
}

let there: Awaited<ReturnType<typeof furnish>>;
let here: typeof there;

beforeAll(async () => {
  karte = await startTestKarte();
  // A Tuesday in Tokyo, still Monday in UTC: two working days before a due Thursday.
  karte.clock.set(new Date("2026-03-09T15:30:00Z"));
  [mine, theirs] = [await karte.workspace(), await karte.workspace()];
  here = await furnish(mine);
  there = await furnish(theirs);
  for (const [index, id] of here.found.entries()) ids.set(id, sown[index]?.name ?? "");
  restricted = await mine.join("viewer", [here.group]);
});
afterAll(() => karte?.close());

async function names(query: string, { browser }: TestPerson = mine.owner, more: object = {}) {
  const { findings, count } = await browser.call(listFindings, { query: { query, ...more } });
  expect(count).toEqual({ value: findings.length, more: false });
  return findings.map(({ id }) => ids.get(id) ?? "of another workspace").toSorted();
}

const everyState = "state:new,open,accepted,fixed,gone";

// The query and what it finds; open ones unless it names a state.
const table: readonly (readonly [string, readonly string[]])[] = [
  ["severity:critical,high", ["mid", "old"]],
  ["深刻度：緊急　or　深刻度：高", ["mid", "old"]],
  ["-severity:medium", ["mid", "old"]],
  ["state:fixed,accepted", ["accepted", "fixed"]],
  ["state:fixed or severity:critical", ["fixed", "old"]],
  ["-state:new,open", ["accepted", "fixed"]],
  ["category:ports", ["lib", "mid", "old"]],
  ["check:http-csp", ["csp"]],
  ["check:http-*", ["csp"]],
  ["domain:corp.jp", ["lib"]],
  ["domain:*.jp -domain:shop.jp", ["lib"]],
  ["host:CSP.shop.jp,mid.shop.jp", ["csp", "mid"]],
  ["host:*.corp.jp", ["lib"]],
  ["ip:192.0.2.7", ["old"]],
  ["ip:192.0.2.0/25", ["old"]],
  ["ip:192.0.2.0/24", ["mid", "old"]],
  ["ip:2001:db8::/32", ["csp"]],
  ["ip:none", ["lib"]],
  ["port:443", ["old"]],
  ["port:>1000", ["mid"]],
  ["port:9000..443", ["mid", "old"]],
  ["port:none,443", ["csp", "lib", "old"]],
  // By what answered at the port, by the address, or by what the check speaks.
  ["service:redis", ["mid"]],
  ["サービス:HTTPS", ["csp", "old"]],
  ["service:ssh,smtp", ["lib"]],
  ["service:none state:fixed,accepted", ["accepted", "fixed"]],
  ["service:*s -service:redis", ["csp", "old"]],
  ["product:NGINX", ["mid", "old"]],
  ["product:ng*,jq*", ["lib", "mid", "old"]],
  ["product:*x", ["mid", "old"]],
  ["product:any -product:nginx", ["lib"]],
  // Case 7 of the design note.
  ["product:nginx version:<1.18", ["old"]],
  ["version:>=1.18", ["mid"]],
  ["version:1.18", []],
  ["version:1.18.0", ["mid"]],
  ["version:1.18.*", ["mid"]],
  ["version:1.10..1.18.0", ["lib", "mid"]],
  ["tech:jquery", ["lib"]],
  ["cve:cve-2021-23017", ["old"]],
  ["cve:CVE-2021-*", ["old"]],
  ["cve:none", ["csp", "mid"]],
  ["cause:headers|https://csp.shop.jp", ["csp"]],
  ["cause:headers|*", ["csp"]],
  // What has expired, too; the last day in Tokyo is the 8th of April, which begins on the 7th in UTC.
  ["cert.expires:<30d", ["mid", "old"]],
  ["証明書の期限：30d", ["mid"]],
  ["cert.expires:2026-03-30", ["mid"]],
  ["cert.expires:>30d", ["csp"]],
  ["cert.expires:none", ["lib"]],
  ["cert.expires:any", ["csp", "mid", "old"]],
  ['cert.issuer:"Seki CA"', ["old"]],
  ["cert.name:*.shop.jp", ["csp", "mid"]],
  ["証明書の名前:shop.jp", ["mid"]],
  // One that was stored before names were kept has the name of its subject.
  ["cert.name:csp.shop.jp", ["csp"]],
  ["cert.name:none", ["lib", "old"]],
  ["発行者:*r11*", ["csp", "mid"]],
  ["ns:ns1.dns.example.net", ["csp", "mid", "old"]],
  ["ネームサーバー:*.DNS.example.net", ["csp", "mid", "old"]],
  // It has not been there since the last scan.
  ["ns:ns9.dns.example.net", []],
  ["ns:none", ["lib"]],
  ["mx:*.example.net", ["lib"]],
  ["メールサーバー:なし", ["csp", "mid", "old"]],
  ["ticket:none", ["csp", "lib", "mid"]],
  ["ticket:any", ["old"]],
  ["チケット:ops-7", ["old"]],
  ["ticket:OPS-*,WEB-1", ["old"]],
  ["ticket:WEB-1", []],
  ["owner:me", ["old"]],
  ["owner:none", ["csp", "mid"]],
  ["担当：なし，自分", ["csp", "mid", "old"]],
  ["-owner:me", ["csp", "lib", "mid"]],
  ["owner:nobody", []],
  ['group:"web SHOP"', ["csp", "mid", "old"]],
  ["group:none", ["lib"]],
  ['group:"Head office"', ["csp", "mid", "old"]],
  ["label:Shop", ["csp", "mid", "old"]],
  ["label:shop label:本社", ["csp", "mid", "old"]],
  ['label:"本社, Shop"', []],
  ["label:sh*", ["csp", "mid", "old"]],
  ["label:none", ["lib"]],
  ["due:none", ["csp", "lib"]],
  ["due:<7d", ["old"]],
  ["due:14d", ["mid"]],
  ["due:>=2026-03-20", ["mid"]],
  ["due:<=8bd", ["mid", "old"]],
  ["due:<=7bd", ["old"]],
  ["overdue:yes", ["old"]],
  ["overdue:no", ["csp", "lib", "mid"]],
  ["seen.first:7d", ["lib", "old"]],
  ["seen.first:<1mo", ["mid"]],
  ["seen.first:2026-03-10", ["old"]],
  ["seen.last:2026-02-01..2026-03-01", ["csp"]],
  [`accepted.until:30d ${everyState}`, ["accepted"]],
  [`accepted.until:any ${everyState}`, ["accepted"]],
  ["priority:>=1000", ["old"]],
  ["priority:<1000 priority:>40", ["mid"]],
  ["epss:>=0.5", ["old"]],
  // Case 4: what nobody estimated is not 0.
  ["epss:0", ["mid"]],
  ["epss:none", ["csp", "lib"]],
  ["kev:yes", ["old"]],
  ["kev:no", ["csp", "lib", "mid"]],
  ["exposure:data", ["old"]],
  ["exposure:none", ["csp", "lib", "mid"]],
  ["csp", ["csp"]],
  ["CSP or jp", ["csp", "lib", "mid", "old"]],
  ["shop.jp -csp", ["mid", "old"]],
  ["(product:nginx or tech:jquery) -(severity:critical or owner:none)", ["lib"]],
];

describe("what a query finds", () => {
  test.each(table)("%s", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    // However the database is asked: by the list's own filters, or by a condition alone.
    expect(await names(`(${query}) or (${query})`)).toEqual(expected);
    expect(await names(query, mine.owner, { each: "cause", sort: "age" })).toEqual(expected);
  });

  test("each field has a row in this table", () => {
    const asked = table.map(([query]) => query).join(" ");
    expect(fieldNames.filter((name) => !asked.includes(`${name}:`))).toEqual([]);
  });

  test("by whom something is assigned: a name, an address or an id, where several have it", async () => {
    const { colleague } = here;
    const { findings } = await mine.owner.browser.call(listFindings, {
      query: { host: "lib.corp.jp" },
    });
    const { name, email } = findings[0]?.assignee ?? { name: "?", email: "?" };
    for (const one of [name, email, colleague.id])
      expect(await names(`owner:"${one}"`), one).toContain("lib");
    expect(await names("owner:me", colleague)).toEqual(["lib"]);
  });

  test("together with the other filters, in lists, sums and selections", async () => {
    const { browser } = mine.owner;
    const filters = { query: "product:nginx", severity: "high" as never };
    expect(await names("product:nginx", mine.owner, { severity: "high" })).toEqual(["mid"]);
    expect(await names("state:fixed", mine.owner, { state: "open" })).toEqual([]);
    expect(await names("csp", mine.owner, { q: "shop" })).toEqual(["csp"]);
    const { groups } = await browser.call(groupFindings, { query: filters });
    expect(groups.map(({ check, findings }) => [check, findings])).toEqual([["sw-version", 1]]);
    const { findings } = await browser.call(selectFindings, { body: filters });
    expect(findings.map((id) => ids.get(id))).toEqual(["mid"]);
  });

  test("follows a report that is written anew", async () => {
    const { pool } = karte.database.owner;
    const id = here.found[0];
    const write = (version: string) =>
      pool.query(
        `update karte.finding set report = jsonb_set(report, '{evidence,1,value}', to_jsonb($2::text))
         where id = $1`,
        [id, version],
      );
    await write("1.30.1");
    expect(await names("version:>1.20")).toEqual(["old"]);
    await write("1.9.0");
    expect(await names("version:>1.20")).toEqual([]);
  });
});

test("follows the inventory: another certificate, and a server that is no longer named", async () => {
  const { pool } = karte.database.owner;
  const change = (set: string, name: string) =>
    pool.query(`update karte.asset set ${set} where workspace_id = $1 and name = $2`, [
      mine.id,
      name,
    ]);
  const until = (moment: string) =>
    change(`detail = jsonb_set(detail, '{certificate,notAfter}', '"${moment}"')`, "old.shop.jp");
  await until("2026-12-01T00:00:00.000Z");
  expect(await names("cert.expires:<30d")).toEqual(["mid"]);
  await until("2026-03-01T00:00:00.000Z");
  expect(await names("cert.expires:<30d")).toEqual(["mid", "old"]);
  await change("missing_since = now()", "mail.example.net");
  expect(await names("mx:any")).toEqual([]);
  await change("missing_since = null", "mail.example.net");
  expect(await names("mx:any")).toEqual(["lib"]);
});

test("places are counted, and not the rows that speak of them: a domain of a thousand servers is one", async () => {
  const { pool } = karte.database.owner;
  await pool.query(
    `insert into karte.asset_term (workspace_id, domain_id, asset_id, host, field, value)
     select a.workspace_id, a.domain_id, a.id, 'shop.jp', 3, 'many' || n || '.dns.example.net'
     from karte.asset a, generate_series(1, 1100) n where a.workspace_id = $1 and a.name = 'ns1.dns.example.net'`,
    [mine.id],
  );
  const found = await inScope(karte.context.db, wholeWorkspace(mine.id), (tx) =>
    lookUpAssets(
      tx,
      "ns",
      [{ kind: "is", comparison: "=", item: "many*.dns.example.net" }],
      karte.clock.now(),
      { isWide: true },
    ),
  );
  expect(found).toMatchObject({ isFew: true, walks: false });
  expect(await names("ns:many*.dns.example.net")).toEqual(["csp", "mid", "old"]);
  await pool.query("delete from karte.asset_term where value like 'many%'");
});

test("versions sort part by part, what comes before a release before it", async () => {
  const inOrder = [
    "0.9",
    "1.0-alpha1",
    "1.0-rc1",
    "1.0",
    "1.0.2",
    "1.0.2g",
    "1.0.10",
    "1.9",
    "1.18",
    "1.18.1",
    "10.0",
  ];
  const { rows } = await karte.database.owner.pool.query<{ version: string }>(
    'select v as version from unnest($1::text[]) v order by karte.version_key(v) collate "C"',
    [inOrder.toReversed()],
  );
  expect(rows.map(({ version }) => version)).toEqual(inOrder);
});

describe("a query leaks nothing", () => {
  const all = [
    ...fieldNames.map((name) => fieldOf(name).example),
    "jp",
    "-severity:info",
    "group:any",
    "group:none",
  ];

  test.each(all)("%s: of one's own workspace", async (query) => {
    expect(await names(`(${query}) or ${everyState}`)).toHaveLength(sown.length);
    expect(await names(`-(${query}) or ${everyState}`)).toHaveLength(sown.length);
  });

  test.each(all)("%s: of what a restricted person sees", async (query) => {
    const seen = ["csp", "fixed", "mid", "old"];
    for (const text of [`(${query}) or ${everyState}`, `-(${query}) or ${everyState}`]) {
      expect(await names(text, restricted)).toEqual(seen);
    }
  });

  test("names of others are as if there were none", async () => {
    const strangers = [there.colleague.id, there.group, there.domains.get("shop.jp")];
    for (const id of strangers) {
      expect(await names(`owner:${id} or group:${id} or domain:${id}`)).toEqual([]);
    }
    // A group that a restricted person has no part in, by its name or its id.
    for (const group of [`"Head office"`, here.other]) {
      expect(await names(`group:${group}`, restricted)).toEqual([]);
    }
    expect(await names('group:"Web shop"', restricted)).toEqual(["csp", "mid", "old"]);
  });

  test("what looks like a statement is a word", async () => {
    for (const word of ["' or true --", "%", "\\", "$1", "*' or '1'='1", "_________"]) {
      const text = JSON.stringify(word);
      for (const field of [
        "host",
        "product",
        "label",
        "owner",
        "group",
        "cause",
        "check",
        "version",
      ]) {
        expect(await names(`${field}:${text} -${field}:zz`), `${field} ${word}`).toEqual([]);
      }
    }
  });
});

describe("a query that cannot be read", () => {
  test("is refused with the problem, its place and what would be right", async () => {
    const { browser } = mine.owner;
    for (const [query, params] of [
      ["csp severty:high", { problem: "unknown_field", at: 4, length: 7, near: "severity" }],
      [
        "severity:urgent",
        {
          problem: "unknown_value",
          at: 9,
          length: 6,
          field: "severity",
          expected: "critical, high, medium, low, info",
        },
      ],
    ] as const) {
      const answer = await browser.attempt(listFindings, { query: { query } });
      expect(answer.status).toBe(400);
      expect(answer.error().fields).toEqual([
        { path: "query", code: "invalid", params: expect.objectContaining(params) },
      ]);
    }
  });
});
