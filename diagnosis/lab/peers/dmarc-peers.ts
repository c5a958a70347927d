import type { ExaminedState } from "../examine-states.ts";
import type { LabState } from "../state.ts";
import { needsOutside, pythonPath } from "./outside.ts";
import { type LabPeer, needs, outcomes, type PeerFacts, told } from "./peer.ts";

const MAIL_DMARC = `
use Mail::DMARC::PurePerl;
my $dmarc = Mail::DMARC::PurePerl->new;
$dmarc->header_from($ARGV[0]);
my $policy = eval { $dmarc->discover_policy };
printf "%s %s %s\\n", $policy->p // "-", $policy->sp // "-", $policy->pct // "-" if $policy;
`;

const CHECKDMARC = `
import sys, checkdmarc.dmarc
found = checkdmarc.dmarc.check_dmarc(sys.argv[1], nameservers=["127.0.0.1"], timeout=5.0)
tags = found.get("tags", {})
value = lambda name: str(tags.get(name, {}).get("value", "-"))
if found["valid"]: print(value("p"), value("sp"), value("pct") if value("t") != "y" else "0")
`;

/** Whether a receiver turns away or sets aside forged mail of the domain, and of names below it. */
function enforcement(p: string, sp: string, pct: string): PeerFacts {
  const strict = (policy: string) => /^(reject|quarantine)$/i.test(policy) && pct !== "0";
  return {
    "dmarc.enforced": told(strict(p)),
    "dmarc.enforcedBelow": told(strict(/^[a-z]+$/i.test(sp) && sp !== "unspecified" ? sp : p)),
  };
}

const NONE = enforcement("-", "-", "-");

function ours(examined: ExaminedState): PeerFacts {
  const seen = outcomes(examined, "mail-dmarc");
  const lost = ["absent", "multiple", "invalid-policy", "monitoring", "testing"];
  const enforced = !lost.some((one) => seen.has(one));
  return {
    "dmarc.enforced": told(enforced),
    "dmarc.enforcedBelow": told(enforced && !seen.has("open-subdomains")),
  };
}

const about = ({ name }: LabState) => name.startsWith("dmarc-");

/** Receivers' and postmasters' readers of DMARC records. */
export const dmarcPeers: readonly LabPeer[] = [
  {
    name: "opendmarc-check",
    version: "opendmarc",
    obstacle: needs("opendmarc-check"),
    about,
    async theirs({ room }, { name }) {
      const { stdout } = await room.ask("opendmarc-check", [`${name}.jp`]);
      const line = (title: string) => new RegExp(`${title}: (\\S+)`).exec(stdout)?.[1] ?? "-";
      return stdout.includes("DMARC record for")
        ? enforcement(line("Domain policy"), line("Subdomain policy"), line("Sample percentage"))
        : NONE;
    },
    ours,
  },
  {
    name: "Mail::DMARC",
    version: "libmail-dmarc-perl",
    async obstacle({ room }) {
      const { status } = await room.ask("/usr/bin/perl", ["-MMail::DMARC::PurePerl", "-e", "1"]);
      return status === 0 ? null : "libmail-dmarc-perl is not here";
    },
    about,
    async theirs({ room }, { name }) {
      const { stdout } = await room.ask("/usr/bin/perl", ["-e", MAIL_DMARC, `${name}.jp`]);
      const [p, sp = "-", pct = "-"] = stdout.trim().split(" ");
      return p ? enforcement(p, sp, pct) : NONE;
    },
    ours,
  },
  {
    name: "checkdmarc",
    version: "checkdmarc",
    obstacle: needsOutside("checkdmarc"),
    about,
    async theirs({ room }, { name }) {
      const args = [pythonPath("checkdmarc"), "/usr/bin/python3", "-c", CHECKDMARC, `${name}.jp`];
      const [p, sp = "-", pct = "-"] = (await room.ask("env", args)).stdout.trim().split(" ");
      return p ? enforcement(p, sp, pct) : NONE;
    },
    ours,
  },
];
