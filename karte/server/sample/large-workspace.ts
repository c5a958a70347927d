import { randomUUID } from "node:crypto";
import { catalogue } from "@sekimori/diagnosis/catalogue";
import type { Fact } from "@sekimori/diagnosis/finding";
import type { PostgresPool } from "kysely";
import { categoryCode, exploitationCode, exposureCode, severityCode } from "../database/codes.ts";
import { causeOf, causeVersion } from "../features/causes/cause-key.ts";
import { exploitationOf, exposureOf } from "../features/priorities/factors.ts";

export interface LargeWorkspace {
  /** Filled up with domains; a new one that nobody belongs to unless given. */
  readonly workspaceId?: string | undefined;
  readonly domains: number;
  readonly findingsPerDomain: number;
  /** Small workspaces beside it, with one domain and a few findings each. */
  readonly others: number;
  /** Of assets, over the last three months. */
  readonly observations: number;
  /** Told each step before it begins. */
  readonly progress?: (step: string) => void;
}

/** Checks that the findings are of, with how bad they are: as a large organisation's mostly are. */
const checks = [
  ["http-csp", "medium"],
  ["http-hsts", "medium"],
  ["dns-dnssec", "low"],
  ["dns-caa", "low"],
  ["mail-dmarc", "medium"],
  ["tls-old", "medium"],
  ["http-nosniff", "low"],
  ["cert-expiry", "high"],
  ["sw-version", "high"],
  ["http-leak", "low"],
  ["mail-spoof", "high"],
  ["port-data", "critical"],
  ["svc-ssh", "medium"],
  ["http-cookie", "low"],
  ["net-ipv6", "low"],
] as const;

const server = (product: string, version: string, cve: string, epss: number) => [
  { name: "service.product", value: product },
  { name: "service.version", value: version },
  { name: "software.cves", value: [cve] },
  { name: "software.epss", value: epss },
];

/** What servers say of themselves, one of these each: most of them what is common. */
const announced = [
  server("nginx", "1.18.0", "CVE-2021-23017", 0.03),
  server("nginx", "1.18.0", "CVE-2021-23017", 0.03),
  [{ name: "service.product", value: "Microsoft-IIS" }],
  server("Apache httpd", "2.4.41", "CVE-2020-11984", 0.62),
  [
    ...server("Apache httpd", "2.4.49", "CVE-2021-41773", 0.94),
    { name: "software.exploited", value: ["CVE-2021-41773"] },
  ],
  server("OpenSSH", "8.2p1", "CVE-2023-38408", 0.12),
  [
    { name: "software.library", value: "jQuery" },
    { name: "software.libraryVersion", value: "1.12.4" },
    { name: "software.cves", value: ["CVE-2020-11022"] },
  ],
];

/** Ports at which checks find what they find; what is of the domain itself has none. */
const ports: Readonly<Record<string, number>> = {
  "port-data": 6_379,
  "svc-ssh": 22,
  "sw-version": 443,
  ...{ "tls-old": 443, "cert-expiry": 443, "http-csp": 443, "http-hsts": 443 },
  ...{ "http-nosniff": 443, "http-leak": 443, "http-cookie": 443 },
};

interface Said {
  readonly check: (typeof checks)[number][0];
  readonly severity: (typeof checks)[number][1];
  readonly n: number;
  readonly turn: number | null;
  readonly evidence: readonly Fact[];
}

/** What each finding's report says beside its host; `n` is one for each check, `turn` for each that it says. */
function templates() {
  const words = catalogue();
  const rows = checks.flatMap(([check, severity], n): readonly Said[] => {
    const said = { check, severity, n };
    return check === "sw-version"
      ? announced.map((evidence, turn) => ({ ...said, turn, evidence }))
      : [{ ...said, turn: null, evidence: [{ name: `${check}.present`, value: false }] }];
  });
  return rows.map(({ check, severity, n, turn, evidence }) => {
    const { category = "http", title = { ja: check, en: check } } = words.get(check) ?? {};
    const report = {
      check,
      category,
      state: "fail",
      severity,
      outcome: "absent",
      subject: null,
      summary: title,
      evidence,
      unconfirmed: false,
      cap: null,
      bonus: 0,
    };
    const codes = {
      category: categoryCode.of(category),
      severity: severityCode.of(severity),
      exploitation: exploitationCode.of(exploitationOf(report, severity)),
      // On the domain itself.
      exposure: exposureCode.of(exposureOf(report, "example.jp", "example.jp")),
    };
    const place = { host: "example.jp" };
    const cause = causeOf({ ...report, place, domain: place.host, fingerprint: null });
    return { check, n, turn, port: ports[check] ?? null, ...codes, cause, report };
  });
}

