import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Mailbox } from "@sekimori/e2e/mailbox";
import { signIn } from "@sekimori/e2e/member";
import { type RunningProduct, runProduct } from "@sekimori/e2e/running-product";
import { signUpThroughScreens } from "@sekimori/e2e/sign-up-steps";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { type BrowserContext, chromium } from "playwright-core";
import { z } from "zod";

// Lighthouse's mobile profile: on the portal's pages that have to be fast and fit for everybody, and
// on the management application's with the sample company's past, which have to be fit for everybody.
// It brings 180 MB of packages that nothing else needs, so they stay apart and are installed the
// first time. Paths given as arguments are examined alone, "karte" being all of the application's.
const folder = fileURLToPath(new URL("lighthouse/", import.meta.url));
const command = join(folder, "node_modules/lighthouse/cli/index.js");

const pages = ["/login", "/register", "/terms", "/notation", "/setting/security"] as const;
/** The other pages that are open to everybody, which need not be as fast. */
const otherPublicPages = [
  "/register-security24",
  "/reset-password",
  "/reset-password/change-password",
  "/verify-invoice",
  "/pay-invoice",
  "/unsubscribe",
  "/change-email/undo",
  "/tds",
  "/page-not-found",
  "/access-denied",
  "/v1/docs",
] as const;
const chosen = process.argv.slice(2);
const isChosen = (page: string) => chosen.length === 0 || chosen.includes(page);

type Category = "accessibility" | "best-practices" | "seo" | "performance";
type Wanted = Readonly<Partial<Record<Category, number>>>;
const wanted = { accessibility: 100, "best-practices": 100, seo: 100, performance: 95 };
const { performance: _speed, ...wantedOfOthers } = wanted;
const wantedOfKarte: Wanted = { accessibility: 100 };

/** The application's pages for its members; a group, a domain and a finding are examined beside them. */
const { signIn: _in, signOut: _out, invitation: _token, group: _group, ...kartePages } = pagePaths;

/** Nothing that needs a sign-in is for search engines. */
const isFound = (page: string) => !page.startsWith("/setting/");

const reportSchema = z.object({
  finalDisplayedUrl: z.url(),
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

const categoriesOf = (bounds: Wanted) => Object.keys(bounds) as Category[];

async function examine(url: string, port: number, bounds: Wanted): Promise<LighthouseReport> {
  const printed = await run(process.execPath, [
    command,
    url,
    `--port=${port}`,
    "--output=json",
    "--quiet",
    "--no-enable-error-reporting",
    // A signed-in page needs what the browser stores.
    "--disable-storage-reset",
    `--only-categories=${categoriesOf(bounds).join(",")}`,
  ]);
  const report = reportSchema.parse(JSON.parse(printed));
  const { pathname } = new URL(report.finalDisplayedUrl);
  if (pathname !== new URL(url).pathname) throw new Error(`${url} led to ${pathname}.`);
  return report;
}

const score = (report: LighthouseReport, category: string) =>
  Math.round((report.categories[category]?.score ?? 0) * 100);

function print(page: string, report: LighthouseReport, bounds: Wanted): boolean {
  const categories = categoriesOf(bounds);
  const figures = categories.map((name) => `${name} ${score(report, name)}`).join(", ");
  const isMet = categories
    .filter((name) => name !== "seo" || isFound(page))
    .every((name) => score(report, name) >= (bounds[name] ?? 0));
  const value = (audit: string) => report.audits[audit]?.displayValue ?? "–";
  console.log(`${isMet ? "✓" : "✗"} ${page}: ${figures}`);
  if (categories.includes("performance"))
    console.log(
      `    first paint ${value("first-contentful-paint")}, largest ${value("largest-contentful-paint")}, ` +
        `blocked ${value("total-blocking-time")}, shift ${value("cumulative-layout-shift")}`,
    );
  for (const { title, score: got } of Object.values(report.audits)) {
    if (got !== null && got < 0.9) console.log(`    ${got.toFixed(2)} ${title}`);
  }
  return isMet;
}

/** Signs the sample company's owner in. @returns the paths of all pages, a domain's and a finding's too. */
async function pagesOfKarte(context: BrowserContext, product: RunningProduct): Promise<string[]> {
  const page = await context.newPage();
  // Whoever was signed in before is forgotten.
  await context.clearCookies();
  await page.goto(`${product.portalOrigin}/terms`);
  await page.evaluate("localStorage.clear()");
  await page.goto(`${product.portalOrigin}/login`);
  await signIn(page, "en", "demo@sekimori.example", "Sekimori-2026");
  await page.getByRole("tablist").waitFor();
  const one = async (list: string, to: string) => {
    await page.goto(product.karteOrigin + list);
    const link = page.locator(`tbody a[href*="${to}?id="]`).first();
    return (await link.getAttribute("href")) ?? list;
  };
  const domain = await one(pagePaths.siteList, pagePaths.inventoryDomain);
  const finding = await one(pagePaths.inventoryResult, pagePaths.inventoryResult);
  const group = await one(pagePaths.groupList, pagePaths.group);
  await page.close();
  return [...Object.values(kartePages), group, domain, finding];
}

/** Examines all pages in one browser: the public ones first, then those of a new member, then karte's. */
async function examineAll(product: RunningProduct, profile: string): Promise<boolean> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    locale: "en-US",
    args: ["--no-sandbox", "--disable-background-networking", `--remote-debugging-port=${port}`],
  });
  try {
    let allMet = true;
    for (const page of otherPublicPages.filter(isChosen)) {
      const report = await examine(product.portalOrigin + page, port, wantedOfOthers);
      allMet = print(page, report, wantedOfOthers) && allMet;
    }
    for (const page of pages.filter(isChosen)) {
      if (page === "/setting/security") {
        const mailbox = new Mailbox(product.sandboxOrigin);
        const member = await context.newPage();
        await signUpThroughScreens(
          member,
          mailbox,
          "en",
          "light@house.example",
          product.portalOrigin,
        );
        await member.close();
      }
      const report = await examine(product.portalOrigin + page, port, wanted);
      allMet = print(page, report, wanted) && allMet;
    }
    if (!isChosen("karte")) return allMet;
    for (const page of await pagesOfKarte(context, product)) {
      const report = await examine(product.karteOrigin + page, port, wantedOfKarte);
      allMet = print(`karte ${page}`, report, wantedOfKarte) && allMet;
    }
    return allMet;
  } finally {
    await context.close();
  }
}

if (!existsSync(command)) await run("npm", ["ci", "--prefix", folder, "--ignore-scripts"]);
const profile = mkdtempSync(join(tmpdir(), "sekimori-lighthouse-"));
const product = await runProduct({}, { withCompany: true });
try {
  console.log(`Load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  process.exitCode = (await examineAll(product, profile)) ? 0 : 1;
} finally {
  await product.stop();
  rmSync(profile, { recursive: true, force: true });
}
