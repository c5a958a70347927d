import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forEachConcurrently } from "../engine/for-each-concurrently.ts";
import type { Fixture } from "../fixtures/fixture.ts";
import { startFleet } from "../fixtures/fleet.ts";
import { isIsolated, isolated, isolationObstacle } from "../fixtures/isolation.ts";
import { OF_LOOPBACK, serverManifest, zoneManifest } from "../fixtures/manifest.ts";
import { fixtureAuthority } from "../fixtures/pki/fixture-authority.ts";
import { gnutlsFixtures } from "../fixtures/tls/gnutls-fixtures.ts";
import { gnutlsObstacle } from "../fixtures/tls/gnutls-server.ts";
import type { World } from "../fixtures/world.ts";
import { compareFacts, type Row } from "./compare.ts";
import { needPackage } from "./debian-package.ts";
import type { FactSet } from "./facts.ts";
import { examineHost, ourFacts } from "./our-facts.ts";
import { nmap } from "./peers/nmap.ts";
import { observatory } from "./peers/observatory.ts";
import type { Peer } from "./peers/peer.ts";
import { sslscan } from "./peers/sslscan.ts";
import { testssl } from "./peers/testssl.ts";
import { type Examined, falseAlarmsOnClean, scoreChecks } from "./score-checks.ts";
import { verdictOn } from "./verdicts.ts";

/*
 * Runs the whole catalogue and the tools that experts trust against the same fixtures on loopback, and
 * prints where they agree, what we miss and what we add, then precision and recall per check. Ends with 1
 * when a disagreement has no verdict, a problem was missed or a clean fixture raised a serious alarm.
 *
 *   node diagnosis/comparison/run.ts [--fast] [--alone]
 *
 * --fast leaves testssl.sh out, --alone all tools. `npm run lab` runs this where it lacks what it needs.
 *
 * Where a network namespace can be made, everything runs inside one that has nothing but loopback: then
 * GnuTLS's server can take part, and neither it nor the tools can be reached or reach out.
 */
const say = (line = ""): boolean => process.stdout.write(`${line}\n`);

const TOOLS_AT_ONCE = 3;

const withoutGnutls = gnutlsObstacle();
const servers: readonly Fixture[] = [
  ...serverManifest,
  ...(withoutGnutls === null ? gnutlsFixtures : []),
];

const tools: readonly Peer[] = [
  sslscan,
  nmap,
  observatory,
  ...(process.argv.includes("--fast") ? [] : [testssl]),
];
const peers = process.argv.includes("--alone") ? [] : tools;

/** Installs what is missing, which needs the network, and starts this program again without one. */
async function main(): Promise<number> {
  if (isIsolated()) return await compare();
  for (const peer of peers) await peer.prepare();
  await needPackage("gnutls-bin", "gnutls-serv");
  const obstacle = isolationObstacle();
  if (obstacle !== null) {
    say(`not isolated: ${obstacle}`);
    return await compare();
  }
  const [command, args] = isolated(import.meta.filename, process.argv.slice(2));
  return spawnSync(command, args, { stdio: "inherit" }).status ?? 1;
}

async function compare(): Promise<number> {
  const world = await startFleet(servers);
  const folder = await mkdtemp(join(tmpdir(), "comparison-"));
  try {
    const rootFile = join(folder, "root.pem");
    await writeFile(rootFile, (await fixtureAuthority()).root.certificate);
    if (withoutGnutls !== null) say(`GnuTLS servers: skipped, ${withoutGnutls}`);
    const examined = await examineAll(world);
    const facts = new Map(examined.map((one) => [one.name, ourFacts(one.findings)]));
    let open = 0;
    for (const peer of peers) open += await comparePeer(peer, world, facts, rootFile);
    const wrong = printFactErrors(facts);
    const poor = printScores(examined);
    return open + wrong + poor === 0 ? 0 : 1;
  } finally {
    await world.stop();
    await rm(folder, { recursive: true });
  }
}

