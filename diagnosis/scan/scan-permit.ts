import type { EgressGuard } from "../net/egress-guard.ts";
import type { HostName } from "../net/host-name.ts";
import type { HttpRules } from "../net/http/http-client.ts";
import { NetError } from "../net/net-error.ts";
import { userAgentFor } from "../net/user-agent.ts";
import { consentCovers } from "./consent.ts";
import { ScanRefusedError } from "./errors.ts";
import type { DiagnoseOptions } from "./options.ts";
import { type OwnershipProof, proveOwnership } from "./ownership.ts";

/** What may be examined in this scan, decided before anything is sent to the target. */
export interface ScanPermit {
  readonly target: HostName;
  /** True for every host that consent and proof both cover. */
  readonly covers: (host: string) => boolean;
  /** The target and the further hosts that are examined with it, each once. */
  readonly hosts: readonly string[];
  readonly userAgent: string;
  readonly proof: OwnershipProof | null;
}

/**
 * Checks name, opt-out, consent and (for kind `proof`) looks for the ownership token anew. Throws
 * ScanRefusedError; up to then only the recursive resolver and, for file and meta proofs, the one
 * challenge URL of the host itself were asked.
 */
export async function permitScan(text: string, options: DiagnoseOptions): Promise<ScanPermit> {
  const target = acceptName(text, options.network.guard);
  const { consent } = options.authorisation;
  if (!consentCovers(consent, target.host))
    throw new ScanRefusedError("consent", `the consent does not cover ${target.host}`);
  const further = (options.approvedHosts ?? []).map((name) => acceptFurther(name, target, options));
  const userAgent = userAgentFor(options.aboutUrl, `scan ${options.scanId}`);
  const proof = await prove(provedName(target, options), options, {
    userAgent,
    inScope: () => false,
  });
  const covers = (host: string) =>
    consentCovers(consent, host) && (proof === null || proofCovers(proof, host));
  if (!covers(target.host))
    throw new ScanRefusedError("ownership", `ownership of ${target.host} is not proved`, { proof });
  await mustExist(target.host, options, { userAgent, inScope: () => false });
  const hosts = [...new Set([target.host, ...further])].filter(covers);
  return { target, covers, hosts, userAgent, proof };
}

/** Where the token is looked for: a proof of one host says nothing of the name it was given out for. */
function provedName(target: HostName, options: DiagnoseOptions): HostName {
  const { authorisation, network } = options;
  if (authorisation.kind === "statement" || authorisation.name === undefined) return target;
  return network.guard.host(acceptFurther(authorisation.name, target, options));
}

/** A host of the same registrable domain: nobody's consent speaks for a stranger's. */
function acceptFurther(name: string, target: HostName, { network }: DiagnoseOptions): string {
  const { host, domain } = acceptName(name, network.guard);
  if (domain !== target.domain)
    throw new ScanRefusedError("scope", `${host} does not belong to ${target.domain}`);
  return host;
}

/**
 * A name that DNS does not know is a mistake of whoever typed it, not a domain to be graded. An alias
 * whose target is gone exists, and so does a zone with broken signatures, which only CD shows.
 */
async function mustExist(host: string, options: DiagnoseOptions, rules: HttpRules) {
  const open = options.network.open(rules, options.signal);
  try {
    const answer = await open.dns.query(host, "A", { checkingDisabled: true });
    if (answer.status === "nxdomain" && answer.answers.length === 0)
      throw new ScanRefusedError("absent", `${host} does not exist`);
  } catch (error) {
    // A resolver that fails proves nothing about the name.
    if (!(error instanceof NetError)) throw error;
  } finally {
    open.close();
  }
}

function acceptName(text: string, guard: EgressGuard): HostName {
  try {
    return guard.host(text);
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    throw new ScanRefusedError("target", error.message, { cause: error });
  }
}

async function prove(name: HostName, options: DiagnoseOptions, rules: HttpRules) {
  const { authorisation, network } = options;
  if (authorisation.kind === "statement") return null;
  const open = network.open(rules, options.signal);
  try {
    const { dns, http } = open.clients(name.host, null);
    const { token, methods } = authorisation;
    return await proveOwnership({ ...name, token, methods, clock: network.clock, dns, http });
  } finally {
    open.close();
  }
}

function proofCovers({ covers }: OwnershipProof, host: string): boolean {
  if (covers === null) return false;
  return host === covers.name || (covers.kind === "domain" && host.endsWith(`.${covers.name}`));
}
