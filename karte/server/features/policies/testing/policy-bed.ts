import { randomUUID } from "node:crypto";
import type { ScanEvent } from "@sekimori/diagnosis/events";
import type { Finding } from "@sekimori/diagnosis/finding";
import { listActivity } from "@sekimori/karte-contract/endpoints/activity";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { getFinding, listFindings } from "@sekimori/karte-contract/endpoints/findings";
import {
  addPolicy,
  listPolicies,
  type PolicyActs,
  switchPolicy,
  tryPolicy,
} from "@sekimori/karte-contract/endpoints/policies";
import { startRun } from "@sekimori/karte-contract/endpoints/runs";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { pastRuns } from "@sekimori/sandbox/company/history";
import type { Examiner } from "../../../ports/examiner.ts";
import {
  startTestKarte,
  type TestKarte,
  type TestPerson,
  type TestWorkspace,
} from "../../../testing/test-karte.ts";

const [past] = await pastRuns(new Date());
if (past === undefined) throw new Error("nothing was recorded");
const { result } = past;
const [pattern] = past.findings.filter(({ state, severity }) => state === "fail" && severity);
if (pattern === undefined) throw new Error("the record has no finding");

/** A host that scans ask, so that what they do not find there is fixed. */
export const askedHost = result.hosts[0]?.host ?? "";

export const none: PolicyActs = {
  ...{ severity: null, owner: null, label: null, alert: null, ticket: null },
};

export function dayAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

export const lower = (to: "low" | "medium" | "info" = "low", until = dayAfter(30)) =>
  ({ how: "lower", to, until, reason: "Behind the office's gateway" }) as const;
export const raise = (to: "critical" | "high") =>
  ({ how: "raise", to, until: null, reason: null }) as const;

/** A finding of a check on a host; each host is a cause of its own. */
export const seen = (
  check: string,
  host: string,
  severity: Finding["severity"] = "medium",
  facts: Readonly<Record<string, string>> = {},
): Finding => ({
  ...pattern,
  check,
  key: `${check}|${host}`,
  severity,
  place: { host, address: "192.0.2.1", port: 443 },
  evidence: Object.entries(facts).map(([name, value]) => ({ name, value })) as never,
});

/** karte with one workspace after another, whose scans find what a test says. */
export class PolicyBed {
  karte!: TestKarte;
  workspace!: TestWorkspace;
  owner!: TestPerson;
  /** One of the workspace, with leave to be examined. */
  domain!: string;
  readonly system = randomUUID();
  #serial = 0;
  readonly #found = new Map<string, readonly Finding[]>();

  async start(): Promise<void> {
    const found = this.#found;
    const examiner: Examiner = {
      name: (text) => ({ host: text, domain: text }),
      nameRules: { fixtures: true, optOut: [] },
      prove: () => Promise.reject(new Error("nothing is proved here")),
      examine: async function* ({ target }): AsyncGenerator<ScanEvent> {
        for (const finding of found.get(target) ?? []) {
          yield { type: "finding", finding } as ScanEvent;
        }
        yield { type: "result", result } as ScanEvent;
      },
    };
    this.karte = await startTestKarte({ examiner });
  }

  async fresh(): Promise<void> {
    this.karte.clock.reset();
    await this.query("delete from kit.rate_limit");
    await this.query("delete from karte.ticket_system where id = $1", [this.system]);
    this.workspace = await this.karte.workspace();
    this.owner = this.workspace.owner;
    this.domain = await this.newDomain();
  }

  query<Row extends object>(text: string, values: readonly unknown[] = []) {
    return this.karte.database.owner.pool.query<Row>(text, [...values]);
  }

  async newDomain(): Promise<string> {
    this.#serial += 1;
    const body = { name: `shop-${this.#serial}.example.jp` };
    const { id } = await this.owner.browser.call(addDomain, { body });
    await this.query(
      `with proved as (update karte.domain set proof = 1, consented = true where id = $1 returning *)
       insert into karte.consent (id, workspace_id, domain_id, account_id, organisation, version,
         hosting, at)
       select gen_random_uuid(), workspace_id, id, $2, 'test', '1', 'no', now() from proved`,
      [id, this.owner.id],
    );
    return id;
  }