async function examineAll(world: World): Promise<readonly Examined[]> {
  const examined: Examined[] = [];
  for (const { name, problems, tolerated = [] } of zoneManifest) {
    const findings = await examineHost(world, name, true);
    examined.push({ name, problems, tolerated, findings });
  }
  for (const { name, host, problems, tolerated = [] } of servers) {
    const findings = await examineHost(world, host, false);
    const seen = findings.filter(({ check }) => !OF_LOOPBACK.has(check));
    examined.push({ name, problems, tolerated, findings: seen });
  }
  return examined;
}

async function comparePeer(
  peer: Peer,
  world: World,
  facts: ReadonlyMap<string, FactSet>,
  rootFile: string,
): Promise<number> {
  const obstacle = await peer.prepare();
  if (obstacle !== null) {
    say(`${peer.name}: skipped, ${obstacle}`);
    return 0;
  }
  const rows: Row[] = [];
  const started = performance.now();
  const asked = servers.filter(
    ({ name, service }) => service === "https" && (peer.only?.includes(name) ?? true),
  );
  await forEachConcurrently(TOOLS_AT_ONCE, asked, async (fixture) => {
    const theirs = await peer.examine({ ...whereIs(world, fixture), rootFile });
    const ours = facts.get(fixture.name) ?? new Map();
    rows.push(...compareFacts(fixture.name, fixture.facts, ours, theirs));
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count = (relation: Row["relation"]) => rows.filter((r) => r.relation === relation).length;
  say();
  say(`${peer.name} on ${asked.length} servers, ${seconds} s:`);
  say(
    `  agree ${count("agree")}, we miss ${count("we-miss")}, we add ${count("we-add")}, differ ${count("differ")}`,
  );
  return printDisagreements(peer, rows);
}

function whereIs(world: World, { host, port }: Fixture) {
  const address = world.at(host);
  const ports = world.network.hosts.find((one) => one.address === address)?.ports ?? {};
  return { host, address, port: ports[port] ?? port, httpPort: ports[80] ?? null };
}

/** Prints every disagreement with its verdict; answers how many have none. */
function printDisagreements(peer: Peer, rows: readonly Row[]): number {
  const disagreements = rows.filter(
    ({ relation }) => relation === "we-miss" || relation === "differ",
  );
  const judged = Map.groupBy(disagreements, (row) => verdictOn(peer.name, row));
  let open = 0;
  for (const [verdict, group] of judged) {
    if (verdict !== undefined) {
      say(`  ${group.length} judged: ${verdict.reason}`);
      continue;
    }
    open = group.length;
    for (const { fixture, fact, ours, theirs, truth } of group) {
      say(`  NO VERDICT ${fixture} ${fact}: we ${ours}, they ${theirs}, true ${truth}`);
    }
  }
  return open;
}

/** Our own facts against the manifest's; answers how many are wrong. */
function printFactErrors(facts: ReadonlyMap<string, FactSet>): number {
  let right = 0;
  let wrong = 0;
  say();
  for (const { name, facts: truth } of [...servers, ...zoneManifest]) {
    for (const [fact, value] of Object.entries(truth)) {
      const seen = facts.get(name)?.get(fact);
      if (seen === undefined) continue;
      if (String(seen) === String(value)) right += 1;
      else {
        wrong += 1;
        say(`WRONG ${name} ${fact}: we say ${seen}, it is ${value}`);
      }
    }
  }
  say(`our facts against the manifest: ${right} right, ${wrong} wrong`);
  return wrong;
}

/** Precision and recall; answers how many problems were missed or alarms false. */
function printScores(examined: readonly Examined[]): number {
  say();
  say("check                 found  missed  false  precision  recall");
  let poor = 0;
  for (const { check, found, missed, false: alarms } of scoreChecks(examined)) {
    poor += missed + alarms;
    const precision = found + alarms === 0 ? "–" : (found / (found + alarms)).toFixed(2);
    const recall = found + missed === 0 ? "–" : (found / (found + missed)).toFixed(2);
    const numbers = [found, missed, alarms].map((n) => String(n).padStart(6)).join(" ");
    say(`${check.padEnd(20)} ${numbers}  ${precision.padStart(9)}  ${recall.padStart(6)}`);
  }
  const alarms = falseAlarmsOnClean(examined);
  say();
  say(`serious findings on clean fixtures: ${alarms.length}`);
  for (const alarm of alarms) say(`  ${alarm}`);
  return poor + alarms.length;
}

process.exitCode = await main();
