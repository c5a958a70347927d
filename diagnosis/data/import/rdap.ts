import { z } from "zod";
import type { SuffixRule } from "../data-sets.ts";

/** IANA's list of where registries answer by RDAP (RFC 9224 §3 and §4). */
const bootstrap = z.object({
  version: z.string(),
  publication: z.string(),
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())]).rest(z.unknown())),
});

/** The address of each registry by its suffix; addresses without encryption are left out, as RFC 9224 §3 allows. */
export function readBootstrap(file: unknown): {
  readonly date: string;
  readonly addresses: ReadonlyMap<string, string>;
} {
  const { publication, services } = bootstrap.parse(file);
  const addresses = new Map<string, string>();
  for (const [suffixes, urls] of services) {
    const url = urls.find((one) => URL.parse(one)?.protocol === "https:");
    // Some of the list's own addresses lack the slash that they are to end with.
    for (const suffix of url === undefined ? [] : suffixes)
      addresses.set(suffix.toLowerCase(), url?.replace(/\/*$/, "/") ?? "");
  }
  return { date: publication.slice(0, 10), addresses };
}

/** The rules as they were, each suffix with the address of its registry: that of the longest name above counts. */
export function withAddresses(
  rules: readonly SuffixRule[],
  addresses: ReadonlyMap<string, string>,
): readonly SuffixRule[] {
  return rules.flatMap(({ rdap: _known, suffixes, ...rule }) =>
    [...Map.groupBy(suffixes, (suffix) => addressOf(suffix, addresses))].map(([rdap, own]) => ({
      ...rule,
      suffixes: own,
      ...(rdap === undefined ? {} : { rdap }),
    })),
  );
}

function addressOf(suffix: string, addresses: ReadonlyMap<string, string>): string | undefined {
  const labels = suffix.split(".");
  const above = labels.map((_, at) => labels.slice(at).join("."));
  return above.map((name) => addresses.get(name)).find((address) => address !== undefined);
}
