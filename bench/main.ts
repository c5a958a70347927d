import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type RunningProduct, runProduct } from "@sekimori/e2e/running-product";
import { benchColdStart, benchProcessStart } from "./cold-start.ts";
import { benchLoginWeight } from "./login-weight.ts";
import { benchMemory } from "./memory.ts";
import { benchProfileRead } from "./profile-read.ts";
import { benchCodeFlow, benchRefresh } from "./refresh.ts";
import { benchSampleCompany } from "./sample-company.ts";
import { benchSignInContended } from "./sign-in/contended.ts";
import { benchSharedSignIn, benchSignIn, benchStorm } from "./sign-in/idle.ts";
import { benchPasskeySignIn } from "./sign-in/passkeys.ts";
import { asProduct } from "./support/as-product.ts";
import { besideBusy } from "./support/neighbours.ts";
import { liftedLimits } from "./support/portal-process.ts";
import { registerBenchClient } from "./support/relying-party.ts";
import { isMet, line, type Report } from "./support/report.ts";
import { benchTelemetry } from "./telemetry.ts";

const wanted = process.argv.slice(2);
// It has a database of its own, and takes minutes to fill it.
if (wanted.includes("karte")) {
  const file = fileURLToPath(new URL("./karte/main.ts", import.meta.url));
  const [code] = await once(fork(file, asProduct), "exit");
  process.exit(code ?? 1);
}
// So has this one, and processes of its own.
if (wanted.includes("billing")) {
  const { benchBilling } = await import("./billing/main.ts");
  process.exit((await benchBilling()) ? 0 : 1);
}
if (wanted.includes("audit")) {
  const { benchAudit } = await import("./audit/main.ts");
  process.exit((await benchAudit()) ? 0 : 1);
}
if (wanted.includes("console-find")) {
  const { benchConsoleFind } = await import("./console-find/main.ts");
  process.exit((await benchConsoleFind()) ? 0 : 1);
}
if (wanted.includes("growth")) {
  const { benchGrowth } = await import("./growth/main.ts");
  process.exit((await benchGrowth()) ? 0 : 1);
}
// Each of its starts is one of a product of its own.
if (wanted.includes("sample-company")) {
  const reports = await benchSampleCompany();
  for (const report of reports) console.log(line(report));
  process.exit(reports.every(isMet) ? 0 : 1);
}
const all = {
  "sign-in": benchSignIn,
  "sign-in-contended": benchSignInContended,
  "passkey-sign-in": benchPasskeySignIn,
  storm: benchStorm,
  "profile-read": benchProfileRead,
  refresh: benchRefresh,
  "code-flow": benchCodeFlow,
  "login-weight": benchLoginWeight,
  memory: benchMemory,
  telemetry: benchTelemetry,
  "process-start": benchProcessStart,
} as const;
/** Rates whose measure is made in the same run: these hold on a machine that is shared as well. */
const alsoShared: Readonly<Record<string, (product: RunningProduct) => Promise<Report>>> = {
  "sign-in": benchSharedSignIn,
  "profile-read": benchProfileRead,
  refresh: benchRefresh,
  "code-flow": benchCodeFlow,
};
const neighbours = 2;

const dataFolder = mkdtempSync(join(tmpdir(), "sekimori-bench-"));
const reports: Report[] = [];
// Its matrix takes an hour: only where it is named.
const isWanted = (name: string) =>
  wanted.includes(name) || (wanted.length === 0 && name !== "sign-in-contended");

function show(measured: readonly Report[]): void {
  reports.push(...measured);
  for (const report of measured) console.log(line(report));
}

const asShared = (report: Report): Report => ({
  ...report,
  name: `${report.name}, beside ${neighbours} busy processes`,
});

const product = await runProduct(
  // One machine stands for all clients: each names a network of its own, and the limits, which no
  // person would reach, are lifted.
  liftedLimits,
  { dataFolder },
);
try {
  // Once for all of them: a second registration under the same name is refused.
  await registerBenchClient(product);
  for (const [name, bench] of Object.entries(all)) {
    if (!isWanted(name)) continue;
    show([await bench(product, dataFolder)].flat());
    const shared = alsoShared[name];
    if (shared !== undefined) {
      show([asShared(await besideBusy(neighbours, () => shared(product)))]);
    }
  }
} finally {
  await product.stop();
}
if (isWanted("cold-start")) {
  show([await benchColdStart(dataFolder)]);
}
rmSync(dataFolder, { recursive: true, force: true });
process.exitCode = reports.every(isMet) ? 0 : 1;
