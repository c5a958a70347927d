import { createHash, X509Certificate } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { forEachConcurrently } from "../engine/for-each-concurrently.ts";
import { fixtureAuthority } from "../fixtures/pki/fixture-authority.ts";
import { FIXED, type Place, POST_OFFICE, placeAt } from "./addresses.ts";
import { withFiles } from "./copied-lines.ts";
import { startNameServers } from "./dns/name-servers.ts";
import { houseZones, type LabZone, linesElsewhere, MAIL_ZONE, zoneOf } from "./dns/zone-text.ts";
import { Machine } from "./machine.ts";
import { Room } from "./room.ts";
import { startApache } from "./servers/apache.ts";
import { startApplication } from "./servers/applications.ts";
import { startCaddy } from "./servers/caddy.ts";
import { startGnutls } from "./servers/gnutls.ts";
import { startHaproxy } from "./servers/haproxy.ts";
import { startLighttpd } from "./servers/lighttpd.ts";
import { type MailSite, startExim, startPostfix } from "./servers/mail.ts";
import { startNginx } from "./servers/nginx.ts";
import { makePolicy } from "./servers/policy.ts";
import { SERVICES } from "./servers/services.ts";
import { certify, makeSite, type Site } from "./servers/site.ts";
import { startStatus } from "./servers/status.ts";
import type { LabState, MailSpec, WebServer } from "./state.ts";

/** A lab that is up. */
export type Lab = {
  readonly room: Room;
  /** Root certificate that everybody here trusts (PEM). */
  readonly root: string;
  readonly hostOf: (state: LabState) => Place;
  readonly mailOf: (state: LabState) => Place;
};

/** Users that servers insist on; the packages' scripts, which would make them, are not run. */
const USERS = [
  "postfix",
  "postdrop",
  "dovecot",
  "dovenull",
  "Debian-exim",
  "sshd",
  "mysql",
  "openldap",
  "postgres",
];

const OPENSSL = `openssl_conf = all
[all]
ssl_conf = servers
[servers]
system_default = loose
[loose]
CipherString = DEFAULT:@SECLEVEL=0
`;

type Other = Exclude<WebServer, "nginx">;

const WEB: Readonly<Record<Other, (room: Room, sites: readonly Site[]) => Promise<void>>> = {
  apache: startApache,
  lighttpd: startLighttpd,
  haproxy: startHaproxy,
  gnutls: startGnutls,
  caddy: startCaddy,
};

/** Gives every state its addresses, its zone and its servers. */
export async function bringUp(states: readonly LabState[]): Promise<Lab> {
  const room = new Room();
  const { root } = await fixtureAuthority();
  // Programs of OpenSSL refuse short keys and old protocols unless they are told so before anything else.
  process.env.OPENSSL_CONF = room.file("/lab/openssl.cnf", OPENSSL);
  prepareSystem(room, root.certificate);
  // Two places for each: the host's own and its mail server's.
  const place = new Map(states.map((state, index) => [state, index * 2]));
  const hostOf = (state: LabState) => placeAt(place.get(state) ?? 0);
  const mailOf = (state: LabState) => placeAt((place.get(state) ?? 0) + 1);
  await addAddresses(room, [
    ...FIXED,
    ...states.flatMap((one) => [...(isAlone(one) ? [] : [hostOf(one)]), mailOf(one)]),
  ]);
  const office = await makeMail(room, "post-office", `mx.${MAIL_ZONE}`, POST_OFFICE, {
    server: "postfix",
  });
  const mail = new Map<LabState, MailSite>();
  for (const state of states)
    if (state.mail !== undefined)
      mail.set(
        state,
        await makeMail(room, state.name, `mx.${state.name}.jp`, mailOf(state), state.mail),
      );
  const zones: LabZone[] = [];
  for (const state of states)
    zones.push(
      zoneOf(state, hostOf(state), mailOf(state), [
        ...(await tlsaOf(room, mail.get(state))),
        ...(await dkimOf(room, state)),
      ]),
    );
  await startNameServers(room, [...houseZones(linesElsewhere(states, hostOf)), ...zones]);
  const sites = new Map<WebServer, Site[]>();
  await forEachConcurrently(2, states, async (state) => {
    if (state.web === undefined) return;
    const site = await makeSite(room, state.name, `${state.name}.jp`, hostOf(state), state.web);
    await startApplication(room, site);
    sites.set(state.web.server, [...(sites.get(state.web.server) ?? []), site]);
  });
  const policies = await Promise.all(
    states.flatMap((state) =>
      state.policy ? [makePolicy(room, `${state.name}.jp`, mailOf(state), state.policy)] : [],
    ),
  );
  await startStatus(room);
  const program = (name: string) => [...mail.values()].filter(({ spec }) => spec.server === name);
  await Promise.all([
    startNginx(room, sites.get("nginx") ?? [], policies),
    ...[...sites].flatMap(([server, own]) => (server === "nginx" ? [] : [WEB[server](room, own)])),
    startPostfix(room, [office, ...program("postfix")]),
    startExim(room, program("exim")),
    forEachConcurrently(3, states, (state) => startServices(room, state, hostOf(state))),
  ]);
  return { room, root: root.certificate, hostOf, mailOf };
}

