import type { Clients } from "../net/network.ts";
import type { CertificateLog } from "./certificate-log.ts";
import { type Found, quietly } from "./found.ts";
import { references } from "./references.ts";
import { tryWords } from "./words.ts";
import { zoneNames } from "./zone-file.ts";

/** Which ways of finding hosts are used; all but the certificate log need no third party. */
export interface DiscoveryOptions {
  /** Look at certificate, mail, name server and alias targets, CSP and HTML (default true). */
  readonly references?: boolean;
  /** Try the word list against DNS (default true; about 200 questions). */
  readonly words?: boolean;
  /** Text of a zone file the owner handed in. */
  readonly zoneFile?: string;
  /** Certificate transparency; off by default because it tells a third party of the scan. */
  readonly certificateLog?: CertificateLog;
}

/** Where discovery starts from. */
export interface DiscoveryStart {
  readonly host: string;
  readonly domain: string;
  readonly clients: Clients;
  readonly options: DiscoveryOptions;
  /** False for the further hosts of a scan, where only their own references are followed. */
  readonly wholeDomain: boolean;
}

/** Every name that this scan's sources lead to, with repeats; `AssetBook` merges them. */
export async function* discover(start: DiscoveryStart): AsyncGenerator<Found> {
  const { host, domain, clients, options } = start;
  if (options.references !== false) yield* references(host, clients);
  if (!start.wholeDomain) return;
  if (options.zoneFile !== undefined)
    for (const { name, line } of zoneNames(options.zoneFile, domain))
      yield { name, by: { source: "zone-file", at: domain, evidence: `line ${line}` } };
  if (options.certificateLog)
    for (const name of (await quietly(options.certificateLog.names(domain, clients.http))) ?? [])
      yield {
        name: name.replace(/^\*\./, ""),
        by: { source: "certificate-log", at: domain, evidence: name },
      };
  if (options.words !== false) yield* tryWords(domain, clients.dns);
}
