import { hrefOf } from "@sekimori/kit-web/routing/place";
import { createRouter, type Router } from "@sekimori/kit-web/routing/router";
import { memoryEntries } from "@sekimori/kit-web/routing/testing/memory-entries";
import { createClientStorage } from "@sekimori/kit-web/storage/client-storage";
import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSession, type Session } from "../session/session.ts";
import { storedItems, tabItems } from "../session/stored-items.ts";
import { pageAfter } from "../sign-up-flow/page-after-sign-in.ts";
import { createPageGuard } from "./guard-page.ts";
import { pageRules, type RoutedPage } from "./page-rules.ts";
import { routeTable, type Screen } from "./route-table.ts";

/**
 * Assurance row 32, in memory: the real storage, session, guard, route table and router, and pages
 * that do nothing. Whatever people do, a tab ends at a page.
 */

const screen: Screen = { title: { id: "page" }, parts: [async () => () => null] };
const screens = Object.fromEntries(
  Object.keys(pageRules).map((page) => [page, screen]),
) as Readonly<Record<RoutedPage, Screen>>;

interface Tab {
  session: Session;
  router: Router;
  readonly history: ReturnType<typeof memoryEntries>;
}

const webStorage = (items: Map<string, string>) =>
  ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  }) as Storage;

/** One person's browser: what is stored is shared by its tabs, each of which has a history. */
class Browser {
  readonly tabs: Tab[] = [];
  #now = Date.UTC(2026, 10, 21);
  readonly #items = new Map<string, string>();
  /** Of each tab; a page that has been left hears nothing any more. */
  readonly #listeners = new Map<Tab["history"], (event: { storageArea: Storage }) => void>();
  readonly #storage = webStorage(this.#items);
  /** Each tab's own, which a reload keeps. */
  readonly #tabItems = new Map<Tab["history"], Map<string, string>>();

  async #load(history: Tab["history"]): Promise<Omit<Tab, "history">> {
    const events = {
      addEventListener: (_name: string, listener: never) =>
        void this.#listeners.set(history, listener),
    };
    const now = () => this.#now;
    const kept = this.#tabItems.get(history) ?? new Map<string, string>();
    this.#tabItems.set(history, kept);
    const session = createSession(
      createClientStorage(storedItems, this.#storage, events),
      createClientStorage(tabItems, webStorage(kept)),
      now,
    );
    const router = createRouter({
      routes: routeTable(createPageGuard(session, now), screens),
      entries: history.entries,
      show: async (change) => change(),
    });
    session.subscribe(() => void router.revalidate());
    await router.start();
    return { session, router };
  }

