import { pagePaths as kartePaths } from "@sekimori/karte-contract/page-routes";
import { kartePage, pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { judgeFit } from "./support/fits.ts";
import {
  arrived,
  type FollowedLink,
  type FollowOptions,
  followLinks,
} from "./support/follow-links.ts";
import { partedCounts } from "./support/line-breaks.ts";
import { signIn, speak } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { expect, test } from "./support/test.ts";

// Every page that there is, with the sample company's three months in it: each link leads somewhere,
// no line parts a count from its unit, and each page of the management application is fit for everybody.

const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" } as const;

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { withCompany: true });
});
afterAll(() => product?.stop());

const inPortal = (path: string) => `${product.portalOrigin}${path}`;
const inKarte = (path: string) => `${product.karteOrigin}${path}`;

async function signInAsDemo(page: Page, locale: "ja" | "en"): Promise<void> {
  await page.goto(inPortal(pagePaths.login));
  await signIn(page, locale, demo.email, demo.password);
  await page.getByRole("tablist").waitFor();
  await speak(page, locale);
}

const leavers: readonly string[] = [kartePaths.signOut, kartePage(kartePaths.signOut)];

/**
 * What is wrong with a page at a phone's width and at a desk's; it is resized in place. What it frames
 * is a page of the management application, which has a walk of its own.
 */
async function examine(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [1280, 375] as const) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await judgeFit([page.mainFrame()])).map((what) => `${width} px: ${what}`));
  }
  // A phone's narrow lines break where wide ones do not.
  return [...found, ...(await partedCounts(page))];
}

const follow = (page: Page, from: readonly string[], more: Partial<FollowOptions> = {}) =>
  followLinks(page, {
    ...more,
    from,
    origins: [product.portalOrigin, product.karteOrigin],
    isNowhere: (pathname) => pathname === pagePaths.pageNotFound,
    isSkipped: ({ pathname }) => leavers.includes(pathname),
    examine,
  });

const problems = (links: readonly FollowedLink[]) =>
  links.filter(({ problem }) => problem !== undefined);

/** Paths at an origin that were opened. */
const reached = (links: readonly FollowedLink[], origin: string) =>
  new Set(
    links
      .map(({ to }) => new URL(to))
      .filter((to) => to.origin === origin)
      .map(({ pathname }) => pathname),
  );

describe("every link leads to a page", () => {
  test("for guests, from each address that the portal knows, in Japanese", async ({ visit }) => {
    const { page } = await visit({ width: 375 });
    const links = await follow(
      page,
      [...Object.values(pagePaths).map(inPortal), ...Object.values(kartePaths).map(inKarte)],
      // The management application sends a guest on to the portal once it knows that nobody is signed in.
      { settled: (at) => at.waitForLoadState("networkidle").then(() => arrived(at)) },
    );
    expect(problems(links)).toEqual([]);
    expect(reached(links, product.portalOrigin)).toContain(pagePaths.notation);
  });

  test("for members, from My Page, in English", async ({ visit }) => {
    const { page } = await visit({ locale: "en", width: 375 });
    await signInAsDemo(page, "en");
    const links = await follow(page, [inPortal(pagePaths.security)]);
    expect(problems(links)).toEqual([]);
    // The menu's entries, and what stands on them.
    for (const path of [kartePaths.siteList, kartePaths.inventoryResult, kartePaths.groupList]) {
      expect(reached(links, product.portalOrigin)).toContain(kartePage(path));
    }
  });

  test("for members, in the management application, in Japanese", async ({ visit }) => {
    const { page } = await visit({ width: 375 });
    await signInAsDemo(page, "ja");
    const links = await follow(page, [
      inKarte(kartePaths.overview),
      // Choices of the menu of workspaces, not links.
      inKarte(kartePaths.newWorkspace),
      inKarte(kartePaths.closedWorkspaces),
    ]);
    expect(problems(links)).toEqual([]);
    const {
      signIn: _in,
      signOut: _out,
      invitation: _mailed,
      unsubscribe: _mailedToo,
      pageNotFound: _none,
      ...linked
    } = kartePaths;
    const found = reached(links, product.karteOrigin);
    expect(Object.values(linked).filter((path) => !found.has(path))).toEqual([]);
  });
});

