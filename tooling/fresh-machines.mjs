// `npm run fresh-machines`: whether a fresh clone sets itself up with each Node and npm that the
// README promises. With arguments only those: `npm run fresh-machines -- 20/10 24/11`.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./install.mjs";

const nodes = ["20", "22", "24"];
const ranges = { 20: "^20.19", 22: "^22.12", 24: "^24" };
// npm 10 comes with Node 20 and 22, npm 11 with 24; people mix them.
const npms = ["10", "11"];
const wanted = process.argv.slice(2);
const machines = nodes
  .flatMap((node) => npms.map((npm) => ({ node, npm })))
  .filter(({ node, npm }) => wanted.length === 0 || wanted.includes(`${node}/${npm}`));

/** What a clone would have, changes that are not committed yet included. */
const files = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .stdout.split("\n")
  .filter(Boolean);

/** A folder with nothing but this Node and this npm in it, first on the path. */
function toolsOf({ node, npm }, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const packages = [`node-${process.platform}-${process.arch}@${ranges[node]}`, `npm@${npm}`];
  const done = spawnSync("npm", ["install", "--no-audit", "--no-fund", ...packages], {
    cwd: folder,
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`Node ${node} and npm ${npm}: ${done.stderr}`);
  const runtime = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin`);
  return `${runtime}:${join(folder, "node_modules/.bin")}`;
}

/** Every command a newcomer types first, up to the point where the product itself begins. */
const steps = [
  { name: "npm start", args: ["start", "--", "--help"], says: "--portal-port" },
  { name: "npm test", args: ["test", "--", "--set-up"], says: "Node v24." },
  { name: "npx sekimori", args: ["exec", "--", "sekimori", "--help"], says: "diagnose" },
];

let ok = true;
for (const machine of machines) {
  const place = mkdtempSync(join(tmpdir(), "sekimori-fresh-"));
  try {
    const clone = join(place, "clone");
    for (const file of files) {
      mkdirSync(dirname(join(clone, file)), { recursive: true });
      cpSync(join(root, file), join(clone, file));
    }
    const path = toolsOf(machine, join(place, "tools"));
    // Nothing of the npm that runs this, and nothing of this project's own runtime.
    const clean = Object.entries(process.env).filter(
      ([name]) => !/^npm_(?!config_)|^NODE$|^INIT_CWD$/i.test(name),
    );
    const outside = (process.env.PATH ?? "")
      .split(":")
      .filter((folder) => !folder.includes("node_modules"));
    const env = { ...Object.fromEntries(clean), PATH: [path, ...outside].join(":") };
    for (const { name, args, says } of steps) {
      const began = Date.now();
      const { status, stdout, stderr } = spawnSync("npm", args, {
        cwd: clone,
        env,
        encoding: "utf8",
      });
      const passed = status === 0 && stdout.includes(says);
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      console.log(
        `${passed ? "✓" : "✗"} ${name} with Node ${machine.node} and npm ${machine.npm} (${seconds} s)`,
      );
      if (!passed) {
        ok = false;
        console.log(stdout, stderr);
      }
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
process.exitCode = ok && machines.length > 0 ? 0 : 1;
