import type { Page } from "playwright-core";
import { hasWayOn } from "./way-on.ts";

/** A link, where it stands, and what became of following it. */
export interface FollowedLink {
  readonly from: string;
  readonly to: string;
  /** Why it leads nowhere; undefined when a page answered. */
  readonly problem?: string;
}

/** What is followed of each kind of address: lists lead to hundreds of pages that are alike. */
const eachKind = 2;

/** The same page with other values of its query is the same kind. */
const kindOf = ({ origin, pathname, searchParams, hash }: URL): string =>
  `${origin}${pathname}?${[...new Set(searchParams.keys())].toSorted().join("&")}${hash}`;

/** Waits until the page has said what it is, and nothing stands for what is still on its way. */
export async function arrived(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.locator(".animate-breathe").first().waitFor({ state: "detached" });
}

/** Whether the page has the place that a fragment names, once it has had time to show it. */
async function hasPlace(page: Page, hash: string): Promise<boolean> {
  if (hash === "") return true;
  const place = page.locator(`[id="${decodeURIComponent(hash.slice(1))}"]`);
  return place.waitFor({ state: "attached", timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}

/** Addresses that a page links to; places on it are left out where they are there. */
async function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("a[href]")]
    .filter(({ href, hash }) => href.split("#")[0] !== location.href.split("#")[0] || hash === "" ||
      !document.getElementById(decodeURIComponent(hash.slice(1))))
    .map(({ href }) => href)`);
}

export interface FollowOptions {
  /** Waits until a page that leads elsewhere by itself has done so. */
  readonly settled?: (page: Page) => Promise<void>;
  /** Pages at these origins are ours to follow; others are the operator's. */
  readonly origins: readonly string[];
  readonly from: readonly string[];
  /** Says that a page which answered is the one for addresses that nothing answers. */
  readonly isNowhere: (pathname: string) => boolean;
  /** Left alone, such as what ends the session. */
  readonly isSkipped?: (url: URL) => boolean;
  /** What is wrong with a page that was arrived at. */
  readonly examine: (page: Page) => Promise<readonly string[]>;
}

/** A file or an answer of the API: fetched as the person, without leaving the page. */
async function fetchFile(page: Page, url: URL): Promise<string | undefined> {
  const answer = await page.context().request.get(url.href, { maxRedirects: 5 });
  return answer.ok() ? undefined : `answers ${answer.status()}`;
}

const isFile = ({ pathname }: URL): boolean =>
  pathname.startsWith("/v1/") || /\.(pdf|csv|zip|json|xml|txt)$/.test(pathname);

/**
 * Opens a page, every page that it links to, and so on.
 *
 * @returns each link once, and one for every page whose own address leads nowhere.
 */
export async function followLinks(page: Page, options: FollowOptions): Promise<FollowedLink[]> {
  const waiting = options.from.map((to) => ({ from: "", to: new URL(to) }));
  const known = new Set<string>();
  const kinds = new Map<string, number>();
  const followed: FollowedLink[] = [];

  async function open(url: URL): Promise<string | undefined> {
    if (isFile(url)) return fetchFile(page, url);
    const answer = await page.goto(url.href);
    // The page for addresses that nothing answers says so with its status as well.
    const isExpected = options.isNowhere(url.pathname)
      ? answer?.status() === 404
      : answer === null || answer.status() < 400;
    if (!isExpected) return `answers ${answer?.status()}`;
    await arrived(page);
    await options.settled?.(page);
    const { pathname } = new URL(page.url());
    if (options.isNowhere(pathname) && !options.isNowhere(url.pathname))
      return `ends at ${pathname}`;
    const links = await linksOf(page);
    waiting.push(...links.map((link) => ({ from: url.pathname, to: new URL(link) })));
    if (!(await hasPlace(page, url.hash))) return `has no place named ${url.hash}`;
    if (!(await hasWayOn(page))) return "has no way on";
    const wrong = await options.examine(page);
    return wrong.length > 0 ? wrong.join("; ") : undefined;
  }

  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { from, to } = next;
    const count = kinds.get(kindOf(to)) ?? 0;
    if (!options.origins.includes(to.origin) || known.has(to.href)) continue;
    if (count >= eachKind || options.isSkipped?.(to)) continue;
    known.add(to.href);
    kinds.set(kindOf(to), count + 1);
    const problem = await open(to).catch((error: unknown) => String(error).split("\n")[0]);
    followed.push({ from, to: to.href, ...(problem === undefined ? {} : { problem }) });
  }
  return followed;
}
