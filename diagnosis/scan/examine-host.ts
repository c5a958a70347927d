import type { Check } from "../engine/check.ts";
import type { CheckContext, CheckOptions, Target } from "../engine/context.ts";
import type { Finding } from "../engine/finding.ts";
import { forEachConcurrently } from "../engine/for-each-concurrently.ts";
import { NET_REASONS, NO_PUBLIC_ADDRESS, NOT_A_DOMAIN } from "../engine/reasons.ts";
import { decideWithout, runCheck } from "../engine/run-check.ts";
import type { LocalText } from "../engine/text.ts";
import { NetError } from "../net/net-error.ts";
import type { Clients, TargetNetwork } from "../net/network.ts";
import type { DiagnoseOptions } from "./options.ts";

/** One host of a scan with its open network. */
export interface HostExamination {
  readonly host: string;
  readonly domain: string;
  readonly network: TargetNetwork;
  readonly options: DiagnoseOptions;
  readonly checks: readonly Check[];
  readonly onFinding: (finding: Finding) => Promise<void>;
  /** A check run ended. */
  readonly onDone: (check: string) => Promise<void>;
  /** Told once which check runs this host needs. */
  readonly onPlan: (checks: readonly string[]) => void;
}

/** Where a host was found, or why it has no address we may use. */
export interface Reached {
  readonly addresses: readonly string[];
  readonly failure: NetError | null;
}

/** Addresses of a host; never throws a NetError. */
export async function reach(host: string, network: TargetNetwork): Promise<Reached> {
  try {
    return { addresses: await network.dns.addresses(host), failure: null };
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    return { addresses: [], failure: error };
  }
}

/** Runs every check that applies to one host, several at once, and reports as they end. */
export async function examineHost(examination: HostExamination, reached: Reached): Promise<void> {
  const runs = planRuns(examination, reached);
  examination.onPlan(runs.map(({ check }) => check.id));
  await forEachConcurrently(
    examination.options.concurrency ?? 8,
    runs,
    async ({ check, context, without }) => {
      if (without) await examination.onFinding(decideWithout(check, context, without));
      else
        for await (const finding of runCheck(check, context, examination.options.onFault))
          await examination.onFinding(finding);
      await examination.onDone(check.id);
    },
  );
}

interface Run {
  readonly check: Check;
  readonly context: CheckContext;
  /** Set when the check cannot or need not run. */
  readonly without: Without | null;
}

interface Without {
  readonly state: "not-applicable" | "inconclusive";
  readonly reason: LocalText;
}

function planRuns(examination: HostExamination, reached: Reached): readonly Run[] {
  const { checks, host, domain } = examination;
  const missing = reached.addresses.length === 0 ? missingAddress(reached.failure) : null;
  const main = contextFor(examination, reached, reached.addresses[0] ?? null);
  const limit = examination.network.session.limits.addressesPerHost;
  const perAddress = chooseAddresses(reached.addresses, limit).map((address) =>
    contextFor(examination, reached, address),
  );
  return checks.flatMap((check): Run[] => {
    if (check.scope === "zone") {
      const without: Without | null =
        host === domain ? null : { state: "not-applicable", reason: NOT_A_DOMAIN };
      return [{ check, context: main, without }];
    }
    const needsAddress = check.scope === "address" || check.category === "http";
    if (needsAddress && missing) return [{ check, context: main, without: missing }];
    if (check.scope === "host") return [{ check, context: main, without: null }];
    return perAddress.map((context) => ({ check, context, without: null }));
  });
}

/** One of each family first: a server may be kept well on one of them only. */
export function chooseAddresses(addresses: readonly string[], limit: number): readonly string[] {
  const v6 = addresses.filter((address) => address.includes(":"));
  const v4 = addresses.filter((address) => !address.includes(":"));
  const pairs = addresses.flatMap((_, index) => [v4[index], v6[index]]);
  return pairs.filter((address) => address !== undefined).slice(0, limit);
}

/** No address at all, or none that is public, is a fact; a resolver's failure is not. */
function missingAddress(failure: NetError | null): Without {
  if (failure === null || failure.code === "no-address" || failure.code === "refused")
    return { state: "not-applicable", reason: NO_PUBLIC_ADDRESS };
  return { state: "inconclusive", reason: NET_REASONS[failure.code] };
}

const CHECK_DEFAULTS: CheckOptions = { dkimSelectors: [], expectsMail: null, extraPorts: [] };

function contextFor(
  examination: HostExamination,
  reached: Reached,
  address: string | null,
): CheckContext {
  const { host, domain, network, options } = examination;
  const clients: Clients = network.clients(host, address);
  const target: Target = {
    host,
    domain,
    isDomain: host === domain,
    addresses: reached.addresses,
    address,
  };
  return {
    ...clients,
    target,
    options: { ...CHECK_DEFAULTS, ...options.check },
    clock: options.network.clock,
    budget: network.session,
    signal: network.session.signal,
    data: options.data,
    once: (key, produce) => network.session.once(`check ${address ?? ""} ${key}`, produce),
  };
}
