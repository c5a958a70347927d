import type { Place } from "../addresses.ts";
import { EMPTY_SERVER, LIARS, NAME_SERVERS, POST_OFFICE, SILENT, STATUS } from "../addresses.ts";
import { inZone, isTakenAway, withoutTerms } from "../copied-lines.ts";
import type { LabState, NameServer } from "../state.ts";

/** A zone as text, and how it is to be signed and served. */
export type LabZone = {
  readonly name: string;
  readonly text: string;
  readonly serial: number;
  readonly signing: NonNullable<NonNullable<LabState["zone"]>["signing"]>;
  readonly servers: NameServer;
  readonly delegation: readonly string[];
  readonly staleSecond: boolean;
  /** Recipes for the program that serves it. */
  readonly serverApplied?: readonly string[];
  /** Recipes for the one that signs it. */
  readonly signingApplied?: readonly string[];
};

export const SERIAL = 2026010203;

/** Names of the name servers, in the zone of the one who keeps them. */
export const NAME_SERVER_ZONE = "dnsya.jp";
export const MAIL_ZONE = "yubin.jp";

/** Zones of companies whose names customers point to. Names of load balancers and sites may be gone there. */
const PROVIDERS = [
  "amazonaws.com",
  "cloudfront.net",
  "elasticbeanstalk.com",
  "azurewebsites.net",
  "azureedge.net",
  "herokudns.com",
  "hatenablog.com",
  "github.io",
  "trafficmanager.net",
  "windows.net",
  "azure.com",
];

export function serverNames(servers: NameServer): readonly [string, string] {
  return [`${servers}1.${NAME_SERVER_ZONE}.`, `${servers}2.${NAME_SERVER_ZONE}.`];
}

/** The zone of a state, its defaults and its faults. */
export function zoneOf(
  state: LabState,
  host: Place,
  mail: Place,
  more: readonly string[],
): LabZone {
  const spec = state.zone ?? {};
  const name = `${state.name}.jp`;
  const servers = spec.servers ?? "bind";
  const fill = (line: string) =>
    line
      .replaceAll("{domain}", name)
      .replaceAll("{v4}", host.v4)
      .replaceAll("{v6}", host.v6)
      .replaceAll("{mx4}", mail.v4)
      .replaceAll("{mx6}", mail.v6);
  const records = [...(spec.records ?? []).map(fill).map(inPieces), ...more];
  const applied = (spec.applied ?? []).map((text) => text.replaceAll(EXAMPLE_ADDRESS, mail.v4));
  const own = inZone(name, records, applied).map((line) => withoutTerms(line, applied));
  const stays = (line: string) => !isTakenAway(name, line, applied);
  const nameServers = (spec.nameServers ?? serverNames(servers))
    .map(fill)
    .filter((server) => stays(`@ NS ${server}`));
  const lines = [
    ...nameServers.map((server) => `@ NS ${server}`),
    ...usual(state, host, mail, own)
      .filter(({ kind }) => !(spec.without ?? []).includes(kind))
      .map(({ line }) => line),
    ...own,
  ];
  return {
    name,
    text: zoneText(nameServers[0] ?? ".", lines),
    serial: SERIAL,
    signing: spec.signing ?? "sound",
    servers,
    delegation: (spec.delegation ?? nameServers.map((server) => `@ NS ${server}`))
      .map(fill)
      .filter(stays),
    staleSecond: spec.staleSecond ?? false,
    serverApplied: spec.serverApplied ?? [],
    signingApplied: spec.signingApplied ?? [],
  };
}

/** Recipes name it where the owner has to put an address of theirs (RFC 5737). */
const EXAMPLE_ADDRESS = "192.0.2.80";

/** Lines of other companies' zones that states have put there. */
export function linesElsewhere(states: readonly LabState[], hostOf: (state: LabState) => Place) {
  return states.flatMap((state) =>
    (state.zone?.elsewhere ?? []).map((line) => line.replaceAll("{v4}", hostOf(state).v4)),
  );
}

/** A string of a TXT record holds 255 bytes at most (RFC 1035 §3.3). */
function inPieces(line: string): string {
  return line.replace(/"([^"]{256,})"/g, (_, text: string) =>
    (text.match(/.{1,250}/g) ?? []).map((piece) => `"${piece}"`).join(" "),
  );
}