  perform(name: string, payload: object): Promise<void> {
    const job = this.karte.jobs.find((known) => known.name === name);
    if (job === undefined) throw new Error(name);
    const { logger } = this.karte.context;
    return Promise.resolve(job.perform(payload, soleRun({ logger })));
  }

  look(): Promise<void> {
    return this.perform("karte.look-for-runs", { dueAt: this.karte.clock.now().toISOString() });
  }

  /** Has tables refuse rows as long as something is done. */
  async refusing<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
    await this.query(`create function karte.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`);
    try {
      await this.query(
        `create trigger refuse before insert on karte.${table} execute function karte.refuse()`,
      );
      return await work();
    } finally {
      await this.query("drop function karte.refuse cascade");
    }
  }

  /** A scan that waits and will find these and nothing else. */
  async begin(findings: readonly Finding[], of = this.domain): Promise<string> {
    const { rows: domains } = await this.query<{ name: string }>(
      "select name from karte.domain where id = $1",
      [of],
    );
    this.#found.set(domains[0]?.name ?? "", findings);
    return (await this.owner.browser.call(startRun, { body: { domain: of } })).run.id;
  }

  /** One scan, whole. @returns its state: 3 where it was kept. */
  async scan(findings: readonly Finding[], of = this.domain): Promise<number | undefined> {
    const run = await this.begin(findings, of);
    await this.perform("karte.take-run", {});
    const alerts = { workspace: this.workspace.id, domain: of, run };
    await this.perform("karte.raise-alerts", alerts);
    const { rows } = await this.query<{ state: number }>(
      "select state from karte.run where id = $1",
      [run],
    );
    return rows[0]?.state;
  }

  async add(name: string, query: string, acts: Partial<PolicyActs>): Promise<string> {
    const body = { name, query, acts: { ...none, ...acts } };
    return (await this.owner.browser.call(addPolicy, { body })).id;
  }

  trial(id: string, days = 90) {
    return this.owner.browser.call(tryPolicy, { params: { id }, body: { days } });
  }

  async turnOn(id: string): Promise<void> {
    const { version } = await this.trial(id);
    const body = { enabled: true, version };
    await this.owner.browser.call(switchPolicy, { params: { id }, body });
  }

  turnOff(id: string) {
    return this.owner.browser.call(switchPolicy, { params: { id }, body: { enabled: false } });
  }

  /** A policy that is on. */
  async policy(name: string, query: string, acts: Partial<PolicyActs>): Promise<string> {
    const id = await this.add(name, query, acts);
    await this.turnOn(id);
    return id;
  }

  async policies() {
    return (await this.owner.browser.call(listPolicies, {})).policies;
  }

  async finding(host: string) {
    const query = `host:${host} state:new,open,accepted,fixed`;
    const { findings } = await this.owner.browser.call(listFindings, { query: { query } });
    const [row] = findings;
    if (row === undefined) throw new Error(`nothing on ${host}`);
    return this.owner.browser.call(getFinding, { params: { id: row.id } });
  }

  /** What the log says of policies, the latest first. */
  async activity() {
    const { entries } = await this.owner.browser.call(listActivity, { query: {} });
    return entries.filter(({ action }) => action.startsWith("policy."));
  }

  connect() {
    return this.query(
      `insert into karte.ticket_system (id, workspace_id, kind, label, origin, project, language, author,
         ids, sealed, created_by, created_at)
       values ($1, $2, 2, 'GitHub', 'https://192.0.2.1', 'a/b', 'ja', 'x', '{}', '', $3, now())`,
      [this.system, this.workspace.id, this.owner.id],
    );
  }

  /** Waits until somebody waits for a lock. */
  async untilBlocked(): Promise<void> {
    for (;;) {
      const { rows } = await this.query("select from pg_locks where not granted");
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
