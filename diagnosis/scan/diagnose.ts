import { allChecks } from "../checks/registry.ts";
import { dataVersion } from "../data/data-version.ts";
import { AssetBook } from "../discovery/asset-book.ts";
import { discover } from "../discovery/discover.ts";
import { workOf } from "../engine/cost.ts";
import type { Finding } from "../engine/finding.ts";
import { forEachConcurrently } from "../engine/for-each-concurrently.ts";
import { NetError } from "../net/net-error.ts";
import { type HostScore, hostScore } from "../score/host-score.ts";
import { organisationScore } from "../score/organisation-score.ts";
import { SCORE_VERSION } from "../score/score-version.ts";
import { EventQueue } from "./event-queue.ts";
import type { ScanEvent, ScanResult } from "./events.ts";
import { examineHost, reach } from "./examine-host.ts";
import { hostAssets } from "./host-asset.ts";
import { NOT_VISIBLE } from "./not-visible.ts";
import type { DiagnoseOptions } from "./options.ts";
import { permitScan, type ScanPermit } from "./scan-permit.ts";
import { Tally } from "./tally.ts";

/**
 * Examines a domain or host and streams what it finds: `progress`, `asset` and `finding` events as
 * they come (an asset again when more is known of it), one `result` at the end. Ends early with
 * status `stopped` when `options.signal` aborts; leaving the loop stops it too.
 *
 * Throws ScanRefusedError before anything was sent to the target when it must not be examined.
 */
export async function* diagnose(
  target: string,
  options: DiagnoseOptions,
): AsyncGenerator<ScanEvent, void> {
  const permit = await permitScan(target, options);
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const queue = new EventQueue<ScanEvent>();
  const scan = new Scan(permit, { ...options, signal }, queue).run();
  const ended = scan.then(
    () => queue.end(),
    (error: unknown) => queue.end(error),
  );
  try {
    for (let event = await queue.next(); event !== null; event = await queue.next()) yield event;
  } finally {
    stop.abort();
    queue.end();
    await ended;
  }
}

class Scan {
  readonly #permit: ScanPermit;
  readonly #options: DiagnoseOptions & { readonly signal: AbortSignal };
  readonly #queue: EventQueue<ScanEvent>;
  readonly #tally = new Tally();
  readonly #book: AssetBook;
  readonly #hosts: readonly string[];
  readonly #startedAt: string;
  #done = 0;
  #total = 0;
  #connections = 0;

  constructor(
    permit: ScanPermit,
    options: DiagnoseOptions & { readonly signal: AbortSignal },
    queue: EventQueue<ScanEvent>,
  ) {
    const { guard, clock } = options.network;
    this.#permit = permit;
    this.#options = options;
    this.#queue = queue;
    this.#startedAt = new Date(clock.now()).toISOString();
    const { domain } = permit.target;
    this.#hosts = permit.hosts;
    this.#book = new AssetBook({
      domain,
      fixtures: guard.hasFixtures,
      approved: new Set(this.#hosts),
      ignored: new Set(options.ignoredHosts),
      optedOut: (name) => guard.optedOut(name),
      seenAt: this.#startedAt,
    });
  }

  async run(): Promise<void> {
    const scores: HostScore[] = [];
    await forEachConcurrently(this.#options.hostConcurrency ?? 2, this.#hosts, async (host) => {
      scores.push(await this.#host(host));
    });
    const order = new Map(this.#hosts.map((host, index) => [host, index]));
    scores.sort((left, right) => (order.get(left.host) ?? 0) - (order.get(right.host) ?? 0));
    await this.#queue.push({ type: "result", result: this.#result(scores) });
  }

  async #host(host: string): Promise<HostScore> {
    const { options, permit } = { options: this.#options, permit: this.#permit };
    const rules = { userAgent: permit.userAgent, inScope: permit.covers };
    const network = options.network.open(rules, options.signal);
    const { domain } = permit.target;
    const findings: Finding[] = [];
    try {
      const source = host === permit.target.host ? "target" : "approved-list";
      await this.#found({ name: host, by: { source, at: host, evidence: host } });
      const reached = await reach(host, network);
      await examineHost(
        {
          host,
          domain,
          network,
          options,
          checks: options.checks ?? allChecks,
          onPlan: (planned) => {
            for (const check of planned) this.#total += workOf(check);
          },
          onFinding: async (finding) => {
            findings.push(finding);
            if (this.#tally.add(finding)) await this.#queue.push({ type: "finding", finding });
          },
          onDone: async (check) => {
            this.#done += workOf(check);
            await this.#progress(host, check);
          },
        },
        reached,
      );
      await this.#discover(host, network.clients(host, reached.addresses[0] ?? null));
      const score = hostScore(host, findings);
      const lesson = {
        host,
        isDomain: host === domain,
        addresses: reached.addresses,
        network,
        findings,
      };
      for (const asset of await hostAssets({ ...lesson, grade: score.grade }, this.#book))
        await this.#queue.push({ type: "asset", asset });
      return score;
    } finally {
      this.#connections += network.session.connections;
      network.close();
    }
  }

  async #discover(host: string, clients: Parameters<typeof discover>[0]["clients"]) {
    const { domain } = this.#permit.target;
    const wholeDomain = host === domain && this.#permit.target.host === domain;
    const start = { host, domain, clients, options: this.#options.discovery ?? {}, wholeDomain };
    try {
      for await (const found of discover(start)) await this.#found(found);
    } catch (error) {
      // The budget may end in the middle of it; what was found until then stands.
      if (!(error instanceof NetError)) throw error;
    }
    await this.#progress(host, null);
  }

  async #found(found: Parameters<AssetBook["found"]>[0]) {
    const asset = this.#book.found(found);
    if (asset) await this.#queue.push({ type: "asset", asset });
  }

  async #progress(host: string, check: string | null) {
    const counts = { done: this.#done, total: this.#total };
    await this.#queue.push({ type: "progress", ...counts, host, check });
  }

  #result(hosts: readonly HostScore[]): ScanResult {
    const { scanId, data, network, signal } = this.#options;
    return {
      scanId,
      target: this.#permit.target.host,
      authorisation: {
        consent: this.#options.authorisation.consent,
        proof: this.#permit.proof,
      },
      startedAt: this.#startedAt,
      finishedAt: new Date(network.clock.now()).toISOString(),
      status: signal.aborted ? "stopped" : "finished",
      hosts,
      organisation: organisationScore(hosts),
      states: { ...this.#tally.states },
      severities: { ...this.#tally.severities },
      connections: this.#connections,
      scoreVersion: SCORE_VERSION,
      dataVersion: dataVersion(data.info),
      dataSets: data.info,
      notVisible: NOT_VISIBLE,
    };
  }
}
