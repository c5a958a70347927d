import { rmSync } from "node:fs";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { pagePaths as portalPaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn } from "./support/member.ts";
import { operatorOf } from "./support/operator.ts";
import { newDataFolder } from "./support/product-template.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { goodPassword, signUpForFree, signUpForPaid } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { rowsOf, untilPaid } from "./support/until-paid.ts";

// Money at the console: what one person gives back alone, and what two agree on. Months pass here.

const reason = "ticket 12";
const folder = await newDataFolder();
let product: RunningProduct;
beforeAll(async () => {
  const settings = { TRUSTED_PROXIES: "127.0.0.1,::1", CONSOLE_REFUND_ALONE: "5000" };
  product = await runProduct(settings, { dataFolder: folder });
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rows = <Row extends object>(statement: string) => rowsOf<Row>(product, statement);

/** The account that was made last. */
async function newestAccount(): Promise<string> {
  const [row] = await rows<{ id: string }>(
    "select id from portal.account order by created_at desc limit 1",
  );
  return row?.id ?? "";
}

/** How many months have begun since the journeys did. */
let months = 0;

describe.for(["ja", "en"] as const)("money at the console (%s)", (locale) => {
  const inApp = sentencesOf("app", locale, "console");
  const inFind = sentencesOf("features/find", locale, "console");
  const inMember = sentencesOf("features/member", locale, "console");
  const inRequests = sentencesOf("features/requests", locale, "console");
  const inWork = sentencesOf("features/work", locale, "console");

  async function enter(page: Page, email: string, password: string) {
    await page.goto(`${product.consoleOrigin}${pagePaths.find}`);
    await page.waitForURL((url) => url.pathname === portalPaths.login);
    await signIn(page, locale, email, password);
    await page.waitForURL((url) => url.origin === product.consoleOrigin);
    await page.getByRole("heading", { level: 1, name: inFind("Find a member") }).waitFor();
  }

  async function open(page: Page, text: string) {
    await page.getByRole("textbox", { name: inFind("Search for") }).fill(text);
    await page.getByRole("textbox", { name: inFind("Reason") }).fill(reason);
    await page.keyboard.press("Enter");
    await page.getByRole("table").getByRole("link").click();
    await page.getByRole("heading", { level: 2, name: inMember("Invoices") }).waitFor();
  }

  test("billing refunds in parts, a second person confirms the rest, and the history names both", async ({
    visit,
    address,
  }) => {
    const { portalOrigin, sandboxOrigin } = product;
    const mailbox = new Mailbox(sandboxOrigin);
    const email = address("paying");
    const member = await visit({ locale });
    await signUpForPaid(member.page, mailbox, locale, email, portalOrigin);
    const payer = await newestAccount();
    months = await untilPaid(product, payer, months);

    const { page } = await visit({ locale, width: 375 });
    await enter(page, "demo@sekimori.example", "Sekimori-2026");
    await open(page, email);
    const dialog = page.getByRole("dialog");
    const refund = async (amount: string, note: string) => {
      await page
        .getByRole("button", { name: inMember("Actions") })
        .first()
        .click();
      await page.getByRole("menuitem", { name: inMember("Refund") }).click();
      await dialog
        .getByRole("textbox", { name: inMember("Amount (yen, including tax)") })
        .fill(amount);
      await dialog.getByRole("textbox", { name: inMember("Reason on the credit note") }).fill(note);
      await dialog.getByRole("button", { name: inMember("Refund"), exact: true }).click();
    };
    await refund("99999", "an outage");
    await expectAccessible(page, "console: too much to refund");
    await dialog
      .getByRole("textbox", { name: inMember("Amount (yen, including tax)") })
      .fill("3000");
    await dialog.getByRole("button", { name: inMember("Refund"), exact: true }).click();
    await page
      .getByText(/3,000.*(We're refunding|返金しています)|We're refunding ¥3,000/)
      .first()
      .waitFor();
    await page.getByText(inMember("Open requests")).waitFor();

    await refund("8000", "an outage");
    await page.getByRole("heading", { name: inMember("A second person is needed") }).waitFor();
    await expectAccessible(page, "console: a second person is needed");
    await dialog.getByRole("button", { name: inMember("Ask"), exact: true }).click();
    await page.getByText(inMember("Someone else has to confirm this under Requests.")).waitFor();

    await page.getByRole("button", { name: inMember("Exclude from billing") }).click();
    await dialog.getByRole("button", { name: inMember("Exclude"), exact: true }).click();
    await page.getByText(inApp("Staff excluded it.")).waitFor();
    await expectAccessible(page, "console: excluded from billing");

    // No worker has such a job: it stays for somebody to look at.
    await rows(`select graphile_worker.reschedule_jobs(array[(
      graphile_worker.add_job('test.${locale}')).id], run_at => now() + interval '1 hour',
      attempts => 2::smallint)`);
    await page.getByRole("link", { name: inApp("Work queue") }).click();
    const jobs = page.getByRole("table", { name: inWork("Failed and late jobs") });
    const failed = jobs.getByRole("row").filter({ hasText: `test.${locale}` });
    await failed.getByRole("button").focus();
    await expectAccessible(page, "console: work queue");
    await page.keyboard.press("Enter");
    await page.getByText(inWork("The job is tried again.")).waitFor();
    await failed.waitFor({ state: "detached" });
    // The keyboard goes on from the top of the page, where its row is gone.
    await page.locator("h1:focus").waitFor();
    await page
      .getByRole("table", { name: inWork("Contracts excluded from billing") })
      .getByRole("row")
      .filter({ hasText: inApp("Staff excluded it.") })
      .locator(`a[href*="${payer}"]`)
      .click();
    await page.getByRole("button", { name: inMember("Resume billing") }).click();
    await dialog.getByText(inMember("The contract is billed again as usual.")).waitFor();
    await dialog.getByRole("button", { name: inMember("Resume"), exact: true }).click();
    await page.getByText(inMember("Billing of the contract resumes.")).waitFor();
    await page.getByRole("button", { name: inMember("Require a new password") }).click();
    await dialog.getByRole("button", { name: inMember("Require"), exact: true }).click();
    await page
      .getByText(inMember("The member has to set a new password at the next login."))
      .waitFor();

    const list = page.getByRole("list", { name: inRequests("Requests") });
    await page.getByRole("link", { name: inApp("Requests") }).click();
    await list.getByText(inRequests("You"), { exact: true }).waitFor();
    // Nobody else works here with the right: the one who asked may, after a day.
    expect(await list.getByRole("button", { name: inRequests("Confirm") }).count()).toBe(0);
    await expectAccessible(page, "console: a request of one's own");
    await list.getByRole("button", { name: inRequests("Take back") }).click();
    await dialog.getByRole("button", { name: inRequests("Take back"), exact: true }).click();
    await page.getByText(inRequests("No requests are waiting")).waitFor();
    await expectAccessible(page, "console: no request waits");

    const second = await visit({ locale, width: 1280 });
    const colleague = address("colleague");
    await signUpForFree(second.page, mailbox, locale, colleague, portalOrigin);
    const account = await newestAccount();
    const staff = ["--name", `Second ${locale}`, "--role", "billing", "--operator", "Sato"];
    await operatorOf(folder).run(["staff", "add", account, ...staff]);
    await page.getByRole("link", { name: inApp("Find a member") }).click();
    await page.getByRole("table").getByRole("link").click();
    await refund("8000", "an outage");
    await dialog.getByRole("button", { name: inMember("Ask"), exact: true }).click();
    await page
      .getByText(inMember("Someone else has to confirm this under Requests."))
      .first()
      .waitFor();

    await second.page.context().clearCookies();
    await enter(second.page, colleague, goodPassword);
    await second.page.getByRole("link", { name: inApp("Requests") }).click();
    await second.page.getByRole("button", { name: inRequests("Confirm") }).click();
    await expectAccessible(second.page, "console: confirm a request");
    await second.page
      .getByRole("dialog")
      .getByRole("button", { name: inRequests("Confirm"), exact: true })
      .click();
    await second.page.getByText(inRequests("Confirmed and done.")).waitFor();
    await second.page.getByText(inRequests("No requests are waiting")).waitFor();

    await second.page.getByRole("link", { name: inApp("Find a member") }).click();
    await open(second.page, email);
    const history = second.page.getByRole("list", { name: inMember("History") });
    // In words, and no names that only the log has for things.
    await history
      .getByText(`${inMember("Action")}${locale === "ja" ? "：" : ": "}${inMember("Refund")}`)
      .first()
      .waitFor();
    const raw = /refund,|refund、|8000|: account|：account|: operator|：operator/;
    expect(await history.getByText(raw).count()).toBe(0);
    await history
      .getByRole("listitem")
      .filter({ hasText: locale === "ja" ? "8,000円" : "¥8,000" })
      .filter({ hasText: `Second ${locale}` })
      .filter({ hasText: "関 花子" })
      .waitFor();
    await operatorOf(folder).run(["staff", "remove", account, "--operator", "Sato"]);
  });
});
