import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { forEachConcurrently } from "../../engine/for-each-concurrently.ts";
import { EMPTY_SERVER, NAME_SERVERS, REGISTRY, RESOLVER_OUT } from "../addresses.ts";
import { inWords } from "../copied-lines.ts";
import type { Room } from "../room.ts";
import type { NameServer } from "../state.ts";
import { anchorOf, type SignedZone, signZone } from "./sign-zone.ts";
import { type LabZone, zoneText } from "./zone-text.ts";

const FOLDER = "/lab/dns";
/** Serves the root and the top levels; its name is in one of them. */
const ROOT_SERVER = "a.toplevel-servers.net.";
const HINTS = `. 3600 NS ${ROOT_SERVER}\n${ROOT_SERVER} 3600 A ${REGISTRY.v4}\n`;
const TOPS = ["jp", "com", "net", "org", "io"];

type Served = LabZone &
  Omit<SignedZone, "ds"> & {
    readonly older: string;
    /** Where the zone's keys lie, if it has any. */
    readonly folder: string;
    ds: readonly string[];
  };

/** Signs every zone, the top levels and the root, and starts all name servers and the resolver. */
export async function startNameServers(room: Room, zones: readonly LabZone[]): Promise<void> {
  const served: Served[] = [];
  await forEachConcurrently(3, zones, async (zone) => {
    const folder = join(FOLDER, "zones", zone.name);
    const signed = await signZone(room, folder, zone.name, zone.text, zone.signing);
    let older = signed.file;
    if (zone.staleSecond) {
      const text = zone.text.replace(String(zone.serial), String(zone.serial - 7));
      // Unsigned on purpose: what the two servers say is different enough.
      older = room.file(join(folder, "older", "zone"), text);
    }
    served.push({ ...zone, ...signed, older, folder });
  });
  await signOnline(room, served);
  startBind(room, served);
  startNsd(room, served);
  startKnot(room, served);
  startPowerDns(room);
  startLoose(room, served);
  await publishDigests(room, served);
  const tops = await startRegistry(room, served);
  startEmpty(room);
  startResolver(room, tops);
  const all = Object.values(NAME_SERVERS).flat();
  for (const { v4 } of [REGISTRY, EMPTY_SERVER, ...all]) await room.listening(`dns ${v4}`, v4, 53);
  await room.listening("unbound", "127.0.0.1", 53);
}

/** The root and the top levels, which delegate to each state's servers. Answers the root's key. */
async function startRegistry(room: Room, served: readonly Served[]): Promise<string> {
  const glue = [`${ROOT_SERVER} A ${REGISTRY.v4}`, `${ROOT_SERVER} AAAA ${REGISTRY.v6}`];
  const signed: { name: string; file: string; ds: readonly string[] }[] = [];
  for (const top of TOPS) {
    const below = served.filter(({ name }) => name.endsWith(`.${top}`));
    const lines = below.flatMap(({ name, delegation, ds }) => [
      ...delegation.map((line) => line.replace(/^@ /, `${name}. `)),
      ...ds,
    ]);
    if (top === "net") lines.push(...glue);
    // A name of nobody's, by which an open resolver is known.
    if (top === "com") lines.push(`example.com. A ${REGISTRY.v4}`);
    const text = zoneText(ROOT_SERVER, [`@ NS ${ROOT_SERVER}`, ...lines]);
    const zone = await signZone(room, join(FOLDER, "top", top), top, text, "nsec3");
    signed.push({ name: top, ...zone });
  }
  const lines = signed.flatMap(({ name, ds }) => [`${name}. NS ${ROOT_SERVER}`, ...ds]);
  const folder = join(FOLDER, "top", "root");
  const root = await signZone(
    room,
    folder,
    "",
    zoneText(ROOT_SERVER, [`@ NS ${ROOT_SERVER}`, ...glue, ...lines]),
    "sound",
  );
  const zones = [{ name: ".", file: root.file }, ...signed];
  named(room, "registry", [REGISTRY], zones, CLOSED);
  return anchorOf(folder);
}

type FileZone = {
  readonly name: string;
  readonly file: string;
  /** The zone's statement, where its owner has written it. */
  readonly statement?: string | undefined;
};