describe("text to read", () => {
  const styleOf = (page: Page, selector: string) =>
    page.evaluate<readonly string[]>(`(() => {
      const { wordBreak, textWrapStyle } = getComputedStyle(document.querySelector("${selector}"));
      return [wordBreak, textWrapStyle];
    })()`);

  test("Japanese breaks between phrases in headings and what is centred; sentences leave no single sign on a line", async ({
    visit,
  }) => {
    const { page } = await visit({ width: 375 });
    await page.goto(inPortal(pagePaths.terms));
    await page.locator("article p").first().waitFor();
    expect(await styleOf(page, "article h2")).toEqual(["auto-phrase", "balance"]);
    expect(await styleOf(page, "article li")).toEqual(["normal", "pretty"]);
    await page.goto(inPortal(pageUrl("resetPassword", { step: "email-notification" })));
    await page.locator("main a").first().waitFor();
    // The first link is a button, the second one stands in the text.
    expect(await styleOf(page, "main a")).toEqual(["auto-phrase", "balance"]);
    expect(await styleOf(page, "main a:last-of-type")).toEqual(["normal", "pretty"]);
  });

  test.for([1280, 1279])(
    "a document has its contents beside it from 1280 px on: %i px",
    async (width, { visit }) => {
      const { page } = await visit({ width });
      await page.goto(inPortal(pagePaths.terms));
      const contents = page.locator("article > nav");
      const text = page.locator("article h2");
      await text.waitFor();
      expect(await contents.isVisible()).toBe(width === 1280);
      const isBeside = await page.evaluate<boolean>(`
        document.querySelector("article > nav").getBoundingClientRect().right <
          document.querySelector("article h2").getBoundingClientRect().left`);
      expect(isBeside).toBe(true);
      expect(
        await page.locator("article details, article [aria-expanded]").first().isVisible(),
      ).toBe(width !== 1280);
    },
  );
});

/** Opens the first link to a page from another. */
async function openFirst(page: Page, from: string, to: string): Promise<void> {
  await page.goto(inKarte(from));
  await arrived(page);
  await page.locator(`main a[href*="${to}?"]`).first().click();
  await page.waitForURL((url) => url.pathname === to);
  await arrived(page);
}

/** A domain's page begins with what the list of its findings begins with. */
async function expectOwnFindings(page: Page, locale: "ja" | "en"): Promise<void> {
  const name = sentencesOf("features/domains", locale, "karte")("What to fix first");
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name }) });
  const opensFinding = `a[href*="${kartePaths.inventoryResult}?id="]`;
  const linked = (place: Locator) =>
    place.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const shown = await linked(section.locator(`li ${opensFinding}`));
  expect(shown.length).toBeGreaterThan(1);
  const id = new URL(page.url()).searchParams.get("id");
  await page.goto(inKarte(`${kartePaths.inventoryResult}?domain=${id}`));
  await arrived(page);
  const listed = await linked(page.locator(`tbody th ${opensFinding}`));
  expect(shown).toEqual(listed.slice(0, shown.length));
}

/** A list fits beside the menu: a column out of sight is a column that nobody knows of. */
async function expectNothingCutOff(page: Page): Promise<void> {
  const tooWide = `[...document.querySelectorAll("table[data-stacks]")]
    .map((table) => [table.getAttribute("aria-label"), table.offsetWidth - table.parentElement.clientWidth])
    .filter(([, over]) => over > 0)`;
  expect(await page.evaluate(tooWide)).toEqual([]);
}

/** What is drawn stands beside its figures, in a table; the rest of the pictures say nothing to anybody. */
async function expectDrawingsTold(page: Page): Promise<void> {
  const untold = `[...document.querySelectorAll("main svg:not([aria-hidden=true])")]
    .filter((drawing) => !drawing.closest("figure")?.querySelector("table"))
    .map(({ outerHTML }) => outerHTML.slice(0, 120))`;
  expect(await page.evaluate(untold)).toEqual([]);
}

