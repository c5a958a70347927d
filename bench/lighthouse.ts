import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { freePort } from "@sekimori/e2e/free-port";
import { Mailbox } from "@sekimori/e2e/mailbox";
import { type RunningProduct, runProduct } from "@sekimori/e2e/running-product";
import { signUpForFree } from "@sekimori/e2e/sign-up-steps";
import { chromium } from "playwright-core";
import { z } from "zod";

// Lighthouse's mobile profile on the pages that have to be fast and fit for everybody. It brings
// 180 MB of packages that nothing else needs, so they stay apart and are installed the first time.
// Paths given as arguments are examined alone.
const folder = fileURLToPath(new URL("lighthouse/", import.meta.url));
const command = join(folder, "node_modules/lighthouse/cli/index.js");

const pages = ["/login", "/register", "/terms", "/notation", "/setting/security"] as const;
const chosen = process.argv.slice(2);
const wanted = { accessibility: 100, "best-practices": 96, performance: 95 } as const;
const categories = Object.keys(wanted) as (keyof typeof wanted)[];

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      displayValue: z.string().optional(),
    }),
  ),
});

type LighthouseReport = z.infer<typeof reportSchema>;

async function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with code ${code}`);
  return printed;
}

async function examine(url: string, port: number): Promise<LighthouseReport> {
  const printed = await run(process.execPath, [
    command,
    url,
    `--port=${port}`,
    "--output=json",
    "--quiet",
    "--no-enable-error-reporting",
    // A signed-in page needs what the browser stores.
    "--disable-storage-reset",
    `--only-categories=${categories.join(",")}`,
  ]);
  return reportSchema.parse(JSON.parse(printed));
}

const score = (report: LighthouseReport, category: string) =>
  Math.round((report.categories[category]?.score ?? 0) * 100);

function print(page: string, report: LighthouseReport): boolean {
  const figures = categories.map((name) => `${name} ${score(report, name)}`).join(", ");
  const isMet = categories.every((name) => score(report, name) >= wanted[name]);
  const value = (audit: string) => report.audits[audit]?.displayValue ?? "–";
  console.log(`${isMet ? "✓" : "✗"} ${page}: ${figures}`);
  console.log(
    `    first paint ${value("first-contentful-paint")}, largest ${value("largest-contentful-paint")}, ` +
      `blocked ${value("total-blocking-time")}, shift ${value("cumulative-layout-shift")}`,
  );
  for (const { title, score: got } of Object.values(report.audits)) {
    if (got !== null && got < 0.9) console.log(`    ${got.toFixed(2)} ${title}`);
  }
  return isMet;
}

/** Examines all pages in one browser: the public ones first, then those of a new member. */
async function examineAll(product: RunningProduct, profile: string): Promise<boolean> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    locale: "en-US",
    args: ["--no-sandbox", "--disable-background-networking", `--remote-debugging-port=${port}`],
  });
  try {
    let allMet = true;
    for (const page of pages) {
      if (chosen.length > 0 && !chosen.includes(page)) continue;
      if (page === "/setting/security") {
        const mailbox = new Mailbox(product.sandboxOrigin);
        const member = await context.newPage();
        await signUpForFree(member, mailbox, "en", "light@house.example", product.portalOrigin);
        await member.close();
      }
      allMet = print(page, await examine(product.portalOrigin + page, port)) && allMet;
    }
    return allMet;
  } finally {
    await context.close();
  }
}

if (!existsSync(command)) await run("npm", ["ci", "--prefix", folder, "--ignore-scripts"]);
const profile = mkdtempSync(join(tmpdir(), "sekimori-lighthouse-"));
const product = await runProduct();
try {
  console.log(`Load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  process.exitCode = (await examineAll(product, profile)) ? 0 : 1;
} finally {
  await product.stop();
  rmSync(profile, { recursive: true, force: true });
}