const isAlone = ({ services = [] }: LabState) => services.some(({ alone }) => alone);

/** Starts what else listens on a state's host. */
async function startServices(shared: Room, state: LabState, place: Place): Promise<void> {
  const machine = isAlone(state) ? await Machine.at(shared, state.name, place) : null;
  const room = machine ?? shared;
  for (const { kind, options = {}, applied = [], ...spec } of state.services ?? []) {
    const { certificate: chain, firewallApplied = [] } = spec;
    await machine?.close(firewallApplied);
    const name = `${kind}-${state.name}`;
    const start = SERVICES[kind];
    if (start === undefined) throw new Error(`nobody knows how to start ${kind}`);
    const domain = `${state.name}.jp`;
    const certificate = await certify(room, `/lab/tls/${name}`, domain, chain);
    const port = await start(room, { name, domain, place, certificate, options, applied });
    // A service that its owner keeps to its own machine now is not to be waited for.
    if (!isKept(applied)) await room.listening(name, place.v4, port);
  }
}

const isKept = (applied: readonly string[]) =>
  applied.some((text) => /127\.0\.0\.1|localhost/.test(text) && !/^listener 8883/m.test(text));

async function makeMail(
  room: Room,
  name: string,
  host: string,
  place: Place,
  spec: MailSpec,
): Promise<MailSite> {
  const certificate = await certify(room, `/lab/mail/${name}`, host, spec.certificate);
  return { name, host, place, spec, certificate };
}

/** The record that binds a mail server's key (RFC 7672 §3.1.1: 3 1 1), or one that binds another. */
async function tlsaOf(room: Room, site: MailSite | undefined): Promise<readonly string[]> {
  const { tlsa, tlsaApplied } = site?.spec ?? {};
  if (site === undefined) return [];
  if (tlsaApplied !== undefined) return copiedTlsa(room, site, tlsaApplied);
  if (tlsa === undefined) return [];
  const { publicKey } = new X509Certificate(readFileSync(site.certificate.chain));
  const digest = createHash("sha256").update(publicKey.export({ format: "der", type: "spki" }));
  const hex = tlsa === "matching" ? digest.digest("hex") : "ab".repeat(32);
  return [`_25._tcp.mx TLSA 3 1 1 ${hex}`];
}

/** Runs the recipe's command, and puts what it prints into the recipe's record. */
async function copiedTlsa(
  room: Room,
  { name, certificate }: MailSite,
  texts: readonly string[],
): Promise<readonly string[]> {
  const command = texts.find((text) => text.startsWith("openssl ")) ?? "";
  const printed = await room.run("sh", ["-ec", withFiles(command, certificate)]);
  const [digest = ""] = printed.split(" ");
  const record = texts.find((text) => text.startsWith("_25._tcp.")) ?? "";
  return [record.replace(`.${name}.jp. IN`, "").replace("<SHA-256>", digest)];
}

/** Runs the recipe's command, and publishes the record as the command has written it. */
async function dkimOf(room: Room, { name, zone }: LabState): Promise<readonly string[]> {
  const command = zone?.dkimApplied;
  if (command === undefined) return [];
  const folder = `/lab/dkim/${name}`;
  room.file(`${folder}/note`, "");
  await room.run("sh", ["-ec", command.replace("/etc/dkim", folder)]);
  const [, selector = ""] = / -s (\S+)/.exec(command) ?? [];
  return [readFileSync(`${folder}/${selector}.txt`, "utf8").trim()];
}

function prepareSystem(room: Room, root: string) {
  writeFileSync("/etc/resolv.conf", "nameserver 127.0.0.1\noptions edns0\n");
  appendFileSync("/etc/ssl/certs/ca-certificates.crt", root);
  room.file("/lab/root.pem", root);
  for (const [index, name] of USERS.entries()) {
    appendFileSync(
      "/etc/passwd",
      `${name}:x:${700 + index}:${700 + index}::/nonexistent:/usr/sbin/nologin\n`,
    );
    appendFileSync("/etc/group", `${name}:x:${700 + index}:\n`);
  }
}

async function addAddresses(room: Room, places: readonly Place[]) {
  const lines = places.flatMap(({ v4, v6 }) => [
    `addr add ${v4}/32 dev lo`,
    `addr add ${v6}/128 dev lo nodad`,
  ]);
  await room.run("ip", ["-batch", room.file("/lab/addresses", `${lines.join("\n")}\n`)]);
}