interface History {
  readonly history: readonly { readonly grade: string | null; readonly score: number | null }[];
}

/** The page's chart, by keyboard, as a table of the very figures that the server gave to be drawn. */
async function expectChartRead(
  page: Page,
  { locale, open, answers }: { locale: "ja" | "en"; open: () => Promise<void>; answers: RegExp },
): Promise<void> {
  const answered = page.waitForResponse((one) => answers.test(new URL(one.url()).pathname));
  await open();
  const { history } = (await (await answered).json()) as History;
  expect(history.length).toBeGreaterThan(1);
  const figure = page.locator("main figure");
  const drawing = figure.getByRole("img");
  const title = sentencesOf("app/charts", locale, "karte")("Show as a table");
  await figure.locator("summary", { hasText: title }).press("Enter");
  const table = figure.getByRole("table");
  await table.waitFor();
  const label = (await table.getAttribute("aria-label")) ?? "";
  const last = history.at(-1);
  // The picture's name is the table's, and says how it stands now.
  const said = (await drawing.getAttribute("aria-label")) ?? "";
  expect(said.startsWith(label) && label !== "").toBe(true);
  expect(said).toContain(last?.grade ?? "–");
  expect(said).toContain(String(last?.score ?? "–"));
  const cells = await table.locator("tbody :is(th, td)").allTextContents();
  const rows = Array.from({ length: cells.length / 4 }, (_, row) =>
    cells.slice(row * 4, row * 4 + 4),
  );
  expect(rows.map(([, grade, score]) => [grade, score])).toEqual(
    history.toReversed().map(({ grade, score }) => [grade ?? "–", String(score ?? "–")]),
  );
}

const plainPages = [
  kartePaths.overview,
  kartePaths.siteList,
  kartePaths.siteBulkRegistration,
  kartePaths.importLog,
  kartePaths.inventory,
  kartePaths.inventoryResult,
  kartePaths.groupList,
  kartePaths.reportRequest,
  kartePaths.userManagement,
  kartePaths.activity,
  kartePaths.workspace,
  kartePaths.alerts,
  kartePaths.settings,
  kartePaths.newWorkspace,
  kartePaths.closedWorkspaces,
  kartePaths.contactUs,
  kartePaths.myContract,
  kartePaths.pageNotFound,
];

/** Puts a host into the first row's title that leaves no place to break it. */
const withLongHost = (page: Page) =>
  page.evaluate(`(() => {
    const title = document.querySelector("table[data-stacks] tbody :is(th, td) a");
    if (title) title.textContent = "No HTTPS at " + "a-very-long-name-of-a-host".repeat(3) + ".example.co.jp";
  })()`);

test("English lists show every column at 1280 px, whatever host stands in a title", async ({
  visit,
}) => {
  const { page } = await visit({ locale: "en", width: 1280 });
  await signInAsDemo(page, "en");
  const { siteList, inventory, inventoryResult, groupList, importLog, reportRequest } = kartePaths;
  for (const path of [siteList, inventory, inventoryResult, groupList, importLog, reportRequest]) {
    await page.goto(inKarte(path));
    await arrived(page);
    await withLongHost(page);
    await expectNothingCutOff(page);
  }
});