function named(
  room: Room,
  name: string,
  places: readonly { readonly v4: string; readonly v6: string }[],
  zones: readonly FileZone[],
  { options, more = [] }: { readonly options: string; readonly more?: readonly string[] },
) {
  const folder = join(FOLDER, name);
  const config = [
    `options { directory "${folder}"; pid-file none; session-keyfile none; dnssec-validation no;`,
    `listen-on { ${places.map(({ v4 }) => `${v4};`).join(" ")} };`,
    `listen-on-v6 { ${places.map(({ v6 }) => `${v6};`).join(" ")} };`,
    `minimal-responses yes; version "none"; check-names primary ignore; check-integrity no;`,
    `check-mx ignore; check-spf ignore; ${options} };`,
    "controls { };",
    ...more,
    ...zones.map(
      ({ name: zone, file, statement }) =>
        statement ?? `zone "${zone}" { type primary; file "${file}"; };`,
    ),
  ];
  const file = room.file(join(folder, "named.conf"), `${config.join("\n")}\n`);
  room.daemon(`dns ${places[0]?.v4}`, "/usr/sbin/named", ["-g", "-n", "1", "-c", file]);
}

const CLOSED = { options: "recursion no; notify no; allow-transfer { none; };" };

function of(served: readonly Served[], servers: NameServer): readonly Served[] {
  return served.filter((zone) => zone.servers === servers);
}

function startBind(room: Room, served: readonly Served[]) {
  const zones = of(served, "bind");
  const [first, second] = NAME_SERVERS.bind;
  const signing = zones.map((zone) => ({ ...zone, statement: statementOf(zone) }));
  const folder = join(FOLDER, "bind1");
  for (const { name, text, folder: keys, statement } of signing) {
    if (statement === undefined) continue;
    room.file(join(folder, `${name}.zone`), text);
    // The keys that the zone has are found where the server looks for them.
    if (existsSync(keys))
      for (const file of readdirSync(keys).filter((one) => /^K.*\.(?:key|private)$/.test(one)))
        room.file(join(folder, file), readFileSync(join(keys, file)), 0o600);
  }
  if (signing.every(({ statement }) => statement === undefined)) {
    named(room, "bind1", [first], zones, CLOSED);
    named(room, "bind2", [second], zones.map(olderOf), CLOSED);
    return;
  }
  // What the first one signs, the second one has from it.
  named(room, "bind1", [first], signing, {
    options: `recursion no; allow-transfer { ${second.v4}; }; notify explicit; also-notify { ${second.v4}; }; notify-source ${first.v4};`,
  });
  const seconds = signing.map((zone) => ({
    ...olderOf(zone),
    ...(zone.statement === undefined ? {} : { statement: secondary(zone.name) }),
  }));
  named(room, "bind2", [second], seconds, {
    options: `recursion no; notify no; allow-transfer { none; }; transfer-source ${second.v4}; transfers-in 60; transfers-per-ns 60;`,
  });
}

const olderOf = ({ name, older }: Served) => ({ name, file: older });

/** What its owner has copied for BIND to sign a zone. */
const statementOf = ({ signingApplied = [] }: Served) =>
  signingApplied.find((text) => text.startsWith("zone "));

const secondary = (name: string) =>
  `zone "${name}" { type secondary; primaries { ${NAME_SERVERS.bind[0].v4}; }; file "${name}.zone"; };`;

/** Gives the parent what the recipes' commands print of the zones that are signed now. */
async function publishDigests(room: Room, served: readonly Served[]) {
  const signed = served.filter(({ signingApplied = [] }) => signingApplied.length > 0);
  await forEachConcurrently(6, signed, async (zone) => {
    const command = zone.signingApplied?.find((text) => text.startsWith("dig "));
    if (command === undefined) return;
    const [first, second] = NAME_SERVERS[zone.servers];
    await room.listening(`dns ${first.v4}`, first.v4, 53);
    await room.listening(`dns ${second.v4}`, second.v4, 53);
    zone.ds = dsLines(
      zone.name,
      await untilSaid(room, first.v4, command.replace("127.0.0.1", first.v4)),
    );
    const there = `dig @${second.v4} +norecurse +dnssec +noall +answer DNSKEY ${zone.name} | grep RRSIG`;
    await untilSaid(room, second.v4, there);
  });
}

/** How long a server may take to sign all zones, and another to fetch them. */
const SIGNED_MS = 60_000;