  async open(href: string): Promise<void> {
    const history = memoryEntries(href);
    this.tabs.push({ history, ...(await this.#load(history)) });
  }

  async reload(tab: Tab): Promise<void> {
    Object.assign(tab, await this.#load(tab.history));
  }

  pass(duration: number): void {
    this.#now += duration;
  }

  get now(): number {
    return this.#now;
  }

  store(key: string, value: unknown): void {
    this.#items.set(key, JSON.stringify(value));
    for (const items of this.#tabItems.values()) items.set(key, JSON.stringify(value));
  }

  /** What one tab has stored, the others hear of. */
  tellTabs(): void {
    for (const listener of this.#listeners.values()) listener({ storageArea: this.#storage });
  }
}

type Act = (browser: Browser, tab: Tab) => Promise<unknown> | undefined;

const addresses = [
  ...Object.values(pagePaths),
  `${pagePaths.authorize}?interaction=abc`,
  `${pagePaths.authorize}?interaction=abc&step=2`,
  `${pagePaths.gmoidCallback}?state=s&code=c`,
  `${pagePaths.agreement}?from=3ds`,
  `${pagePaths.registerVerification}?token=t`,
  `${pagePaths.changeEmailVerify}?change_email=x@example.jp`,
  `${pagePaths.tds}?attempt=1`,
  `${pagePaths.security}?tab=password`,
  ...Object.values(kartePaths).map(kartePage),
  "/no/such/page",
  "/LOGIN/",
];
const address = fc.constantFrom(...addresses);
/** What people type, or what a text program makes of a link. */
const typed = fc.constantFrom(...addresses, "//", "//login", "/%2e%2e/setting/security");
const steps = ["verification", "information", "confirmation", "payment", "agreement"] as const;
const hour = 3_600_000;

const signedIn = (browser: Browser) => new Date(browser.now + 8 * hour).toISOString();

function outcome(name: "SIGNED_IN" | "OTP_VERIFY" | "RESET_PASSWORD"): Act {
  return (browser, { session, router }) => {
    const at = signedIn(browser);
    const answers = {
      SIGNED_IN: { status: "SIGNED_IN", expiresAt: at },
      OTP_VERIFY: { status: "OTP_VERIFY", mayTrustBrowser: true, ways: ["email"], resendAt: at },
      RESET_PASSWORD: { status: "RESET_PASSWORD" },
    } satisfies Record<string, Parameters<typeof pageAfter>[1]>;
    return router.navigate(pageAfter(session, answers[name], "a@example.jp"), { replace: true });
  };
}

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: address.map(
      (to): Act =>
        (_, { router }) =>
          router.navigate(to),
    ),
  },
  {
    weight: 3,
    arbitrary: address.map(
      (to): Act =>
        (browser) =>
          browser.open(to),
    ),
  },
  { weight: 6, arbitrary: fc.constant<Act>((browser, tab) => browser.reload(tab)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(-1, 1).map(
      (by): Act =>
        (_, { history }) => {
          const to = history.position() + by;
          if (to >= 0 && to < history.hrefs().length) history.step(by);
          return undefined;
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(-9, -1, 1, 7.99, 8, 9, 24).map(
      (hours): Act =>
        async (browser) =>
          browser.pass(hours * hour),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom("SIGNED_IN", "OTP_VERIFY", "RESET_PASSWORD" as const).map(outcome),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...steps).map(
      (step): Act =>
        (_, { session, router }) => {
          const outcome = {
            status: "SERVICE_AGREE",
            flow: { step, email: "a@example.jp" },
          } as Parameters<typeof pageAfter>[1];
          return router.navigate(pageAfter(session, outcome, ""));
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Act>((_, { session, router }) => {
      const place = router.shown()?.place;
      session.ended("expired");
      if (place) session.returnTo(hrefOf(place));
      return router.navigate(pagePaths.login);
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Act>((_, { session, router }) => {
      session.ended("signed-out");
      return router.navigate(pagePaths.login);
    }),
  },
  // What an older release, a person or another script has left there.
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom("authenticationStep", "pageAfterSignIn"), address).map(
      ([key, path]): Act =>
        async (browser) =>
          browser.store(key, { path }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...["accountInfo", "authorizedExpiry", "authenticationStep"].map(
        (key): Act =>
          async (browser) =>
            browser.store(key, null),
      ),
    ),
  },
);

const settled = () => new Promise((resolve) => setImmediate(resolve));

function expectPage({ router, history }: Tab): void {
  const shown = router.shown();
  expect(shown?.failure).toBeUndefined();
  expect(shown?.parts).toHaveLength(1);
  expect(router.isLoading()).toBe(false);
  expect(shown && hrefOf(shown.place)).toBe(history.hrefs()[history.position()]);
}

async function walk(first: string, moves: readonly (readonly [number, Act])[]): Promise<void> {
  const browser = new Browser();
  await browser.open(first);
  for (const [which, act] of moves) {
    const tab = browser.tabs[which % browser.tabs.length] as Tab;
    await act(browser, tab);
    browser.tellTabs();
    await settled();
    for (const one of browser.tabs) expectPage(one);
  }
  for (const tab of browser.tabs) {
    await browser.reload(tab);
    expectPage(tab);
  }
}

test("every tab shows a page after each of any sequence of acts", async () => {
  const moves = fc.array(fc.tuple(fc.nat(5), acts), { minLength: 1, maxLength: 25 });
  await fc.assert(fc.asyncProperty(typed, moves, walk), { numRuns: 1_500 });
}, 60_000);

test("a member whose session ran out can reload while the one-time password is awaited", async () => {
  const reload: Act = (browser, tab) => browser.reload(tab);
  await walk(pagePaths.security, [
    [0, outcome("OTP_VERIFY")],
    [0, reload],
    [0, (browser) => browser.open(pagePaths.security)],
    [0, outcome("SIGNED_IN")],
  ]);
});