describe.for([
  { locale: "ja", width: 1280 },
  { locale: "en", width: 375 },
] as const)("the management application with data ($locale, $width px)", (look) => {
  test("each page of it", async ({ visit }) => {
    const { page } = await visit(look);
    await signInAsDemo(page, look.locale);
    for (const path of plainPages) {
      await page.goto(inKarte(path));
      await arrived(page);
      await expectNothingCutOff(page);
      await expectAccessible(page, `karte with data: ${path}`);
    }
  });

  test("each chart reads out as a table: of the workspace, a domain, a group", async ({
    visit,
  }) => {
    const { page } = await visit(look);
    await signInAsDemo(page, look.locale);
    const { locale } = look;
    const overview = async () => void (await page.goto(inKarte(kartePaths.overview)));
    await expectChartRead(page, { locale, open: overview, answers: /\/overview$/ });
    const domain = () => openFirst(page, kartePaths.siteList, kartePaths.inventoryDomain);
    await expectChartRead(page, { locale, open: domain, answers: /\/domains\/[0-9a-f-]{36}$/ });
    await expectDrawingsTold(page);
    const group = () => openFirst(page, kartePaths.groupList, kartePaths.group);
    await expectChartRead(page, { locale, open: group, answers: /\/overview$/ });
    await expectDrawingsTold(page);
  });

  test("a domain, a group, a finding", async ({ visit }) => {
    const { page } = await visit(look);
    await signInAsDemo(page, look.locale);
    await openFirst(page, kartePaths.siteList, kartePaths.inventoryDomain);
    await expectAccessible(page, `karte with data: ${kartePaths.inventoryDomain}`);
    await expectOwnFindings(page, look.locale);
    await openFirst(page, kartePaths.groupList, kartePaths.group);
    await expectAccessible(page, `karte with data: ${kartePaths.group}`);
    await page.goto(inKarte(kartePaths.inventoryResult));
    await arrived(page);
    // Of equally grave ones any may be the first: one is opened that has a host in its title.
    const host = page.locator("bdi", { hasText: "-" });
    const titled = page.locator("tbody th a").filter({ has: host });
    await titled.first().click();
    await page.getByRole("dialog").or(page.locator("main h1")).first().waitFor();
    await arrived(page);
    await expectAccessible(page, "karte with data: a finding");
    // Where a host stands in the title, no line ends within a short label of it.
    const parted = `[...document.querySelectorAll("main h1 bdi span")].map((label) => label.getClientRects().length)`;
    const lines = await page.evaluate<readonly number[]>(parted);
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines)).toEqual(new Set([1]));
  });
});

/** How a list stands in the portal's frame, in pixels of the window. */
async function measured(page: Page, path: string) {
  await page.goto(inPortal(kartePage(path)));
  const row = page.frameLocator("iframe").locator("tbody tr").first();
  await row.waitFor();
  const frame = page.frames().find((one) => one.url().startsWith(product.karteOrigin));
  const top = (await row.boundingBox())?.y;
  const inFrame = await frame?.evaluate<{
    heights: number[];
    sideways: number;
    end: number;
  }>(`(() => {
    const rows = [...document.querySelectorAll("tbody > tr")].map((row) => row.getBoundingClientRect());
    const { scrollWidth, clientWidth } = document.documentElement;
    const lists = [...document.querySelectorAll("section:has(> table)")];
    return {
      heights: rows.map(({ height }) => Math.round(height)),
      sideways: Math.max(
        scrollWidth - clientWidth,
        ...lists.map((list) => list.scrollWidth - list.clientWidth),
      ),
      end: rows.at(-1).bottom - rows[0].top,
    };
  })()`);
  if (top === undefined || !inFrame) throw new Error(`no list at ${path}`);
  return { top, ...inFrame };
}

/** Widths of windows with what a list may take there: where its first row stands, and how high rows are. */
const listMeasures = [
  { width: 1280, top: 280, row: 36 },
  { width: 768, top: 300, row: 40 },
  { width: 375, top: 320, row: 64 },
] as const;

test.for(["ja", "en"] as const)(
  "lists begin in the upper third, with rows that do not break (%s)",
  async (locale, { visit }) => {
    const { page } = await visit({ locale });
    await signInAsDemo(page, locale);
    for (const { width, top, row } of listMeasures) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [kartePaths.inventoryResult, kartePaths.siteList, kartePaths.inventory]) {
        const list = await measured(page, path);
        expect.soft(list.top, `${path} begins, ${width} px`).toBeLessThanOrEqual(top);
        const highest = Math.max(...list.heights);
        expect.soft(highest, `a row of ${path}, ${width} px`).toBeLessThanOrEqual(row);
        expect.soft(list.sideways, `${path} scrolls sideways, ${width} px`).toBe(0);
      }
      // The portal's footer is no part of the window: it comes after the frame.
      const footer = await page.locator("footer").boundingBox();
      expect(footer?.y).toBeGreaterThanOrEqual(900);
    }
  },
);
