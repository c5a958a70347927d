import { readFileSync, writeSync } from "node:fs";
import { readArguments } from "../arguments.ts";
import { bringUp } from "../bring-up.ts";
import { examineStates } from "../examine-states.ts";
import { Watch } from "../safety.ts";
import { withServers } from "../servers/remote-access.ts";
import { type AllApplied, mended } from "./applied.ts";

/*
 * Runs inside the namespace: brings up the states, or those into which the recipes on standard input have been
 * copied, examines them, and tells what was found on the fourth stream.
 */
const { states: all } = readArguments([...process.argv.slice(2), "--recipes"]);
const states = withServers(all, () => undefined);
const given = readFileSync(0, "utf8");
const chosen = given === "" ? states : mended(states, JSON.parse(given) as AllApplied);
const lab = await bringUp(chosen);
const examined = await examineStates(lab, chosen, new Watch().log);
const told = examined.map(({ state, findings, ...one }) => ({
  ...one,
  state: {
    name: state.name,
    web: state.web,
    mail: state.mail,
    policy: state.policy,
    zone: state.zone,
    services: state.services,
  },
  findings: findings.filter(({ severity }) => severity !== null),
}));
writeWhole(3, Buffer.from(JSON.stringify(told)));
// Servers are still running; they end with the namespace.
process.exit();

function writeWhole(stream: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += writeSync(stream, bytes, at));
}
