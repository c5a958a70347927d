import { kartePage, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlHosts, cookiesInForeignFrame } from "./support/cookie-control.ts";
import { Mailbox } from "./support/mailbox.ts";
import { withClockAdvanced } from "./support/sandbox-clock.ts";
import { sentencesOf } from "./support/sentences.ts";
import { goodPassword, signUpThroughScreens } from "./support/sign-up-steps.ts";
import { openSitesBrowser, runTwoSites, type TwoSites, twoSiteHosts } from "./support/two-sites.ts";

// Portal and karte on two registrable domains, with third-party cookies blocked: in the frame nobody
// signs in a second time, and messages that were forged, replayed or sent in floods do nothing.

let product: TwoSites;
beforeAll(async () => {
  product = await runTwoSites();
});
afterAll(() => product?.stop());

const names = [...twoSiteHosts, ...controlHosts];
const inPortal = (path: string) => `${product.portalOrigin}${kartePage(path)}`;
let serial = 0;
const address = (name: string) => `${name}-${process.pid}-${++serial}@people.example`;

test.each([
  ["blocked", ["partitioned"]],
  ["sent", ["partitioned", "plain"]],
] as const)("third-party cookies %s: a frame of another site brings %j", async (setting, seen) => {
  const browser = await openSitesBrowser(names, "en", setting);
  try {
    expect(await cookiesInForeignFrame(browser.context)).toEqual(seen);
  } finally {
    await browser.close();
  }
});

/** The application's own frame, for speaking as it would. */
function guestFrame(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().startsWith(product.karteOrigin));
  if (frame === undefined) throw new Error("The application is not in its frame.");
  return frame;
}

interface SignInMessage {
  readonly protocol: string;
  readonly type: string;
  readonly request: string;
}

/** A script by which the application's frame tells the portal all this. */
const posting = (messages: readonly object[]) =>
  `for (const one of ${JSON.stringify(messages)}) parent.postMessage(one, "${product.portalOrigin}")`;

/** Whether karte answers its own page's calls. */
const sessionStatus = (page: Page) =>
  guestFrame(page).evaluate<number>("fetch('/v1/session').then(({ status }) => status)");

describe.each([
  ["ja", 375],
  ["en", 1280],
] as const)("two sites, third-party cookies blocked (%s, %i px)", (locale, width) => {
  const inDomains = sentencesOf("features/domains", locale, "karte");
  const inOverview = sentencesOf("features/overview", locale, "karte");
  const inApp = sentencesOf("app", locale, "karte");

  test("signed up, in the frame, on karte's own page, out of both", async () => {
    const browser = await openSitesBrowser(names, locale, "blocked", width);
    const { context } = browser;
    const page = await context.newPage();
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpThroughScreens(page, mailbox, locale, address("sites"), product.portalOrigin);
    await page.goto(inPortal("/"));
    const karte = page.frameLocator("iframe");
    await karte.getByText(inOverview("Three steps to your first results")).waitFor();
    await karte.getByRole("link", { name: inOverview("Add a domain") }).click();
    await karte.locator("[name=name]").fill("shop.example.com");
    await karte.getByRole("button", { name: inDomains("Add"), exact: true }).click();
    await karte.getByRole("heading", { level: 1, name: "shop.example.com" }).waitFor();
    await expect.poll(() => page.url()).toMatch(/\/third-party\/karte\/inventory\/domain\?id=/);
    await expect.poll(() => page.title()).toMatch(/^shop\.example\.com/);
    await page.goBack();
    // Back in the portal's history, and the frame with it.
    const inStep = () => kartePage(new URL(guestFrame(page).url()).pathname);
    await expect.poll(inStep).not.toContain("/inventory/");
    await expect.poll(() => new URL(page.url()).pathname).toBe(inStep());
    await page.goto(inPortal("/site/list"));
    await karte.getByRole("link", { name: "shop.example.com" }).waitFor();
    await page.reload();
    await karte.getByRole("link", { name: "shop.example.com" }).waitFor();

    // Every cookie of karte's is held apart for each site around it, over TLS only.
    const cookies = (await context.cookies()).filter(({ domain }) => domain === twoSiteHosts[1]);
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "None" });
      expect(cookie.name).toMatch(/^__Host-karte_/);
      expect(cookie.partitionKey).toBe("https://portal.example");
    }

    // By itself it is another site: one more session, still nobody asked for a password.
    const alone = await context.newPage();
    await alone.goto(`${product.karteOrigin}/site/list`);
    await alone.getByRole("link", { name: "shop.example.com" }).waitFor();
    await alone.getByRole("button", { name: inApp("Your account") }).click();
    await alone.getByRole("menuitem", { name: inApp("Log out") }).click();
    await alone.waitForURL((url) => url.pathname === pagePaths.login);
    expect(new URL(alone.url()).origin).toBe(product.portalOrigin);
    await page.reload();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await alone.goto(`${product.karteOrigin}/site/list`);
    await alone.waitForURL((url) => url.pathname === pagePaths.login);
    expect(browser.unexpected).toEqual([]);
    await browser.close();
  });
});