/** A whole master file. */
export function zoneText(primary: string, lines: readonly string[], serial = SERIAL): string {
  const soa = `@ 3600 SOA ${primary} hostmaster.${NAME_SERVER_ZONE}. ${serial} 7200 3600 1209600 300`;
  return ["$TTL 300", soa, ...lines, ""].join("\n");
}

type Usual = { readonly kind: string; readonly line: string };

function usual(state: LabState, host: Place, mail: Place, own: readonly string[]): Usual[] {
  const has = (pattern: RegExp) => own.some((line) => pattern.test(line));
  const lines: Usual[] = [];
  const add = (kind: string, line: string) => lines.push({ kind, line });
  if (!has(/^@\s+CAA\s/)) add("CAA", '@ CAA 0 issue "lab.example"');
  if (state.web !== undefined || state.services !== undefined) {
    add("A", `@ A ${host.v4}`);
    // Services listen by IPv4 alone.
    if (state.web !== undefined) add("AAAA", `@ AAAA ${host.v6}`);
  }
  const ownsMail = state.mail !== undefined;
  if (ownsMail) {
    add("MX", "@ MX 10 mx");
    add("MX", `mx A ${mail.v4}`);
    add("MX", `mx AAAA ${mail.v6}`);
  } else if (!has(/^@\s+MX\s/)) add("MX", "@ MX 0 .");
  const sends = ownsMail || has(/^@\s+MX\s+\d+\s+\S{2,}/);
  if (!has(/^@\s+TXT\s+"v=spf1/i)) add("SPF", `@ TXT "v=spf1 ${sends ? "mx " : ""}-all"`);
  if (!has(/^_dmarc\s/)) add("DMARC", '_dmarc TXT "v=DMARC1; p=reject"');
  return lines;
}

/** The zone of the one who keeps name servers for all states, and of their mail. */
export function houseZones(elsewhere: readonly string[] = []): readonly LabZone[] {
  const servers = Object.entries(NAME_SERVERS).flatMap(([kind, places]) =>
    places.flatMap((place, index) => [
      `${kind}${index + 1} A ${place.v4}`,
      `${kind}${index + 1} AAAA ${place.v6}`,
    ]),
  );
  const [first, second] = NAME_SERVERS.bind;
  const names = serverNames("bind");
  const noMail = ['@ TXT "v=spf1 -all"', "@ MX 0 .", '_dmarc TXT "v=DMARC1; p=reject"'];
  const glue = [
    ...names.map((name) => `@ NS ${name}`),
    `bind1.${NAME_SERVER_ZONE}. A ${first.v4}`,
    `bind2.${NAME_SERVER_ZONE}. A ${second.v4}`,
    `bind1.${NAME_SERVER_ZONE}. AAAA ${first.v6}`,
    `bind2.${NAME_SERVER_ZONE}. AAAA ${second.v6}`,
  ];
  const base = { serial: SERIAL, signing: "sound", servers: "bind", staleSecond: false } as const;
  const nameServers = names.map((name) => `@ NS ${name}`);
  return [
    {
      ...base,
      name: NAME_SERVER_ZONE,
      text: zoneText(names[0], [
        ...nameServers,
        ...servers,
        ...LIARS.map((address, index) => `liar${index + 1} A ${address}`),
        // Servers with no address but one of IPv6, in odd places, and one where nothing listens.
        `six1 AAAA ${first.v6}`,
        `six2 AAAA ${second.v6}`,
        "loop A 127.0.0.1",
        "inner A 10.20.30.40",
        `mixed A ${second.v4}`,
        "mixed A 192.168.7.7",
        "other CNAME bind2",
        `quiet A ${SILENT.v4}`,
        `empty A ${EMPTY_SERVER.v4}`,
        `empty AAAA ${EMPTY_SERVER.v6}`,
        ...noMail,
      ]),
      delegation: glue,
    },
    {
      ...base,
      name: MAIL_ZONE,
      text: zoneText(names[0], [
        ...nameServers,
        `mx A ${POST_OFFICE.v4}`,
        `mx AAAA ${POST_OFFICE.v6}`,
        `mx-v4 A ${POST_OFFICE.v4}`,
        `status A ${STATUS.v4}`,
        ...noMail,
      ]),
      delegation: nameServers,
    },
    ...PROVIDERS.map((name) => ({
      ...base,
      name,
      text: zoneText(names[0], [
        ...nameServers,
        ...elsewhere.filter((line) => line.split(" ")[0]?.endsWith(`.${name}.`)),
        ...noMail,
      ]),
      delegation: nameServers,
    })),
  ];
}
