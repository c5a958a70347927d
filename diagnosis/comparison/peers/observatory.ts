import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { httpFixtures } from "../../fixtures/http/http-fixtures.ts";
import { type FactSet, factSet } from "../facts.ts";
import { runTool } from "../run-tool.ts";
import type { Peer } from "./peer.ts";

const PACKAGE = "@mdn/mdn-http-observatory@1.4.8";
const ROOT = join(import.meta.dirname, "../..");
/** A folder of its own, so that its two hundred packages stay out of the product's lock file. */
const FOLDER = join(ROOT, "../.cache/http-observatory");
const PROGRAM = join(FOLDER, "node_modules/@mdn/mdn-http-observatory/src/scan.js");

const PRELOAD_LIST = "node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json";

/** MDN HTTP Observatory: ten tests of headers, cookies and redirection. */
export const observatory: Peer = {
  name: "MDN HTTP Observatory",
  only: httpFixtures.map(({ name }) => name),
  prepare: async () => {
    if (existsSync(PROGRAM)) return null;
    await mkdir(FOLDER, { recursive: true });
    await writeFile(join(FOLDER, "package.json"), "{}");
    const args = [
      "install",
      "--prefix",
      FOLDER,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      PACKAGE,
    ];
    await runTool("npm", args);
    // Its own install script would fetch the browsers' preload list; no fixture is on it.
    await writeFile(join(FOLDER, PRELOAD_LIST), "{}").catch(() => undefined);
    return existsSync(PROGRAM) ? null : `${PACKAGE} could not be installed`;
  },
  examine: async ({ host, address, port, httpPort, rootFile }) => {
    const route = { host, address, ports: { 443: port, ...(httpPort ? { 80: httpPort } : {}) } };
    const preload = join(import.meta.dirname, "observatory-route.mjs");
    const env = {
      ...process.env,
      FIXTURE_ROUTE: JSON.stringify(route),
      NODE_EXTRA_CA_CERTS: rootFile,
    };
    const args = ["--import", preload, PROGRAM, host];
    return observatoryFacts((await runTool(process.execPath, args, { env })).stdout);
  },
};

/** Reads the JSON of the Observatory's command line; no facts when it reports an error instead. */
export function observatoryFacts(output: string): FactSet {
  const start = output.indexOf("{");
  const parsed = start === -1 ? {} : (JSON.parse(output.slice(start)) as { tests?: Tests });
  const { tests } = parsed;
  if (tests === undefined) return new Map();
  const result = (name: string) => tests[name]?.result ?? undefined;
  const hsts = result("strict-transport-security");
  const csp = result("content-security-policy");
  const frame = result("x-frame-options");
  const cors = result("cross-origin-resource-sharing");
  const redirection = result("redirection");
  const seconds = tests["strict-transport-security"]?.maxAge;
  return factSet({
    "hsts.present": hsts && /^hsts-(implemented|preloaded)/.test(hsts),
    "hsts.maxAge": hsts === "hsts-not-implemented" ? 0 : (seconds ?? undefined),
    // A policy that only reports is none; the result for it begins with the same words.
    "csp.present": csp && !csp.startsWith("csp-not-implemented"),
    "csp.unsafe": csp && /unsafe-(inline|eval)$|insecure-scheme$/.test(csp),
    "frame.protected": frame && !/not-implemented|invalid/.test(frame),
    "nosniff.present": flag(result("x-content-type-options"), /nosniff$/),
    "cors.reflectsOrigin":
      cors === undefined
        ? undefined
        : cors === "cross-origin-resource-sharing-implemented-with-universal-access",
    "sri.missing": flag(
      result("subresource-integrity"),
      /^sri-not-implemented-but-external|not-loaded-securely$/,
    ),
    "http.redirectsToHttps":
      redirection === undefined
        ? undefined
        : /^redirection-(to-https|all-redirects-preloaded)/.test(redirection),
  });
}

type Tests = Readonly<
  Record<string, { readonly result?: string; readonly maxAge?: number | null }>
>;

function flag(result: string | undefined, sign: RegExp): boolean | undefined {
  return result === undefined ? undefined : sign.test(result);
}