describe("two sites", () => {
  const inOverview = sentencesOf("features/overview", "en", "karte");
  const inSession = sentencesOf("features/session", "en", "karte");
  const inWorkspaces = sentencesOf("features/workspaces", "en", "karte");
  const inStepUp = sentencesOf("app/step-up", "en");

  test("a dangerous act in the frame asks for the password in place, and then goes on", async () => {
    const browser = await openSitesBrowser(names, "en");
    const page = await browser.context.newPage();
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpThroughScreens(page, mailbox, "en", address("step-up"), product.portalOrigin);
    await withClockAdvanced(
      11 * 60_000,
      async () => {
        await page.goto(inPortal("/workspace"));
        const karte = page.frameLocator("iframe");
        await karte.getByRole("button", { name: inWorkspaces("Close workspace") }).click();
        const dialog = page.getByRole("dialog", { name: inStepUp("Confirm your password") });
        await dialog.getByRole("textbox").fill(goodPassword);
        await dialog.getByRole("button", { name: inStepUp("Continue") }).click();
        await karte.getByRole("button", { name: inWorkspaces("Close for everyone") }).waitFor();
        await expect.poll(() => page.url()).toBe(inPortal("/workspace?act=close"));
      },
      product.sandboxOrigin,
    );
    expect(browser.unexpected).toEqual([]);
    await browser.close();
  });

  test("forged, replayed and flooding messages begin no session; another site's form is refused", async () => {
    const browser = await openSitesBrowser(names, "en");
    const { context } = browser;
    const page = await context.newPage();
    const mailbox = new Mailbox(product.sandboxOrigin);
    // What the application says to the portal, as somebody who listens hears it.
    await context.addInitScript(
      "globalThis.heard = []; addEventListener('message', ({ data }) => heard.push(data));",
    );
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes("/v1/idp/oidc/authorize")) asked++;
    });
    await signUpThroughScreens(page, mailbox, "en", address("forged"), product.portalOrigin);
    await page.goto(inPortal("/"));
    const karte = page.frameLocator("iframe");
    const steps = karte.getByText(inOverview("Three steps to your first results"));
    await steps.waitFor();
    expect(asked).toBe(1);
    const heard = await page.evaluate<readonly SignInMessage[]>("heard");
    const honest = heard.find(({ type }) => type === "sign-in");
    if (honest === undefined) throw new Error("No sign-in was asked for.");

    /** Says something as the application's own frame would; done when the portal has heard it. */
    const say = async (messages: readonly object[], title: string) => {
      const told = { protocol: honest.protocol, type: "title", title };
      await guestFrame(page).evaluate(posting([...messages, told]));
      await expect.poll(() => page.title()).toBe(`${title} | Sekimori`);
    };
    const elsewhere = new URLSearchParams(honest.request);
    elsewhere.set("redirect_uri", `https://${controlHosts[0]}/openid/callback`);
    await say(
      [
        { ...honest, request: String(elsewhere) },
        { ...honest, request: `${honest.request}&request=e30.e30.` },
        { ...honest, request: `${honest.request}&request_uri=https%3A%2F%2F${controlHosts[0]}` },
        { ...honest, protocol: "sekimori-embed/2" },
        { ...honest, recent: "yes" },
        { type: "sign-in" },
      ],
      "Forged",
    );
    // The right words, and not from the frame.
    await page.evaluate(`postMessage(${JSON.stringify(honest)}, "*")`);
    await say([], "From the wrong window");
    expect(asked).toBe(1);
    expect(await sessionStatus(page)).toBe(200);

    // The same request two hundred times: asked once, its answer is worth nothing the second time.
    await guestFrame(page).evaluate(posting(Array<object>(200).fill(honest)));
    await karte.getByText(inSession("That took too long. Try again.")).waitFor();
    expect(asked).toBe(2);
    expect(await sessionStatus(page)).toBe(200);
    await page.goto(inPortal("/"));
    await steps.waitFor();
    expect(asked).toBe(2);

    // On its own karte's cookie goes along with a form that another site sends: it is refused.
    const alone = await context.newPage();
    await alone.goto(`${product.karteOrigin}/`);
    await alone.getByText(inOverview("Three steps to your first results")).waitFor();
    const stranger = await context.newPage();
    await stranger.setContent(
      `<form method="post" action="${product.karteOrigin}/v1/session/end"><button>x</button></form>`,
    );
    const [answer] = await Promise.all([
      stranger.waitForResponse((response) => response.url().endsWith("/v1/session/end")),
      stranger.getByRole("button").click(),
    ]);
    expect((await answer.request().allHeaders()).cookie).toContain("__Host-karte_session=");
    expect(answer.status()).toBe(403);
    await alone.reload();
    await alone.getByText(inOverview("Three steps to your first results")).waitFor();
    await browser.close();
  });
});
