import { ALLOWED_PORTS } from "../../net/allowed-ports.ts";
import { type LabPeer, needs, type PeerFacts } from "./peer.ts";

const portFacts = (ports: readonly number[]): PeerFacts => ({
  "ports.open": [...new Set(ports)].sort((a, b) => a - b).join(" "),
});

/** nmap's full connections to every port that the engine may try. */
export const nmapPeer: LabPeer = {
  name: "nmap",
  version: "nmap",
  obstacle: needs("nmap"),
  about: ({ area }) => area === "open ports",
  async theirs(lab, state) {
    const ports = ["-p", ALLOWED_PORTS.join(",")];
    const args = ["-Pn", "-n", "-sT", ...ports, "-oG", "-", lab.hostOf(state).v4];
    // An alternative that the package's script would have chosen.
    const libraries = "LD_LIBRARY_PATH=/usr/lib/x86_64-linux-gnu/blas";
    const { stdout } = await lab.room.ask("env", [libraries, "nmap", ...args]);
    return portFacts([...stdout.matchAll(/(\d+)\/open\//g)].map(([, port]) => Number(port)));
  },
  ours: ({ ports }) => portFacts(ports),
};
