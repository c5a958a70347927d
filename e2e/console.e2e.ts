import { pagePaths } from "@sekimori/console-contract/page-routes";
import { pagePaths as portalPaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn } from "./support/member.ts";
import { addPasskey } from "./support/passkeys.ts";
import { picture } from "./support/picture.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { connectAuthenticator } from "./support/virtual-authenticator.ts";

// The operator's console, as those who run the service use it: the demo's staff, who sign in by the
// portal.

const password = "Sekimori-2026";
const reason = "ticket 12";

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

const inConsole = (path: string) => `${product.consoleOrigin}${path}`;

/** Opens a page of the console as somebody of the demo, who signs in by the portal on the way. */
async function enter(page: Page, locale: "ja" | "en", who: string, path = "/") {
  await page.goto(inConsole(path));
  await page.waitForURL((url) => url.pathname === portalPaths.login);
  await signIn(page, locale, `${who}@sekimori.example`, password);
  await page.waitForURL((url) => url.origin === product.consoleOrigin);
}

describe.for(["ja", "en"] as const)("the operator's console (%s)", (locale) => {
  const inApp = sentencesOf("app", locale, "console");
  const inFind = sentencesOf("features/find", locale, "console");
  const inMember = sentencesOf("features/member", locale, "console");
  const inSession = sentencesOf("features/session", locale, "console");

  async function find(page: Page, text: string) {
    await page.getByRole("textbox", { name: inFind("Search for") }).fill(text);
    await page.getByRole("textbox", { name: inFind("Reason") }).fill(reason);
    await page.getByRole("button", { name: inFind("Search"), exact: true }).click();
  }

  test("support finds a member, opens them, unlocks them, signs them out, and the history says who", async ({
    visit,
    address,
  }) => {
    const email = address("locked");
    const member = await visit({ locale });
    await signUpForFree(
      member.page,
      new Mailbox(product.sandboxOrigin),
      locale,
      email,
      product.portalOrigin,
    );
    await member.page.getByRole("tablist").waitFor();
    await connectAuthenticator(member.page);
    await addPasskey(member.page, locale);

    const { page } = await visit({ locale, width: 375 });
    await enter(page, locale, "demo");
    await page.getByRole("heading", { level: 1, name: inFind("Find a member") }).waitFor();
    await expectAccessible(page, "console: find");
    await page.getByRole("button", { name: inFind("Search"), exact: true }).click();
    await page.getByRole("link", { name: new RegExp(inFind("Reason")) }).waitFor();
    await expectAccessible(page, "console: nothing filled in");
    await find(page, "h@");
    await page
      .getByText(/full email address|メールアドレスの全体/)
      .first()
      .waitFor();
    await find(page, `nobody-${locale}@example.com`);
    await page.getByText(inFind("No members found")).waitFor();
    await expectAccessible(page, "console: nobody was found");
    await find(page, email);
    await page.getByRole("table").getByRole("link").click();

    await page.getByRole("heading", { level: 2, name: inMember("Sessions") }).waitFor();
    await page.getByText(email).waitFor();
    await page.getByText(reason).first().waitFor();
    await expectAccessible(page, "console: a member");
    await page.getByRole("button", { name: inMember("Unlock login") }).click();
    const dialog = page.getByRole("dialog");
    await expectAccessible(page, "console: unlock a member");
    expect(await dialog.getByRole("textbox").inputValue()).toBe(reason);
    await dialog.getByRole("button", { name: inMember("Unlock"), exact: true }).click();
    await page
      .getByText(inMember("Nothing was locked, and there were no counts to clear."))
      .waitFor();

    await page.getByRole("button", { name: inMember("Recover the account") }).click();
    await dialog.getByRole("button", { name: inMember("Ask"), exact: true }).click();
    await dialog.getByText(inMember("Select how you checked it.")).waitFor();
    await expectAccessible(page, "console: recover an account");
    await picture(page, `console-recover-${locale}`);
    await dialog.getByRole("combobox").selectOption("by-letter");
    await dialog.getByRole("button", { name: inMember("Ask"), exact: true }).click();
    await page.getByText(inMember("Someone else has to confirm this under Requests.")).waitFor();

    await page.getByRole("button", { name: inMember("Log out on all devices") }).click();
    await dialog.getByRole("textbox").fill("ticket 13");
    await dialog.getByRole("button", { name: inMember("Log out"), exact: true }).click();
    await page.getByText(inMember("The member isn't logged in on any device.")).waitFor();
    const history = page.getByRole("list", { name: inMember("History") });
    await history
      .getByRole("listitem")
      .filter({ hasText: "ticket 13" })
      .filter({ hasText: "関 花子" })
      .waitFor();
    await member.page.goto(`${product.portalOrigin}/`);
    await member.page.waitForURL((url) => url.pathname === portalPaths.login);
  });

  test("by the keyboard alone, and a link to a member asks why first", async ({ visit }) => {
    const { page } = await visit({ locale });
    await enter(page, locale, "demo");
    await page.getByRole("textbox", { name: inFind("Search for") }).focus();
    await page.keyboard.type("viewer@sekimori.example");
    await page.keyboard.press("Tab");
    await page.keyboard.type(reason);
    await page.keyboard.press("Enter");
    const link = page.getByRole("table").getByRole("link");
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name: inMember("Contract") }).waitFor();
    // The tab's memory is gone with a reload, and the reason with it.
    await page.reload();
    await page
      .getByRole("heading", { level: 1, name: inMember("Why are you opening this member?") })
      .waitFor();
    await expectAccessible(page, "console: why a member is opened");
    await page.getByRole("textbox", { name: inMember("Reason") }).fill("ticket 14");
    await page.keyboard.press("Enter");
    await page.getByText("viewer@sekimori.example").waitFor();
    await page.getByText("ticket 14").first().waitFor();
  });

  test("who may only look has no acts, and who is no staff is told so and gets out", async ({
    visit,
  }) => {
    const { page } = await visit({ locale });
    await enter(page, locale, "viewer");
    await find(page, "demo@sekimori.example");
    await page.getByRole("table").getByRole("link").click();
    await page.getByRole("heading", { level: 2, name: inMember("Invoices") }).waitFor();
    expect(await page.getByRole("button", { name: inMember("Unlock login") }).count()).toBe(0);
    await page.goto(inConsole(`${pagePaths.member}?id=00000000-0000-4000-8000-000000000000`));
    await page.getByRole("textbox", { name: inMember("Reason") }).fill(reason);
    await page.keyboard.press("Enter");
    await page
      .getByRole("heading", { level: 1, name: inMember("We can't find this account") })
      .waitFor();
    await expectAccessible(page, "console: no such account");
    await page.goto(inConsole("/no/such/page"));
    await page.getByRole("heading", { level: 1, name: inApp("Page not found") }).waitFor();
    await expectAccessible(page, "console: page not found");

    const guest = await visit({ locale });
    await enter(guest.page, locale, "guest");
    const refused = inApp("Your account doesn't have access to the console");
    await guest.page.getByRole("heading", { level: 1, name: refused }).waitFor();
    await expectAccessible(guest.page, "console: not of the staff");
    await guest.page.getByRole("link", { name: inApp("Log out") }).click();
    await guest.page.waitForURL((url) => url.pathname === pagePaths.signIn);
    await guest.page.getByRole("heading", { level: 1, name: inSession("Log in") }).waitFor();
    await expectAccessible(guest.page, "console: log in");
    // The portal's session is over, too: it asks for a password.
    await guest.page
      .getByRole("button", { name: inSession("Log in with your Sekimori account") })
      .click();
    await guest.page.waitForURL((url) => url.pathname === portalPaths.login);
  });
});

test("its pages may be framed by nobody, run only their own scripts and are kept by no cache", async () => {
  const answer = await fetch(inConsole("/"));
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});
