import type { ExaminedState } from "../examine-states.ts";
import type { LabState } from "../state.ts";
import { factsOf, type LabPeer, needs, outcomes, type PeerFacts, told } from "./peer.ts";

const about = ({ area }: LabState) => area === "DNS, DNSSEC";

type Message = { readonly module: string; readonly level: string; readonly tag: string };

/** What Zonemaster's messages come to. */
function zoneFacts(messages: readonly Message[]): PeerFacts {
  const tags = new Set(messages.map(({ tag }) => tag));
  const broken = messages.some(
    ({ module, level }) => module === "DNSSEC" && (level === "ERROR" || level === "CRITICAL"),
  );
  const unsigned = tags.has("NOT_SIGNED") || tags.has("DNSKEY_BUT_NOT_DS");
  return {
    "dnssec.state": unsigned ? "insecure" : broken ? "bogus" : "secure",
    "dns.recursion": String(tags.has("IS_A_RECURSOR")),
    "dns.axfr": String(tags.has("AXFR_AVAILABLE")),
    "dns.serialsDiffer": told(tags.has("MULTIPLE_SOA_SERIALS")),
    "dns.oneServer": told(tags.has("NOT_ENOUGH_NS_CHILD")),
    "dns.missingAtParent": told(tags.has("EXTRA_NAME_CHILD")),
    "dns.missingAtChild": told(tags.has("EXTRA_NAME_PARENT")),
    "dns.lame": told(tags.has("NS_FAILED") || tags.has("IS_NOT_AUTHORITATIVE")),
  };
}

function ourZone(examined: ExaminedState): PeerFacts {
  const delegation = outcomes(examined, "dns-delegation");
  return {
    ...factsOf(examined, /^dns-(dnssec|recursion|axfr)$/),
    "dns.serialsDiffer": told(delegation.has("serials")),
    "dns.oneServer": told(outcomes(examined, "dns-ns").has("single")),
    "dns.missingAtParent": told(delegation.has("missing-at-parent")),
    "dns.missingAtChild": told(delegation.has("missing-at-child")),
    "dns.lame": told(delegation.has("lame") || outcomes(examined, "dns-lame").has("lame")),
  };
}

/** Tools that look at zones as registries and resolvers do. */
export const dnsPeers: readonly LabPeer[] = [
  {
    name: "delv",
    version: "bind9-dnsutils",
    obstacle: needs("delv"),
    about,
    async theirs({ room }, { name }) {
      const ask = async (type: string) => {
        const args = ["@127.0.0.1", "-a", "/lab/dns/delv.key", "+root=.", `${name}.jp`, type];
        const { stdout, stderr } = await room.ask("delv", args);
        const text = `${stdout}\n${stderr}`;
        if (/fully validated/.test(text)) return "secure";
        return /unsigned|insecure/.test(text) ? "insecure" : "bogus";
      };
      const states = [await ask("SOA"), await ask("A")];
      const worst = ["bogus", "insecure"].find((state) => states.includes(state));
      return { "dnssec.state": worst ?? "secure" };
    },
    ours: (examined) => factsOf(examined, /^dns-dnssec$/),
  },
  {
    name: "zonemaster",
    version: "zonemaster-cli",
    obstacle: needs("zonemaster-cli"),
    about,
    async theirs({ room }, { name }) {
      const how = ["--hints", "/lab/dns/hints", "--level", "NOTICE", "--json", "--no-progress"];
      const { stdout } = await room.ask("zonemaster-cli", [...how, `${name}.jp`], 180_000);
      return zoneFacts(JSON.parse(stdout) as readonly Message[]);
    },
    ours: ourZone,
  },
];