/** The steps, each one statement over sets: the database makes the rows where they are kept. */
const steps: readonly (readonly [name: string, statement: string])[] = [
  [
    "workspaces",
    `insert into karte.workspace (id, name, contract_owner, created_at)
     select gen_random_uuid(), 'Workspace ' || n, 'seeded-' || n, $now::timestamptz - interval '90 days'
     from generate_series(1, $others::int) n`,
  ],
  [
    "domains",
    `with words as (
       select array['shop', 'mail', 'www', 'portal', 'recruit', 'factory', 'api', 'support', 'campaign',
         'partner', 'osaka', 'tokyo', 'nagoya', 'lab', 'cloud', 'intra', 'news', 'parts'] as first,
         array['seki', 'minato', 'kaede', 'asahi', 'midori', 'takumi', 'hikari', 'sakura', 'fuji',
         'kita', 'minami', 'yama'] as second)
     insert into karte.domain (id, workspace_id, name, name_unicode, registrable, label, proof,
       proof_token, consented, schedule, next_run_at, last_run_at, grade, score, score_version,
       previous_grade, previous_score, added_at, responsible)
     select gen_random_uuid(), w.id, name, name, name,
       case when n % 7 = 0 then '支店' || n % 100 else '' end, case when n % 10 = 0 then 0 else 1 end,
       'seeded', n % 10 <> 0, case when n % 3 = 0 then 2 else 0 end,
       case when n % 3 = 0 then $now::timestamptz + (n % 10000) * interval '1 minute' else 'infinity' end,
       $now::timestamptz - (n % 20000) * interval '1 minute',
       case when score >= 80 then 1 when score >= 65 then 2 when score >= 50 then 3
         when score >= 35 then 4 else 5 end,
       score, '2', 3, 60, $now::timestamptz - interval '90 days' + n * interval '1 second',
       case n % 5 when 0 then null else 'seeded-person-' || n % 5 end
     from words, (
       select null::uuid as id, n, null::int as other from generate_series(1, $domains::int) n
       union all
       select id, row_number() over (order by id) as n, 1 from karte.workspace
         where contract_owner like 'seeded-%' and $others::int > 0) x,
     lateral (select coalesce(x.id, $workspace::uuid) as id) w,
     lateral (select first[1 + n % 18] || '-' || second[1 + (n / 18) % 12] || '-' || n ||
       case when other is null then '.example' else '.test' end as name,
       (20 + (n * 7919) % 81)::smallint as score) made`,
  ],
  [
    "groups",
    `with made as (
       insert into karte.domain_group (id, workspace_id, name, created_at)
       select gen_random_uuid(), $workspace::uuid, '部門' || n, $now::timestamptz from generate_series(1, 50) n
       returning id, substr(name, 3)::int as n)
     insert into karte.group_member (workspace_id, group_id, domain_id)
     select $workspace::uuid, made.id, d.id from made
     join (select id, row_number() over (order by name) as n from karte.domain
       where workspace_id = $workspace::uuid) d on d.n % 100 = made.n`,
  ],
  [
    "assets",
    `insert into karte.asset (id, workspace_id, domain_id, key, type, name, state, grade, detail,
       first_seen_at, last_seen_at)
     select gen_random_uuid(), d.workspace_id, d.id, kind.prefix || d.name, kind.type,
       kind.label || d.name, 2, d.grade,
       jsonb_build_object('addresses', jsonb_build_array('198.18.' || (hashtext(d.name) & 255) || '.' || (d.score + 1)), 'ports',
         '[80, 443]'::jsonb, 'product', null, 'version', null,
         -- A tenth of the names serve nothing, and so have none.
         'certificate', case when d.score % 10 = 3 then 'null' else jsonb_build_object('fingerprint', md5(d.name), 'subject', d.name, 'issuer',
           case when d.score % 4 = 0 then 'Seki Certificate Authority' else 'R11' end, 'notAfter',
           -- A tenth has ended or ends within a month, as in a large organisation that nobody looks after.
           to_char(($now::timestamptz + (made.n % 300 - 10) * interval '1 day') at time zone 'UTC',
             'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end, 'foundBy', '[]'::jsonb),
       d.added_at, d.last_run_at
     from karte.domain d,
     (values ('domain:', 1::smallint, ''), ('host:', 2::smallint, 'www.')) kind (prefix, type, label),
     lateral (select hashtext(d.name) & 65535 as n) made
     where d.proof_token = 'seeded'`,
  ],
  [
    "servers of others",
    `insert into karte.asset (id, workspace_id, domain_id, key, type, name, state, detail, first_seen_at,
       last_seen_at)
     select gen_random_uuid(), d.workspace_id, d.id, 'host:' || made.name, 2, made.name, 3,
       jsonb_build_object('addresses', '[]'::jsonb, 'ports', '[]'::jsonb, 'product', null, 'version', null,
         'certificate', null, 'foundBy', jsonb_build_array(jsonb_build_object('source', kind.source, 'at',
           d.name, 'evidence', kind.source || ' ' || made.name))),
       d.added_at, d.last_run_at
     from karte.domain d, (values ('ns', 500), ('mx', 40)) kind (source, many),
     lateral (select case kind.source when 'ns' then 'ns' else 'mail' end || (hashtext(d.name) & 65535) % many
       || '.dns-seki.example' as name) made
     where d.proof_token = 'seeded' and (kind.source = 'ns' or d.score % 20 <> 7)`,
  ],
  [
    "findings",
    `insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host, severity,
       state, evidence_digest, first_seen_at, last_seen_at, closed_at, points, exploitation,
       exposure, due_on, overdue_days, settle_on, assignee, accepted_reason, accepted_until, cause, cause_version, report)
     select gen_random_uuid(), d.workspace_id, d.id, key, t.check_id, t.category, d.name, t.severity,
       state, 'seeded', d.last_run_at - (i * 5) * interval '1 day', d.last_run_at,
       case when state > 3 then d.last_run_at end, case when state <= 2 then (d.score + i) % 12 else 0 end,
       -- As settling them would find; two in three have a due day, a fourth of these has passed.
       t.exploitation, t.exposure, coalesce(made.due_on, 'infinity'),
       greatest(0, $now::timestamptz::date - made.due_on), 'infinity',
       case when i % 3 = 0 then 'seeded-person-' || (1 + d.score % 4) end,
       case when state = 3 then 1 end, case when state = 3 then d.last_run_at + interval '300 days' end,
       replace(t.cause, 'example.jp', d.name), $rule::smallint,
       t.report || jsonb_build_object('key', key, 'asset', 'domain:' || d.name, 'observedAt', d.last_run_at,
         'place', jsonb_build_object('host', d.name) || case when t.port is null then '{}'
             else jsonb_build_object('port', t.port, 'address', made.address) end
           || case when t.report ->> 'category' = 'http'
             then jsonb_build_object('url', 'https://' || d.name || '/') else '{}' end)
     from karte.domain d
     cross join generate_series(0, $each::int - 1) i
     join jsonb_to_recordset($templates::jsonb)
       t ("check_id" text, n int, turn int, port int, category smallint, severity smallint,
         exploitation smallint, exposure smallint, cause text, report jsonb)
       on t.n = (i + d.score) % $checks::int
         and coalesce(t.turn = (hashtext(d.name) & 65535) % $announced::int, true),
     lateral (select t.check_id || '|' || d.name || '|absent|' as key,
       (case (i * 3 + d.score) % 10 when 0 then 1 when 7 then 3 when 8 then 4 when 9 then 4 else 2 end)::smallint
         as state,
       case when i % 3 < 2 then $now::timestamptz::date + (hashtext(d.name) & 65535) % 40 - 10 + i end as due_on,
       '198.18.' || (hashtext(d.name) & 255) || '.' || (d.score + 1) as address) made
     where d.proof_token = 'seeded' and (d.workspace_id = $workspace::uuid or i < 3)
     -- As runs store them: a domain's findings together.
     order by d.id`,
  ],
  [
    "labels of findings",
    `insert into karte.finding_label (workspace_id, domain_id, finding_id, label)
     select workspace_id, domain_id, id, case when hashtext(key) % 4 = 0 then '要確認'
       else '委託先' || (hashtext(key) & 65535) % 100 end
     from karte.finding where evidence_digest = 'seeded' and (hashtext(key) & 65535) % 50 = 0`,
  ],
  [
    "counts",
    `update karte.domain d set open_critical = o.critical, open_high = o.high, open_medium = o.medium,
       open_low = o.low, assets = 4,
       open_weight = o.critical * 1000000000000 + o.high * 1000000000::bigint + o.medium * 1000000
         + o.low * 1000
     from (select domain_id, count(*) filter (where severity = 1)::int as critical,
         count(*) filter (where severity = 2)::int as high,
         count(*) filter (where severity = 3)::int as medium,
         count(*) filter (where severity = 4)::int as low
       from karte.finding where is_open = 1 and evidence_digest = 'seeded' group by domain_id) o
     where d.id = o.domain_id`,
  ],
  [
    "counts by check",
    `insert into karte.domain_check (workspace_id, domain_id, check_id, findings, hosts)
     select workspace_id, domain_id, check_id, count(*), count(distinct host)
     from karte.finding where is_open = 1 and evidence_digest = 'seeded'
     group by workspace_id, domain_id, check_id`,
  ],
  [
    "history",
    `insert into karte.workspace_grade (workspace_id, day, score, grade, score_version)
     select $workspace::uuid, day::date, 60, 3, '2'
     from generate_series($now::timestamptz - interval '90 days', $now::timestamptz, interval '1 day') day
     on conflict do nothing`,
  ],
  [
    "observations",
    `insert into karte.asset_observation (workspace_id, domain_id, asset_id, run_id, seen_at, grade)
     select a.workspace_id, a.domain_id, a.id, gen_random_uuid(),
       $now::timestamptz - (n * 90.0 / greatest(rounds, 1)) * interval '1 day', a.grade
     from (select ceil($observations::numeric / greatest(count(*), 1))::int as rounds
       from karte.asset where workspace_id = $workspace::uuid and state = 2) r,
     (select * from karte.asset where workspace_id = $workspace::uuid and state = 2 order by id) a,
     lateral generate_series(1, r.rounds) n`,
  ],
];

