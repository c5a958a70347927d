import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { jsonCertificateLog } from "../discovery/certificate-log.ts";
import { systemClock } from "../net/clock.ts";
import { Network } from "../net/network.ts";
import type { ConsentRecord } from "../scan/consent.ts";
import type { Authorisation, DiagnoseOptions } from "../scan/options.ts";
import type { DiagnoseArguments } from "./arguments.ts";
import { AUTHORITY_STATEMENT } from "./authority-statement.ts";
import { readData, readFixtures, readText } from "./files.ts";

/** Loopback needs no mercy. */
const FIXTURE_LOAD = {
  httpPerSecond: 1_000,
  connectsPerSecond: 1_000,
  dnsPerSecond: 1_000,
  socketsPerAddress: 50,
};

/** The one network of a run, so that its limits hold over all targets. */
export function networkOf(args: DiagnoseArguments): Network {
  const fixtures = args.fixtures === undefined ? undefined : readFixtures(args.fixtures);
  return new Network({
    production: process.env.NODE_ENV === "production",
    fixtures,
    clock: systemClock,
    ...(args.resolver ? { resolvers: [args.resolver] } : {}),
    ...(fixtures ? { load: FIXTURE_LOAD } : {}),
  });
}

/** On what the scan of one target rests: a token to be found, or the caller's statement. */
export function authorise(args: DiagnoseArguments, target: string): Authorisation {
  const host = URL.parse(`http://${target}/`)?.hostname ?? target;
  const consent: ConsentRecord = {
    who: caller(),
    organisation: args.organisation,
    statement: {
      version: AUTHORITY_STATEMENT.version,
      text: AUTHORITY_STATEMENT.text[args.language],
    },
    scope: [host.replace(/\.$/, ""), ...args.hosts],
    methods: ["dns", "mail", "tls", "http", "ports"],
    at: new Date(systemClock.now()).toISOString(),
    ip: null,
    thirdPartyHosting: "unknown",
    contact: args.contact ?? "",
  };
  if (args.token === undefined) return { kind: "statement", consent };
  return { kind: "proof", token: args.token, methods: args.proof, consent };
}

/** Who runs this; a container's user often has a number and no name. */
function caller(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** The engine's options for one target. Throws UnreadableError. */
export function optionsOf(
  args: DiagnoseArguments,
  network: Network,
  authorisation: Authorisation,
): DiagnoseOptions {
  return {
    network,
    authorisation,
    data: readData(args.data),
    approvedHosts: args.hosts,
    check: { dkimSelectors: args.selectors },
    discovery: {
      references: args.discovery,
      words: args.discovery && args.words,
      ...(args.zoneFile ? { zoneFile: readText(args.zoneFile) } : {}),
      ...(args.certificateLog ? { certificateLog: jsonCertificateLog(args.certificateLog) } : {}),
    },
    scanId: randomUUID(),
    aboutUrl: args.contact ?? null,
  };
}