/** Runs a command about a server until it prints something; throws with the server's last words. */
async function untilSaid(room: Room, server: string, command: string): Promise<string> {
  const until = Date.now() + SIGNED_MS;
  for (;;) {
    const { stdout } = await room.ask("sh", ["-c", command]);
    if (stdout.trim() !== "") return stdout;
    if (Date.now() > until)
      throw new Error(`nothing came of: ${command}: ${room.lastWords(`dns ${server}`)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Hands its zones to everybody and resolves for everybody. */
function startLoose(room: Room, served: readonly Served[]) {
  const zones = of(served, "loose");
  const copied = [...new Set(zones.flatMap(({ serverApplied = [] }) => serverApplied))];
  const loose = [
    "notify no;",
    "recursion yes;",
    "allow-recursion { any; };",
    "allow-transfer { any; };",
  ];
  const isTop = (line: string) => /^(?:include|#)/.test(line);
  const lines = inWords(loose, copied);
  const options = lines.filter((line) => !isTop(line)).join(" ");
  const hints = room.file(join(FOLDER, "hints"), HINTS);
  const [first, second] = NAME_SERVERS.loose;
  const root = `zone "." { type hint; file "${hints}"; };`;
  // Its first line makes the key that it names.
  room.file(
    "/etc/bind/transfer-key.conf",
    `key "transfer-key" { algorithm hmac-sha256; secret "${Buffer.alloc(32, 7).toString("base64")}"; };\n`,
  );
  const more = [...lines.filter((line) => line.startsWith("include")), root];
  named(room, "loose", [first, second], zones, { options, more });
}

function startEmpty(room: Room) {
  named(room, "empty", [EMPTY_SERVER], [], CLOSED);
}

function startNsd(room: Room, served: readonly Served[]) {
  const places = NAME_SERVERS.nsd;
  const config = [
    "server:",
    ...places.flatMap(({ v4, v6 }) => [`  ip-address: ${v4}`, `  ip-address: ${v6}`]),
    '  username: ""',
    '  chroot: ""',
    `  zonesdir: "${FOLDER}"`,
    '  database: ""',
    '  pidfile: ""',
    `  xfrdfile: "${FOLDER}/nsd.xfrd"`,
    `  zonelistfile: "${FOLDER}/nsd.list"`,
    "  hide-version: yes",
    "remote-control:",
    "  control-enable: no",
    ...of(served, "nsd").flatMap(({ name, file }) => [
      "zone:",
      `  name: ${name}`,
      `  zonefile: ${file}`,
    ]),
  ];
  const file = room.file(join(FOLDER, "nsd.conf"), `${config.join("\n")}\n`);
  room.daemon(`dns ${places[0].v4}`, "/usr/sbin/nsd", ["-d", "-c", file]);
}

/** Makes the keys of those zones that are signed with each answer, and tells their DS. */
async function signOnline(room: Room, served: readonly Served[]) {
  const knot = knotConfig(room, served);
  for (const zone of served.filter(({ signing }) => signing === "online")) {
    const keymgr = (args: readonly string[]) =>
      room.run("keymgr", ["-c", knot, zone.name, ...args]);
    await keymgr(["generate", "algorithm=ecdsap256sha256", "ksk=yes", "zsk=yes"]);
    zone.ds = dsLines(zone.name, await keymgr(["ds"]));
  }
  const powerDns = await preparePowerDns(room, served);
  for (const { signingApplied = [] } of of(served, "powerdns"))
    for (const text of signingApplied.filter((one) => one.startsWith("pdnsutil ")))
      await room.run("pdnsutil", [...powerDns, ...text.split(" ").slice(1)]);
  for (const zone of served.filter(({ signing }) => signing === "narrow")) {
    const pdnsutil = (...args: string[]) => room.run("pdnsutil", [...powerDns, ...args]);
    await pdnsutil("secure-zone", zone.name);
    await pdnsutil("set-nsec3", zone.name, "1 0 0 -", "narrow");
    zone.ds = dsLines(zone.name, await pdnsutil("export-zone-ds", zone.name));
  }
}

/** The SHA-256 digests among the lines that a tool prints. */
function dsLines(zone: string, text: string): readonly string[] {
  return [...text.matchAll(/\bDS\s+(\d+ \d+ 2 [0-9a-fA-F]{64})/g)].map(
    ([, data]) => `${zone}. DS ${data}`,
  );
}

/** The lines of one of Knot's sections in what the owner of a zone has copied. */
function knotSection({ signingApplied = [] }: Served, section: string): readonly string[] {
  const text = signingApplied.find((one) => one.startsWith("policy:")) ?? "";
  const [, lines = ""] = new RegExp(`^${section}:\n((?: .*\n?)*)`, "m").exec(text) ?? [];
  return lines.split("\n").filter((line) => line !== "");
}

function knotConfig(room: Room, served: readonly Served[]): string {
  const places = NAME_SERVERS.knot;
  const zones = of(served, "knot");
  const policies = new Set(zones.map((zone) => knotSection(zone, "policy").join("\n")));
  const listen = places.flatMap(({ v4, v6 }) => [`${v4}@53`, `${v6}@53`]).join(", ");
  const config = [
    "server:",
    `  listen: [ ${listen} ]`,
    `  rundir: ${dirname(room.file(join(FOLDER, "knot", "run", "note"), ""))}`,
    "  udp-workers: 1",
    "  tcp-workers: 2",
    "  background-workers: 1",
    "database:",
    `  storage: ${join(FOLDER, "knot")}`,
    "policy:",
    "  - id: online",
    "    manual: on",
    ...[...policies].filter((lines) => lines !== ""),
    "mod-onlinesign:",
    "  - id: online",
    "    policy: online",
    "zone:",
    ...zones.flatMap((zone) => {
      const copied = knotSection(zone, "zone");
      return [
        ...(copied.length > 0 ? copied : [`  - domain: ${zone.name}`]),
        `    file: ${zone.file}`,
        "    semantic-checks: off",
        ...(zone.signing === "online" ? ["    module: mod-onlinesign/online"] : []),
      ];
    }),
  ];
  return room.file(join(FOLDER, "knot.conf"), `${config.join("\n")}\n`);
}

function startKnot(room: Room, served: readonly Served[]) {
  const file = knotConfig(room, served);
  room.daemon(`dns ${NAME_SERVERS.knot[0].v4}`, "/usr/sbin/knotd", ["-c", file]);
}

/** Writes what PowerDNS reads, and answers the arguments of its tools. */
async function preparePowerDns(room: Room, served: readonly Served[]): Promise<readonly string[]> {
  const places = NAME_SERVERS.powerdns;
  const zones = of(served, "powerdns").map(
    ({ name, file }) => `zone "${name}" { type master; file "${file}"; };`,
  );
  const bind = room.file(join(FOLDER, "pdns", "named.conf"), `${zones.join("\n")}\n`);
  const config = [
    "launch=bind",
    `bind-config=${bind}`,
    `local-address=${places.flatMap(({ v4, v6 }) => [v4, v6]).join(",")}`,
    `bind-dnssec-db=${join(FOLDER, "pdns", "keys.db")}`,
    "disable-axfr=yes",
    `socket-dir=${join(FOLDER, "pdns")}`,
    "version-string=anonymous",
    "receiver-threads=1",
    "security-poll-suffix=",
    "guardian=no",
    "daemon=no",
  ];
  room.file(join(FOLDER, "pdns", "pdns.conf"), `${config.join("\n")}\n`);
  const args = [`--config-dir=${join(FOLDER, "pdns")}`];
  await room.run("pdnsutil", [...args, "create-bind-db", join(FOLDER, "pdns", "keys.db")]);
  // The zones come signed; it would hold back their signatures otherwise.
  for (const { name, signing } of of(served, "powerdns")) {
    if (["none", "narrow"].includes(signing)) continue;
    if (signing === "nsec3") await room.run("pdnsutil", [...args, "set-nsec3", name, "1 0 0 -"]);
    await room.run("pdnsutil", [...args, "set-presigned", name]);
  }
  return args;
}

function startPowerDns(room: Room) {
  const args = [`--config-dir=${join(FOLDER, "pdns")}`];
  room.daemon(`dns ${NAME_SERVERS.powerdns[0].v4}`, "/usr/sbin/pdns_server", args);
}

/** A validating resolver that begins at the lab's own root. */
function startResolver(room: Room, anchor: string) {
  const hints = room.file(join(FOLDER, "unbound", "hints"), HINTS);
  const key = room.file(join(FOLDER, "unbound", "root.key"), `${anchor}\n`);
  const [, data = ""] = /DNSKEY (.+)$/m.exec(anchor) ?? [];
  const [flags, protocol, algorithm, ...parts] = data.split(" ");
  const inQuotes = `"${parts.join("")}"`;
  // The same key as BIND's tools want it.
  room.file(
    join(FOLDER, "delv.key"),
    `trust-anchors { . static-key ${flags} ${protocol} ${algorithm} ${inQuotes}; };\n`,
  );
  const config = [
    "server:",
    "  interface: 127.0.0.1",
    "  interface: ::1",
    `  outgoing-interface: ${RESOLVER_OUT.v4}`,
    `  outgoing-interface: ${RESOLVER_OUT.v6}`,
    "  access-control: ::1/128 allow",
    `  root-hints: "${hints}"`,
    `  trust-anchor-file: "${key}"`,
    '  username: ""',
    '  chroot: ""',
    '  pidfile: ""',
    "  use-syslog: no",
    "  num-threads: 1",
    "  so-rcvbuf: 0",
    '  module-config: "validator iterator"',
    "  do-not-query-localhost: no",
    // No zone leads it to where a resolver of the Internet would not go.
    "  do-not-query-address: 10.0.0.0/8",
    "  do-not-query-address: 192.168.0.0/16",
    "  outgoing-range: 900",
    "remote-control:",
    "  control-enable: no",
  ];
  const file = room.file(join(FOLDER, "unbound", "unbound.conf"), `${config.join("\n")}\n`);
  room.daemon("unbound", "/usr/sbin/unbound", ["-d", "-c", file]);
}
