import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProduct } from "@sekimori/e2e/running-product";
import { benchColdStart, benchProcessStart } from "./cold-start.ts";
import { benchLoginWeight } from "./login-weight.ts";
import { benchMemory } from "./memory.ts";
import { benchProfileRead } from "./profile-read.ts";
import { benchCodeFlow, benchRefresh } from "./refresh.ts";
import { benchSignIn, benchStorm } from "./sign-in.ts";
import { isMet, line, type Report } from "./support/report.ts";

const wanted = process.argv.slice(2);
const all = {
  "sign-in": benchSignIn,
  storm: benchStorm,
  "profile-read": benchProfileRead,
  refresh: benchRefresh,
  "code-flow": benchCodeFlow,
  "login-weight": benchLoginWeight,
  memory: benchMemory,
  "process-start": benchProcessStart,
} as const;

const dataFolder = mkdtempSync(join(tmpdir(), "sekimori-bench-"));
const reports: Report[] = [];
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const product = await runProduct(
  // One machine stands for all clients: each names a network of its own, and the limits, which no
  // person would reach, are lifted.
  {
    TRUSTED_PROXIES: "127.0.0.1,::1",
    SIGN_INS_PER_NETWORK: "10000000",
    SIGN_INS_PER_ACCOUNT: "10000000",
  },
  dataFolder,
);
try {
  for (const [name, bench] of Object.entries(all)) {
    if (!isWanted(name)) continue;
    for (const report of [await bench(product, dataFolder)].flat()) {
      reports.push(report);
      console.log(line(report));
    }
  }
} finally {
  await product.stop();
}
if (isWanted("cold-start")) {
  const report = await benchColdStart(dataFolder);
  reports.push(report);
  console.log(line(report));
}
rmSync(dataFolder, { recursive: true, force: true });
process.exitCode = reports.every(isMet) ? 0 : 1;
