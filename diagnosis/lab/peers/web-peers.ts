import { createRequire } from "node:module";
import { join } from "node:path";
import { observatoryFacts } from "../../comparison/peers/observatory.ts";
import { hostScore } from "../../score/host-score.ts";
import type { Area } from "../state.ts";
import { needsOutside, OUTSIDE, pythonPath } from "./outside.ts";
import { factsOf, found, type LabPeer, outcomes, SCORE, textOf, told } from "./peer.ts";

const OBSERVATORY = "node_modules/@mdn/mdn-http-observatory/src/scan.js";
const WEB: ReadonlySet<Area> = new Set(["HTTP headers", "CORS, mixed content"]);

const SECTXT = `
import sys, logging, sectxt
found = sectxt.SecurityTXT("https://" + sys.argv[1] + "/")
print("yes" if found.is_valid() else "no", [one["code"] for one in found.errors])
`;

type Retired = {
  readonly data: readonly {
    readonly results: readonly {
      readonly component: string;
      readonly version: string;
      readonly vulnerabilities?: readonly unknown[];
    }[];
  }[];
};

/** The signatures that our own data were made from; retire's own package brings none. */
const SIGNATURES = createRequire(import.meta.url).resolve(
  "@salesforce/code-analyzer-retirejs-engine/vulnerabilities/RetireJsVulns.json",
);

const list = (names: readonly string[]) => [...new Set(names)].sort().join(", ") || "none";

/** Tools that read web pages, their headers, scripts and contact files. */
export const webPeers: readonly LabPeer[] = [
  {
    name: "MDN HTTP Observatory",
    version: "@mdn/mdn-http-observatory",
    obstacle: needsOutside("mdn-http-observatory"),
    about: ({ area, web }) => WEB.has(area) && web !== undefined,
    async theirs({ room }, { name }) {
      const program = join(OUTSIDE, "mdn-http-observatory", OBSERVATORY);
      const trust = "NODE_EXTRA_CA_CERTS=/lab/root.pem";
      const { stdout } = await room.ask("env", [trust, process.execPath, program, `${name}.jp`]);
      const score = /"score": (\d+)/.exec(stdout)?.[1];
      const facts = textOf(observatoryFacts(stdout));
      return score === undefined ? facts : { ...facts, [SCORE]: score };
    },
    ours: (examined) => {
      const facts = factsOf(examined, /^http-/);
      const { categories } = hostScore(examined.state.name, examined.findings);
      const score = categories.find(({ category }) => category === "http")?.score ?? null;
      return score === null ? facts : { ...facts, [SCORE]: String(score) };
    },
  },
  {
    name: "retire",
    version: "retire",
    obstacle: needsOutside("retire"),
    about: ({ area }) => area === "JS libraries",
    async theirs({ room }, { name }) {
      const program = join(OUTSIDE, "retire/node_modules/retire/lib/cli.js");
      const where = ["--jsrepo", SIGNATURES, "--jspath", `/lab/www/${name}`];
      const how = ["--outputformat", "json", ...where];
      const { stdout, stderr } = await room.ask(process.execPath, [program, ...how]);
      const { data } = JSON.parse(stdout || stderr) as Retired;
      const bad = data.flatMap(({ results }) =>
        results.filter(({ vulnerabilities = [] }) => vulnerabilities.length > 0),
      );
      return {
        "js.vulnerable": list(bad.map(({ component, version }) => `${component} ${version}`)),
      };
    },
    ours: (examined) => ({
      "js.vulnerable": list(
        found(examined, "sw-version")
          .filter(({ outcome }) => outcome?.startsWith("library-"))
          .map(({ subject }) => subject ?? ""),
      ),
    }),
  },
  {
    name: "sectxt",
    version: "sectxt",
    obstacle: needsOutside("sectxt"),
    about: ({ area }) => area === "security.txt",
    async theirs({ room }, { name }) {
      const trust = "REQUESTS_CA_BUNDLE=/lab/root.pem";
      const python = [pythonPath("sectxt"), trust, "/usr/bin/python3", "-c", SECTXT];
      const { stdout } = await room.ask("env", [...python, `${name}.jp`]);
      return { "sectxt.valid": stdout.trim().split(" ")[0] ?? "" };
    },
    ours: (examined) => ({
      "sectxt.valid": told(outcomes(examined, "http-sectxt").has("present")),
    }),
  },
];