/** Puts values in place of `$name`; each is numbered where it first stands. */
function bound(statement: string, values: Readonly<Record<string, unknown>>) {
  const names: string[] = [];
  const text = statement.replace(/\$([a-z]+)/g, (_all, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, values: names.map((name) => values[name]) };
}

/** Indexes of the large tables that no constraint needs: made anew after the rows is far quicker. */
const looseIndexes = `
  select format('drop index karte.%I', c.relname) as drop, pg_get_indexdef(c.oid) as make
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid in ('karte.finding'::regclass, 'karte.finding_term'::regclass,
      'karte.asset'::regclass, 'karte.asset_term'::regclass, 'karte.asset_observation'::regclass)
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`;

/**
 * Fills a workspace with as many domains as a large organisation has, beside many small workspaces:
 * for measuring and for looking at long lists. In one transaction, as the owner of the tables, which
 * are locked meanwhile.
 *
 * @returns the workspace's id.
 */
export async function seedLargeWorkspace(
  pool: PostgresPool,
  { progress, ...wanted }: LargeWorkspace,
): Promise<string> {
  const workspace = wanted.workspaceId ?? randomUUID();
  const list = templates().map(({ check, ...rest }) => ({ check_id: check, ...rest }));
  const values = {
    workspace,
    domains: wanted.domains,
    others: wanted.others,
    each: wanted.findingsPerDomain,
    observations: wanted.observations,
    templates: JSON.stringify(list),
    checks: checks.length,
    announced: announced.length,
    rule: causeVersion,
    // To the millisecond, as all moments that karte writes: a list's cursor has no more.
    now: new Date(),
  };
  const client = await pool.connect();
  // The driver's own type is wider than what Kysely asks of a pool.
  const run = (text: string, given: readonly unknown[] = []) =>
    client.query<{ drop: string; make: string }>(text, [...given]);
  try {
    await run("begin");
    await run("set local statement_timeout = 0");
    await run("set local synchronous_commit = off");
    await run("set local work_mem = '256MB'");
    for (const days of [90, 60, 30, 0]) {
      await run("select karte.prepare_months((now() - $1 * interval '1 day')::date)", [days]);
    }
    if (wanted.workspaceId === undefined) {
      await run(
        `insert into karte.workspace (id, name, contract_owner, created_at)
         values ($1, 'Large workspace', $2, now())`,
        [workspace, `seeded-${workspace}`],
      );
    }
    const { rows: indexes } = await run(looseIndexes);
    for (const { drop } of indexes) await run(drop);
    for (const [name, statement] of steps) {
      progress?.(name);
      const { text, values: given } = bound(statement, values);
      await run(text, given);
    }
    progress?.("indexes");
    for (const { make } of indexes) await run(make);
    await run("commit");
    progress?.("statistics");
    // As the database does by itself within minutes; lists would meanwhile read what is busy being read.
    await run("vacuum (analyze)");
  } catch (error) {
    await run("rollback");
    throw error;
  } finally {
    client.release();
  }
  return workspace;
}
