import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { type LabArguments, readArguments, USAGE } from "./arguments.ts";
import type { ExaminedState } from "./examine-states.ts";
import { labObstacle, runInside } from "./namespace.ts";
import { fetchOutside } from "./outside-packages.ts";
import { unpackPackages } from "./packages.ts";
import { type ScanOnce, tryRecipes } from "./recipes/try-recipes.ts";

/*
 * The lab: real servers from Debian's packages in known states, the engine as it is, and the tools of
 * others beside it. Where that cannot be had, it is set before our own servers on loopback instead.
 * `npm run lab -- --help` says what can be chosen.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
/** A mirror that is away or slow must not hold up those who only want the quick form. */
const QUICK_DOWNLOAD_MS = 90_000;
const DOWNLOAD_MS = 900_000;
const repository = join(import.meta.dirname, "../..");

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    say(USAGE);
    return 0;
  }
  const chosen = readArguments(args);
  const { quick, peers, hostile } = chosen;
  const obstacle = labObstacle();
  if (obstacle !== null) {
    say(`lab skipped: ${obstacle}`);
    return chosen.some ? 0 : compareFixtures(chosen);
  }
  // Outside of the repository: some 250 MB, which nothing but the lab uses.
  const cache = process.env.SEKIMORI_LAB_CACHE ?? "/var/cache/sekimori-lab";
  mkdirSync(cache, { recursive: true });
  const unpacked = unpackPackages(cache, {
    quick: quick && hostile.length === 0,
    peers,
    withinMs: quick ? QUICK_DOWNLOAD_MS : DOWNLOAD_MS,
  });
  if (typeof unpacked === "string") {
    say(`lab skipped: ${unpacked}`);
    return 0;
  }
  const outside = peers ? fetchOutside(cache) : null;
  const base = mkdtempSync(join(cache, "base-"));
  try {
    const where = { repository, unpacked: unpacked.root, base };
    const program = (name: string) => [process.execPath, join(import.meta.dirname, name), ...args];
    const scan: ScanOnce = async (applied) => {
      const input = applied === null ? "" : JSON.stringify(applied);
      const ran = await runInside(where, program("recipes/inside-recipes.ts"), {}, input);
      if (ran.code !== 0) throw new Error(`the lab ended with ${ran.code}`);
      return JSON.parse(ran.told) as readonly ExaminedState[];
    };
    if (chosen.recipes) return (await tryRecipes(scan, say)) === 0 ? 0 : 1;
    const { code } = await runInside(where, program("inside.ts"), {
      SEKIMORI_LAB_VERSIONS: JSON.stringify({ ...unpacked.versions, ...outside?.versions }),
      SEKIMORI_LAB_OUTSIDE: outside?.folder ?? "",
    });
    if (!chosen.whole) return code;
    return (await tryRecipes(scan, say)) === 0 ? code : 1;
  } finally {
    rmdirSync(base);
  }
}

/** What runs on any machine; answers its exit code. */
function compareFixtures({ quick, peers }: LabArguments): number {
  say("our own servers on loopback instead:");
  const program = join(import.meta.dirname, "../comparison/run.ts");
  const less = [...(quick ? ["--fast"] : []), ...(peers ? [] : ["--alone"])];
  return spawnSync(process.execPath, [program, ...less], { stdio: "inherit" }).status ?? 1;
}

process.exitCode = await main();
