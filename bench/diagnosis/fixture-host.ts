import { createServer } from "node:net";
import { loadData } from "@sekimori/diagnosis/data";
import { rr } from "@sekimori/diagnosis/fixtures/dns/zone";
import { listenTcp } from "@sekimori/diagnosis/fixtures/loopback";
import { startMailServer } from "@sekimori/diagnosis/fixtures/mail/mail-server";
import { fixtureAuthority } from "@sekimori/diagnosis/fixtures/pki/fixture-authority";
import { redirectToHttps, SOUND_HEADERS, site } from "@sekimori/diagnosis/fixtures/site";
import { startHttpServer, startTlsServer } from "@sekimori/diagnosis/fixtures/tls/tls-server";
import { startWorld, type WorldDescription } from "@sekimori/diagnosis/fixtures/world";
import { TARPITS, targetName } from "./targets.ts";

/*
 * The servers that are examined, in a process of their own, so that their work does not count as the
 * engine's. Takes the number of targets and sends its network to the parent.
 */

const TARGETS_PER_MACHINE = 10;
const count = Number(process.argv[2] ?? "1000");

const pages = site({
  headers: SOUND_HEADERS,
  html: `<!doctype html><title>Shop</title>${"<p>Text of a page of common size.</p>".repeat(300)}`,
  paths: {
    "/.well-known/mta-sts.txt": {
      body: "version: STSv1\nmode: enforce\nmx: mx.fleet.test\nmax_age: 604800\n",
      headers: { "content-type": "text/plain" },
    },
  },
});

const names = Array.from({ length: count }, (_, index) => targetName(index));
const machineOf = (index: number) => `m${Math.floor(index / TARGETS_PER_MACHINE)}`;
const byMachine = Map.groupBy(names.entries(), ([index]) => machineOf(index));

const machines: NonNullable<WorldDescription["machines"]> = Object.fromEntries([
  ...[...byMachine].map(([machine, members]) => {
    const dnsNames = members.flatMap(([, name]) => [name, `mta-sts.${name}`]);
    return [
      machine,
      {
        ports: {
          80: (listen: object) => startHttpServer(redirectToHttps, listen),
          443: (listen: object) =>
            startTlsServer(dnsNames[0] ?? machine, { pages, certificate: { dnsNames } }, listen),
        },
      },
    ] as const;
  }),
  ...TARPITS.map((name) => {
    const silent = (listen: object) =>
      listenTcp(
        createServer((socket) => socket.resume()),
        listen,
      );
    const ports = loadData().ports.map(({ port }) => [port, silent] as const);
    return [name, { ports: Object.fromEntries(ports) }] as const;
  }),
  ["tar-ns", { dns: { serves: TARPITS } }],
  ["mx", { ports: { 25: (listen: object) => startMailServer("mx.fleet.test", {}, listen) } }],
]);

const { root } = await fixtureAuthority();
const world = await startWorld({
  trustAnchors: [root.certificate],
  machines,
  zones: [
    ...TARPITS.map((name) => ({
      name,
      // Name servers of their own: a shared one is one address with one budget, tarpit or not.
      nameServers: ["tar-ns"],
      records: (at: (machine: string) => string) => [rr(name, "A", at(name))],
    })),
    { name: "fleet.test", records: (at) => [rr("mx.fleet.test", "A", at("mx"))] },
    ...names.map((name, index) => ({
      name,
      records: (at: (machine: string) => string) => [
        rr(name, "A", at(machineOf(index))),
        rr(`mta-sts.${name}`, "A", at(machineOf(index))),
        rr(name, "MX", { preference: 10, exchange: "mx.fleet.test" }),
        rr(name, "TXT", "v=spf1 mx -all"),
        rr(name, "CAA", { flags: 0, tag: "issue" as const, value: "fixture.test" }),
        rr(`_dmarc.${name}`, "TXT", "v=DMARC1; p=reject"),
        rr(`_smtp._tls.${name}`, "TXT", `v=TLSRPTv1; rua=mailto:tls@${name}`),
        rr(`_mta-sts.${name}`, "TXT", "v=STSv1; id=1;"),
      ],
    })),
  ],
});
// In a world, ports without a server count as closed without a socket. Here every port of the
// catalogue is really tried: port 1 of the same machine refuses.
const closed = Object.fromEntries(loadData().ports.map(({ port }) => [port, 1]));
const hosts = world.network.hosts.map((host) => ({ ...host, ports: { ...closed, ...host.ports } }));
process.send?.({ ...world.network, hosts });
process.once("disconnect", () => void world.stop().then(() => process.exit()));
