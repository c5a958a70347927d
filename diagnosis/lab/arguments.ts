import { parseArgs } from "node:util";
import type { HostileDomain } from "./hostile/hostile-domain.ts";
import { hostileDomains, quickHostileDomains } from "./hostile/hostile-domains.ts";
import type { Area, LabState } from "./state.ts";
import { manifest } from "./states/manifest.ts";

/** What the lab was asked to do. */
export type LabArguments = {
  readonly states: readonly LabState[];
  readonly quick: boolean;
  readonly peers: boolean;
  /** Domains of those who mean harm, examined after the states. */
  readonly hostile: readonly HostileDomain[];
  /** Everything: all states and all tools. */
  readonly whole: boolean;
  /** Some states only, or none: nothing that other servers could stand for. */
  readonly some: boolean;
  /** Copies the findings' recipes into the servers and scans again, and nothing else. */
  readonly recipes: boolean;
  /** Writes the tables into docs/evidence/diagnosis.md. */
  readonly write: boolean;
  /** Says everything that was found. */
  readonly verbose: boolean;
};

/** Areas of states whose faults such recipes are for. */
const RECIPE_AREAS: readonly Area[] = [
  "TLS",
  "HTTP headers",
  "exposed files",
  "CORS, mixed content",
  "DNS, DNSSEC",
  "SPF",
  "DMARC, DKIM",
  "MX, STARTTLS, DANE",
  "open ports",
];

export const USAGE = `npm run lab -- [options]
  --quick          the ${manifest.filter(({ quick }) => quick).length} states that CI runs, without peers
  --area NAME      the states of one area (may be repeated)
  --state NAME     one state (may be repeated)
  --no-peers       without the tools of others
  --no-hostile     without the ${hostileDomains.length} domains that mean harm
  --hostile        these alone (with --quick ${quickHostileDomains.length} of them)
  --recipes        copies the recipes of what is found into the servers, and scans again
  --write          puts the tables into docs/evidence/diagnosis.md
  --verbose        every finding of every state`;

/** Reads the command line; throws with a sentence when it names nothing that is there. */
export function readArguments(args: readonly string[]): LabArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      area: { type: "string", multiple: true, default: [] },
      state: { type: "string", multiple: true, default: [] },
      "no-peers": { type: "boolean", default: false },
      "no-hostile": { type: "boolean", default: false },
      hostile: { type: "boolean", default: false },
      recipes: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
    },
  });
  const { quick, area, state, hostile, recipes } = values;
  const some = area.length + state.length > 0;
  const chosen = manifest.filter(
    (one) =>
      !hostile &&
      (!quick || one.quick) &&
      (area.length === 0 || area.includes(one.area)) &&
      (!recipes || RECIPE_AREAS.includes(one.area)) &&
      (state.length === 0 || state.includes(one.name)),
  );
  const withHostile = hostile || !(recipes || quick || some || values["no-hostile"]);
  if (chosen.length === 0 && !withHostile) throw new Error(`no state is called so\n${USAGE}`);
  return {
    states: chosen,
    quick,
    peers: !quick && !hostile && !recipes && !values["no-peers"],
    hostile: withHostile ? (quick ? quickHostileDomains : hostileDomains) : [],
    whole: !(quick || hostile || recipes || some || values["no-peers"]),
    some: some || hostile || recipes,
    recipes,
    write: values.write,
    verbose: values.verbose,
  };
}
