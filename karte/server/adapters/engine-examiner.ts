import { allChecks } from "@sekimori/diagnosis/checks";
import type { loadData } from "@sekimori/diagnosis/data";
import { diagnose } from "@sekimori/diagnosis/diagnose";
import type { Network } from "@sekimori/diagnosis/network";
import { proveOwnership } from "@sekimori/diagnosis/ownership";
import { userAgentFor } from "@sekimori/diagnosis/user-agent";
import type { Examiner } from "../ports/examiner.ts";

const methods = ["dns-txt", "file", "meta"] as const;

export interface EngineOptions {
  /** One per process: the load limits by address live in it. */
  readonly network: Network;
  readonly data: ReturnType<typeof loadData>;
  /** Told to whoever is examined. */
  readonly aboutUrl: string | null;
}

/** The diagnosis engine in this process. */
export function engineExaminer({ network, data, aboutUrl }: EngineOptions): Examiner {
  return {
    name: (text) => network.guard.host(text),
    nameRules: network.guard.names.rules,

    async prove(target, token, signal) {
      const name = network.guard.host(target);
      const userAgent = userAgentFor(aboutUrl, "proof");
      const open = network.open({ userAgent, inScope: () => false }, signal);
      try {
        const { dns, http } = open.clients(name.host, null);
        return await proveOwnership({ ...name, token, methods, clock: network.clock, dns, http });
      } finally {
        open.close();
      }
    },

    examine({
      target,
      domain,
      scanId,
      token,
      consent,
      approvedHosts,
      ignoredHosts,
      check,
      signal,
    }) {
      return diagnose(target, {
        network,
        data,
        scanId,
        aboutUrl,
        authorisation: { kind: "proof", token, methods, name: domain, consent },
        approvedHosts,
        ignoredHosts,
        signal,
        ...(check === undefined ? {} : { checks: allChecks.filter(({ id }) => id === check) }),
      });
    },
  };
}
