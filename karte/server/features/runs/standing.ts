import type { Asset } from "@sekimori/diagnosis/asset";
import type { ScanResult } from "@sekimori/diagnosis/events";
import type { Finding } from "@sekimori/diagnosis/finding";
import { type HostScore, hostScore } from "@sekimori/diagnosis/host-score";
import { organisationScore } from "@sekimori/diagnosis/organisation-score";
import { isReported } from "./findings-after.ts";

/** What is kept of a finding to compute scores again later: what it says to people is kept elsewhere. */
export type KeptFinding = Omit<
  Finding,
  "asset" | "subject" | "summary" | "unconfirmed" | "observedAt"
>;

/** Facts that the score of TLS starts from; of all others it reads none. */
const counted = /^(?:protocol:|keyExchange\.|cipher\.)/;

export function kept(findings: readonly Finding[]): readonly KeptFinding[] {
  return findings.map(
    ({ asset: _, subject: _s, summary: _t, unconfirmed: _u, observedAt: _o, ...rest }) => ({
      ...rest,
      evidence: rest.evidence.filter(({ name }) => counted.test(name)),
    }),
  );
}

export function ofKept(findings: readonly KeptFinding[]): readonly Finding[] {
  const silent = { asset: "", subject: null, summary: { ja: "", en: "" } };
  return findings.map((one) => ({ ...one, ...silent, unconfirmed: false, observedAt: "" }));
}

/**
 * The findings that a domain's score is made of at present: what its last whole run saw, without what was
 * closed since, and with what is open but was not seen again. An earlier finding keeps its deduction until its
 * check has come to a result: what a firewall hides is not mended.
 *
 * @param open what is open now, as it was last reported.
 */
export function standingOf(
  seen: readonly Finding[],
  open: ReadonlyMap<string, Finding>,
): readonly Finding[] {
  const present = new Set(seen.filter(isReported).map(({ key }) => key));
  const without = seen.map(
    (one): Finding =>
      isReported(one) && !open.has(one.key)
        ? { ...one, state: "pass", severity: null, cap: null }
        : one,
  );
  return [...without, ...[...open.values()].filter(({ key }) => !present.has(key))];
}

/** Scores of the hosts, each from its own findings. */
export function scoresOf(hosts: readonly string[], standing: readonly Finding[]): HostScore[] {
  const byHost = Map.groupBy(standing, ({ place }) => place.host);
  return hosts.map((host) => hostScore(host, byHost.get(host) ?? []));
}

/** A whole run's result and assets with the scores that its domain has after it. */
export function graded<
  Run extends { readonly result: ScanResult; readonly assets: readonly Asset[] },
>(run: Run, standing: readonly Finding[]): Run {
  const names = run.result.hosts.map(({ host }) => host);
  const hosts = scoresOf(names, standing);
  const grades = new Map(hosts.map(({ host, grade }) => [host, grade]));
  const assets = run.assets.map((asset) => {
    const isHost = asset.type === "domain" || asset.type === "host";
    const grade = isHost ? grades.get(asset.name) : undefined;
    return grade === undefined ? asset : { ...asset, grade };
  });
  const result = { ...run.result, hosts, organisation: organisationScore(hosts) };
  return { ...run, result, assets };
}
