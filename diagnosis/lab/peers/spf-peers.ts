import type { ExaminedState } from "../examine-states.ts";
import { needsOutside, pythonPath } from "./outside.ts";
import { type LabPeer, needs, outcomes, type PeerFacts } from "./peer.ts";

/** pyspf's verdict on a stranger's message, by Python's module. */
const PYSPF =
  'import spf,sys; print(spf.check2(i="198.18.0.1", s="a@"+sys.argv[1], h="h.example", timeout=20, querytime=60)[0])';

const CHECKDMARC = `
import sys, checkdmarc.spf
try:
    found = checkdmarc.spf.check_spf(sys.argv[1], nameservers=["127.0.0.1"], timeout=5.0)
    why = str(found.get("error"))
    absent = why.startswith(("An SPF record does not exist", "According to RFC 7208 section 4.5"))
    print("judged" if found["valid"] else "none" if absent else "permerror", why)
except Exception as error:
    print("permerror", error)
`;

const PERMANENT = [
  "syntax-error",
  "multiple",
  "too-many-lookups",
  "too-many-voids",
  "too-many-mx",
  "broken-include",
];

const verdictFact = (result: string): PeerFacts => ({
  "spf.verdict": ["none", "permerror"].includes(result) ? result : "judged",
});

function ours(examined: ExaminedState): PeerFacts {
  const seen = outcomes(examined, "mail-spf");
  if (seen.has("absent")) return verdictFact("none");
  return verdictFact(PERMANENT.some((one) => seen.has(one)) ? "permerror" : "judged");
}

/** Receivers' and postmasters' readers of SPF records. */
export const spfPeers: readonly LabPeer[] = [
  {
    name: "pyspf",
    version: "python3-spf",
    obstacle: needs("/usr/bin/python3"),
    about: ({ area }) => area === "SPF",
    async theirs({ room }, { name }) {
      const { stdout } = await room.ask("/usr/bin/python3", ["-c", PYSPF, `${name}.jp`]);
      return verdictFact(stdout.trim());
    },
    ours,
  },
  {
    name: "checkdmarc",
    version: "checkdmarc",
    obstacle: needsOutside("checkdmarc"),
    about: ({ area }) => area === "SPF",
    async theirs({ room }, { name }) {
      const args = [pythonPath("checkdmarc"), "/usr/bin/python3", "-c", CHECKDMARC, `${name}.jp`];
      const { stdout } = await room.ask("env", args);
      return verdictFact(stdout.trim().split(" ")[0] ?? "");
    },
    ours,
  },
];
