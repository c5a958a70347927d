import { readFileSync } from "node:fs";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { signIn, signOut } from "../support/member.ts";
import { type RunningProduct, runProduct } from "../support/running-product.ts";
import { sentencesOf } from "../support/sentences.ts";
import { expect, test } from "../support/test.ts";
import { type Kind, kinds } from "./kinds.ts";
import { matrixOf, type Step, steps } from "./matrix.ts";
import { type ReservedPort, reservePort } from "./reserved-port.ts";
import { type RunningClient, runClient } from "./running-client.ts";

const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" };
const name = "関 花子";

let product: RunningProduct;
const ports = new Map<Kind, ReservedPort>();
const passed = new Map<Kind, Set<Step>>();
const withExtra = process.env.SEKIMORI_CLIENTS === "all";

/** Why a kind is not tried in this run. */
function reasonAgainst({ isExtra, missing }: Kind): string | undefined {
  if (isExtra && !withExtra) return "only in npm run clients";
  const lacks = missing?.();
  return lacks && `not here: ${lacks}`;
}

const possible = kinds.filter((kind) => reasonAgainst(kind) === undefined);

beforeAll(async () => {
  for (const kind of possible) ports.set(kind, await reservePort());
  const origins = [...ports.values()].map(({ port }) => `http://localhost:${port}`);
  product = await runProduct({
    TRUSTED_PROXIES: "127.0.0.1,::1",
    OUTBOUND_LOOPBACK: origins.join(","),
    LIMIT_FACTOR: "100",
  });
});

afterAll(async () => {
  await product?.stop();
  for (const kept of ports.values()) await kept.release();
  console.log(matrixOf(kinds, passed));
});

const logIn = (page: Page) =>
  page.getByRole("link", { name: "Log in" }).or(page.getByRole("button", { name: "Log in" }));
const press = (page: Page, named: string) =>
  page
    .getByRole("link", { name: named })
    .or(page.getByRole("button", { name: named }))
    .click();
const isPortal = (url: URL) => url.origin === product.portalOrigin;

/**
 * From the application's front page through the portal's sign-in, and back.
 *
 * @returns the request that the client sent the person to the portal with.
 */
async function signInAt(page: Page, client: RunningClient, kind: Kind): Promise<URL> {
  await page.goto(client.origin);
  const sent = page.waitForRequest((request) => {
    const url = new URL(request.url());
    return isPortal(url) && url.pathname.endsWith("/idp/oidc/authorize");
  });
  await logIn(page).click();
  const asked = new URL((await sent).url());
  await page.waitForURL((url) => isPortal(url) && url.pathname === pagePaths.login);
  await signIn(page, "ja", demo.email, demo.password);
  if (isThirdParty(kind)) {
    const say = sentencesOf("features/authorize", "ja");
    await page.getByRole("button", { name: say("Allow"), exact: true }).click();
  }
  await page.waitForURL((url) => url.origin === client.origin);
  await page.getByText("Signed in as").waitFor();
  return asked;
}

/** The same request with a return address that is not registered: told here, sent nowhere. */
async function meetWrongRedirect(page: Page, asked: URL) {
  const wrong = new URL(asked);
  const received = `${asked.searchParams.get("redirect_uri")}-elsewhere`;
  wrong.searchParams.set("redirect_uri", received);
  await page.goto(wrong.href);
  await page.getByRole("heading", { name: "リクエストを処理できません" }).waitFor();
  await page.getByText("invalid_redirect_uri").waitFor();
  await page.getByText(received, { exact: true }).waitFor();
  expect(isPortal(new URL(page.url()))).toBe(true);
}

/** A second tab logs in without a question, and each goes on by itself when both refresh in turns. */
async function refreshInTwoTabs([first, second]: readonly [Page, Page], origin: string) {
  await second.goto(origin);
  await logIn(second).click();
  await second.getByText(name).waitFor();
  for (const tab of [first, second, first, second]) {
    await tab.goto(origin);
    await press(tab, "Refresh");
    await tab.getByText("Refreshed").waitFor();
  }
  await second.close();
}

/** Whether people are asked what it may learn. */
const isThirdParty = ({ source, registration }: Kind) =>
  "program" in source && !registration?.includes("--first-party");

describe.each(kinds)("$name", (kind) => {
  const reason = reasonAgainst(kind);
  if (reason !== undefined) console.log(`skipped: ${kind.name}: ${reason}`);

  test.skipIf(reason !== undefined)(
    "sign-in with PKCE, name, refresh, logout, back-channel, wrong redirect",
    { timeout: kind.isExtra ? 600_000 : 240_000 },
    async ({ visit }) => {
      const done = new Set<Step>();
      passed.set(kind, done);
      const kept = ports.get(kind) ?? (await reservePort());
      await kept.release();
      const client = await runClient(kind, product, kept.port);
      try {
        const { page, context, newTab, expectConsole } = await visit({ locale: "ja" });
        // What a client's pages say to the console is theirs; ours are watched in other journeys.
        expectConsole(/./s);
        // The addresses of networks that people are given here would go to the clients, too.
        await context.setExtraHTTPHeaders({});

        const asked = await signInAt(page, client, kind);
        done.add("sign-in");
        const cannotPkce = kind.registration?.includes("--optional-pkce") ?? false;
        const method = asked.searchParams.get("code_challenge_method");
        expect(method).toBe(cannotPkce ? null : "S256");
        done.add("PKCE");
        await page.getByText(name).waitFor();
        done.add("name");

        await press(page, "Refresh");
        await page.getByText("Refreshed").waitFor();
        await page.goto(client.origin);
        await page.getByText(name).waitFor();
        done.add("refresh");
        if (kind.isPerTab) await refreshInTwoTabs([page, await newTab()], client.origin);

        const portal = await newTab();
        await portal.goto(`${product.portalOrigin}${pagePaths.security}`);
        await portal.getByRole("tablist").waitFor();
        await signOut(portal, "ja");
        if (kind.told === "at its refresh") await press(page, "Refresh");
        await expect
          .poll(async () => {
            if (kind.told !== "at its refresh") await page.goto(client.origin);
            return await logIn(page).isVisible();
          })
          .toBe(true);
        done.add("back-channel");

        await signInAt(page, client, kind);
        await press(page, "Log out");
        await page.waitForURL((url) => url.origin === client.origin);
        await logIn(page).waitFor();
        await portal.goto(`${product.portalOrigin}${pagePaths.security}`);
        await portal.waitForURL((url) => url.pathname === pagePaths.login);
        done.add("logout");

        await meetWrongRedirect(page, asked);
        done.add("wrong redirect");
        expect([...done].sort()).toEqual([...steps].sort());
      } catch (error) {
        console.log(`${kind.name} printed:\n${client.output()}`);
        throw error;
      } finally {
        await client.stop();
      }
    },
  );
});

test("the documents have these results", () => {
  const rows = matrixOf(kinds, passed).split("\n");
  const tried = rows.filter((row) => !row.includes("not tried"));
  const told = readFileSync(new URL("../../docs/integrate/README.md", import.meta.url), "utf8");
  expect(tried.filter((row) => !told.includes(row))).toEqual([]);
});
