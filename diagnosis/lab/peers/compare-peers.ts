import { forEachConcurrently } from "../../engine/for-each-concurrently.ts";
import type { Lab } from "../bring-up.ts";
import type { ExaminedState } from "../examine-states.ts";
import { dmarcPeers } from "./dmarc-peers.ts";
import { dnsPeers } from "./dns-peers.ts";
import { postfixPeer } from "./mail-peers.ts";
import { type LabPeer, type PeerRow, SCORE } from "./peer.ts";
import { nmapPeer } from "./ports-peer.ts";
import type { SiteScores } from "./rank-correlation.ts";
import { spfPeers } from "./spf-peers.ts";
import { tlsPeers } from "./tls-peers.ts";
import { webPeers } from "./web-peers.ts";

const PEERS: readonly LabPeer[] = [
  ...tlsPeers,
  ...webPeers,
  ...dnsPeers,
  ...spfPeers,
  ...dmarcPeers,
  postfixPeer,
  nmapPeer,
];

/** Known tools that no run can ask, with the reason. */
const NEVER: readonly (readonly [string, string])[] = [
  [
    "nuclei",
    "its program is a Go module, but it looks for nothing without its templates, which no package registry holds",
  ],
];

/** What the tools of others said, and which of them could not be asked. */
export type Compared = {
  readonly rows: readonly PeerRow[];
  readonly missing: readonly (readonly [string, string])[];
  /** What a tool stumbled over. */
  readonly stumbles: readonly string[];
  /** Sites that both the engine and a tool gave a number. */
  readonly scores: readonly SiteScores[];
};

/** Asks every tool that is here about every state that is its business. */
export async function comparePeers(
  lab: Lab,
  examined: readonly ExaminedState[],
): Promise<Compared> {
  const rows: PeerRow[] = [];
  const missing = [...NEVER];
  const stumbles: string[] = [];
  const scores: SiteScores[] = [];
  const questions: { readonly peer: LabPeer; readonly one: ExaminedState }[] = [];
  for (const peer of PEERS) {
    const obstacle = await peer.obstacle(lab);
    if (obstacle !== null) missing.push([peer.name, obstacle]);
    else for (const one of examined) if (peer.about(one.state)) questions.push({ peer, one });
  }
  await forEachConcurrently(4, questions, async ({ peer, one }) => {
    const { name, area } = one.state;
    try {
      const [theirs, ours] = [await peer.theirs(lab, one.state), peer.ours(one)];
      for (const [fact, value] of Object.entries(theirs)) {
        const mine = ours[fact];
        if (mine === undefined) continue;
        if (fact === SCORE) {
          scores.push({ state: name, area, ours: Number(mine), theirs: Number(value) });
          continue;
        }
        rows.push({ peer: peer.name, area, state: name, fact, ours: mine, theirs: value });
      }
    } catch (error) {
      stumbles.push(`${peer.name} ${name}: ${String(error).slice(0, 200)}`);
    }
  });
  return { rows, missing, stumbles, scores };
}
