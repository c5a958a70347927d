import { readArguments } from "./arguments.ts";
import { bringUp, type Lab } from "./bring-up.ts";
import { type ExaminedState, examineStates } from "./examine-states.ts";
import { examineHostile, stateOf } from "./hostile/examine-hostile.ts";
import { judge } from "./judge.ts";
import { measurePace, paceLine } from "./pace.ts";
import { type Compared, comparePeers } from "./peers/compare-peers.ts";
import { peerTable } from "./peers/peer-table.ts";
import { rankTable } from "./peers/rank-correlation.ts";
import { hostileFaults, hostileLines, safetyLines } from "./report.ts";
import { Watch } from "./safety.ts";
import { withServers } from "./servers/remote-access.ts";
import { areaFaults, areaTable, versionsLine } from "./table.ts";
import { writePage } from "./write-page.ts";

/* Runs inside the namespace that run.ts has made: brings the servers up, examines them, prints the tables. */
const say = (line = "") => process.stdout.write(`${line}\n`);
const NOBODY: Compared = { rows: [], missing: [], stumbles: [], scores: [] };

async function main(): Promise<number> {
  const {
    states: chosen,
    verbose,
    peers,
    hostile,
    write,
    whole,
  } = readArguments(process.argv.slice(2));
  const states = withServers(chosen, say);
  const started = Date.now();
  const hostileStates = hostile.map(stateOf);
  const lab = await bringUp([...states, ...hostileStates]);
  say(
    `${states.length} states and ${hostile.length} hostile domains are up after ${seconds(started)} s`,
  );
  const watch = new Watch();
  const examined = await examineStates(lab, states, watch.log);
  const safety = watch.read();
  say(`examined after ${seconds(started)} s`);
  const lines: string[] = [];
  let faults = safety.forbidden.length + safety.unrouted + tellFindings(examined, verbose);
  const compared = peers ? await comparePeers(lab, examined) : NOBODY;
  if (peers) say(`the tools of others had their say after ${seconds(started)} s`);
  if (states.length > 0) {
    const rows = examined.flatMap(({ state, findings, grade }) => judge(state, findings, grade));
    const area = { rows, peers: compared.rows, whole };
    faults += areaFaults(area) + compared.stumbles.length;
    lines.push(`${today()}, ${states.length} states:`, "", ...areaTable(area), "");
    lines.push(...(await safetyLines(safety)), "");
  }
  if (peers) {
    const pace = await tellPace(lab, examined);
    if (pace.broken) faults += 1;
    lines.push(pace.line, "");
  }
  if (hostile.length > 0) {
    const result = await examineHostile(lab, hostile, hostileStates);
    faults += hostileFaults(result);
    lines.push(...hostileLines(result), "");
  }
  if (peers) {
    lines.push("Each tool by itself:", "", ...peerTable(compared.rows), "");
    if (compared.scores.length > 0) lines.push(...rankTable(compared.scores), "");
    for (const [name, why] of compared.missing) lines.push(`Not asked: ${name} (${why}).`);
    for (const stumble of compared.stumbles) lines.push(`A tool stumbled: ${stumble}`);
    lines.push("");
  }
  lines.push(versionsLine(process.env.SEKIMORI_LAB_VERSIONS));
  for (const line of lines) say(line);
  say(`after ${seconds(started)} s: ${faults === 0 ? "all is as it must be" : `${faults} FAULTS`}`);
  if (write) writePage(lines);
  return faults > 0 ? 1 : 0;
}

/** Answers how many things the engine stumbled over. */
function tellFindings(examined: readonly ExaminedState[], verbose: boolean): number {
  for (const { state, findings, faults } of examined) {
    for (const fault of faults) say(`FAULT ${state.name}: ${fault}`);
    if (!verbose) continue;
    for (const { check, outcome, severity, subject, summary, state: how } of findings)
      if (severity !== null || how === "inconclusive")
        say(`  ${state.name} ${check}:${outcome} ${severity ?? ""} ${subject ?? ""} ${summary.en}`);
  }
  return examined.flatMap((one) => one.faults).length;
}

/** One host at the pace of customers' hosts. */
async function tellPace(lab: Lab, examined: readonly ExaminedState[]) {
  const name = "clean-nginx";
  const one = examined.find(({ state }) => state.name === name);
  if (one === undefined)
    return { line: `The pace was not measured: ${name} was not chosen.`, broken: false };
  return paceLine(name, await measurePace(lab.room, one.state, lab.hostOf(one.state).v4));
}

const seconds = (since: number) => Math.round((Date.now() - since) / 1000);
const today = () => new Date().toISOString().slice(0, 10);

process.exitCode = await main();
// Servers are still running; they end with the namespace.
process.exit();
