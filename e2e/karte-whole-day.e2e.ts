import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { kartePage, pagePaths } from "@sekimori/portal-contract/page-routes";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Page } from "playwright-core";
import { afterAll, beforeEach, describe } from "vitest";
import { Mailbox } from "./support/mailbox.ts";
import { signOut } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { cards, SignUp } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// A security person's whole day, from the sign-up to the sign-out, in the portal's frame and at the
// application's own address.

/** What both a page and a frame of it are asked. */
type Place = Pick<Page, "getByRole" | "getByText" | "locator">;

/** The firm next door to the sample company, which nobody has added; the others do not exist. */
const mine = "minato-kogei.example";
const others = Array.from({ length: 19 }, (_, index) => `host-${index + 1}.example.com`);
const fileOf = (names: readonly string[]) => ({
  name: "domains.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    `domain,label,groups\r\n${mine},,Craft\r\n${names.map((name) => `${name},,\r\n`).join("")}`,
  ),
});

/** The day a month from now, in Tokyo. */
const dayInAMonth = () => tokyoDay(new Date(Date.now() + 30 * 86_400_000));

const withoutSpace = (text: string) => text.normalize("NFKC").replace(/\s+/g, "");

async function textOf(path: string): Promise<string> {
  const task = getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(""));
  }
  await task.destroy();
  return withoutSpace(pages.join(""));
}

describe.for([
  { place: "the frame", locale: "ja", width: 375 },
  { place: "its own address", locale: "en", width: 1280 },
] as const)("a whole day at $place ($locale, $width px)", ({ place, locale, width }) => {
  /** What the receiver of webhooks was told. */
  const heard: string[] = [];
  let receiver: Server;
  let receiverOrigin: string;
  // A name is proven once: each day, and each further try of it, has a product of its own.
  let product: RunningProduct;
  // Not after the try: its browsers are closed later, and would say that the product is away.
  const stop = async () => {
    await product?.stop();
    receiver?.closeAllConnections();
    receiver?.close();
  };
  beforeEach(async () => {
    await stop();
    heard.length = 0;
    receiver = createServer((request, reply) => {
      let body = "";
      request.setEncoding("utf8").on("data", (chunk: string) => {
        body += chunk;
      });
      request.on("end", () => {
        heard.push(body);
        reply.writeHead(204).end();
      });
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    receiverOrigin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    product = await runProduct(
      { TRUSTED_PROXIES: "127.0.0.1,::1", OUTBOUND_LOOPBACK: receiverOrigin },
      { withCompany: true },
    );
  });
  afterAll(stop);

  const framed = place === "the frame";
  const inApp = sentencesOf("app", locale, "karte");
  const inDomains = sentencesOf("features/domains", locale, "karte");
  const inFindings = sentencesOf("features/findings", locale, "karte");
  const inImports = sentencesOf("features/imports", locale, "karte");
  const inOverview = sentencesOf("features/overview", locale, "karte");
  const inPeople = sentencesOf("features/people", locale, "karte");
  const inReports = sentencesOf("features/reports", locale, "karte");
  const inSettings = sentencesOf("features/settings", locale, "karte");

  /** A path of the application, as the address bar has it. */
  const at = (path: string) =>
    framed ? `${product.portalOrigin}${kartePage(path)}` : `${product.karteOrigin}${path}`;
  const of = (page: Page): Place => (framed ? page.frameLocator("iframe") : page);

  /** The heading, address, title and language that a person sees agree, framed or not. */
  async function agreed(page: Page, path: string | RegExp, heading: string): Promise<void> {
    const karte = of(page);
    await karte.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    const here = typeof path === "string" ? at(path) : path;
    await expect
      .poll(() => page.url())
      .toEqual(typeof here === "string" ? here : expect.stringMatching(here));
    await expect.poll(() => page.title()).toBe(`${heading} | Sekimori`);
    await expect.poll(() => karte.locator("html").getAttribute("lang")).toBe(locale);
    if (!framed) return;
    const inside = () => page.frames().find((one) => one.url().startsWith(product.karteOrigin));
    await expect
      .poll(() => inside()?.url())
      .toBe(page.url().replace(`${product.portalOrigin}${pagePaths.karte}`, product.karteOrigin));
  }

  /** Registers twenty domains by file, once the two rows that are wrong are mended. */
  async function registerDomains(page: Page): Promise<void> {
    const karte = of(page);
    await page.goto(at("/site/bulk-registration"));
    await agreed(page, "/site/bulk-registration", inImports("Bulk domain registration"));
    const file = karte.locator("input[type=file]");
    await file.setInputFiles(fileOf(["192.0.2.1", "localhost", ...others.slice(2)]));
    const wrong = karte
      .getByRole("row")
      .filter({ hasText: inImports("Rejected") })
      .filter({ has: page.locator("td") });
    await expect.poll(() => wrong.count()).toBe(2);
    expect(await karte.getByRole("button", { name: inImports("Add domains") }).count()).toBe(0);
    // Every column is said, and another encoding can be chosen for the same file.
    const columns = karte.getByRole("list", { name: inImports("Columns") });
    await columns.getByText(inImports("Name"), { exact: true }).waitFor();
    const encoding = karte.getByRole("combobox", {
      name: inImports("Character encoding"),
    });
    expect(await encoding.inputValue()).toBe("utf-8");
    await encoding.selectOption("shift_jis");
    await expect.poll(() => encoding.inputValue()).toBe("shift_jis");
    await expect.poll(() => wrong.count()).toBe(2);
    await file.setInputFiles(fileOf(others));
    await karte.getByRole("button", { name: inImports("Add domains") }).click();
    await agreed(page, "/site/list", inDomains("Domain list"));
    const counted = inDomains("Domains: {figure}", { figure: "20" });
    await karte.getByText(counted, { exact: true }).waitFor();
    await page.goBack();
    await agreed(page, "/site/bulk-registration", inImports("Bulk domain registration"));
    await page.goForward();
    await agreed(page, "/site/list", inDomains("Domain list"));
  }

  /** A webhook, and a rule that tells of it and by mail when a certificate ends soon. */
  async function askForAlerts(page: Page): Promise<void> {
    const karte = of(page);
    await page.goto(at("/settings"));
    await agreed(page, "/settings", inSettings("Settings"));
    await karte.getByRole("button", { name: inSettings("Add a webhook") }).click();
    await karte.locator("[name=label]").fill("SIEM");
    await karte.locator("[name=url]").fill(`${receiverOrigin}/hook`);
    await karte.getByRole("button", { name: inSettings("Save"), exact: true }).click();
    const secret = karte.getByRole("dialog", { name: inSettings("Signing secret") });
    await secret.getByRole("button", { name: inSettings("I've saved it") }).click();
    await secret.waitFor({ state: "detached" });
    await karte.getByRole("button", { name: inSettings("Add a rule") }).click();
    const dialog = karte.getByRole("dialog");
    await dialog.locator("[name=kind]").selectOption("certificate.ends");
    await dialog.locator("[name=days]").fill("90");
    await dialog.getByRole("checkbox", { name: inSettings("By webhook") }).check();
    await dialog.getByRole("button", { name: inSettings("Save"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }

  /** Publishes what proves the domain, agrees and has it diagnosed. @returns its page's path. */
  async function diagnose(page: Page): Promise<void> {
    const karte = of(page);
    await page.goto(at("/site/list"));
    await karte.getByRole("link", { name: mine, exact: true }).click();
    await agreed(page, /\/inventory\/domain\?id=/, mine);
    const shown = karte.locator("code");
    const name = await shown.filter({ hasText: "_sekimori-challenge" }).first().innerText();
    const text = await shown.nth(1).innerText();
    const published = await fetch(`${product.sandboxOrigin}/company/records`, {
      method: "POST",
      body: new URLSearchParams({ name, text }),
    });
    expect(published.status).toBe(200);
    await karte.getByRole("button", { name: inDomains("Check now") }).click();
    await karte
      .getByText(
        inDomains("We check again before each scan. Valid until {until}.").split("{")[0] ?? "",
      )
      .waitFor();
    await karte.getByRole("button", { name: inDomains("Agree"), exact: true }).click();
    const dialog = karte.getByRole("dialog");
    await dialog.locator("[name=organisation]").fill("港工芸");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: inDomains("Agree"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const scan = { name: inDomains("Scan {name}", { name: mine }), exact: true };
    await karte.getByRole("button", scan).click();
    // Nobody reloads: the grade comes by itself.
    await karte
      .getByRole("heading", { name: inDomains("Grade over time") })
      .waitFor({ timeout: 150_000 });
    await karte.getByRole("button", scan).waitFor();
  }

  /** Gives one finding to a person and accepts another until a day. */
  async function workFindings(page: Page): Promise<void> {
    const karte = of(page);
    const links = karte.locator("tbody a[href*='/inventory/result?id=']");
    const open = "/inventory/result?state=new,open";
    const dialog = karte.getByRole("dialog");
    const button = (name: string) => ({ name: inFindings(name), exact: true });
    await page.goto(at(open));
    await agreed(page, open, inFindings("Inventory result (findings)"));
    await links.nth(1).waitFor();
    const [first, second] = await links.allInnerTexts();
    if (first === undefined || second === undefined) throw new Error("Two findings are wanted.");
    await links.nth(0).click();
    await agreed(page, /\/inventory\/result\?id=/, first);
    await karte.getByRole("button", button("Assign")).click();
    await dialog.locator("[name=assignee]").selectOption({ index: 1 });
    await dialog.getByRole("button", button("Assign")).click();
    await dialog.waitFor({ state: "detached" });
    const assigned = inFindings("Assigned to {person}", {
      person: "関 花子",
    });
    await karte.getByText(assigned).first().waitFor();
    await page.goBack();
    await agreed(page, open, inFindings("Inventory result (findings)"));
    await links.nth(1).click();
    await agreed(page, /\/inventory\/result\?id=/, second);
    await karte.getByRole("button", button("Accept risk")).click();
    const until = dayInAMonth();
    await dialog.locator("[name=until]").fill(until);
    await dialog.locator("[name=text]").fill("更新まで待つ");
    await dialog.getByRole("button", button("Accept risk")).click();
    await dialog.waitFor({ state: "detached" });
    const moment = formatMoment(new Date(`${until}T23:59:59+09:00`).toISOString(), locale);
    await karte
      .getByText(inFindings("until {until}", { until: moment }))
      .first()
      .waitFor();
  }

  /** The printed report says the findings that the screen lists, and their number. */
  async function compareReport(page: Page): Promise<void> {
    const karte = of(page);
    await page.goto(at("/inventory/result?state=new,open"));
    const links = karte.locator("tbody a[href*='/inventory/result?id=']");
    await links.first().waitFor();
    const listed = await links.allInnerTexts();
    // Rows are causes, and what is counted is findings: with every cause opened, all of them stand there.
    for (const toggle of await karte.locator("tbody button[aria-expanded]").all()) {
      await toggle.press("Enter");
    }
    const found = () =>
      links.evaluateAll((all) => new Set(all.map((link) => link.getAttribute("href"))).size);
    const [before = "", after = ""] = inFindings("Findings: {figure}", { figure: "|" }).split("|");
    const counted = await karte.getByText(new RegExp(`^${before}\\d+${after}$`)).innerText();
    const figure = counted.slice(before.length, counted.length - after.length);
    await expect.poll(found).toBe(Number(figure));
    await page.goto(at("/report-request"));
    await agreed(page, "/report-request", inReports("Report request"));
    await karte.getByRole("button", { name: inReports("Create report") }).click();
    const scope = inReports("All domains");
    const download = karte.getByRole("link", {
      name: inReports("Download {form} of {scope}", { form: "PDF", scope }),
    });
    await download.waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    const printed = await textOf(await file.path());
    for (const finding of listed) expect(printed).toContain(withoutSpace(finding));
    expect(printed).toContain(
      withoutSpace(`${locale === "ja" ? "未解決の検出事項" : "Open findings"}${figure}`),
    );
  }

  /** Invites a colleague, who may see one group only. */
  async function invite(page: Page, colleague: string): Promise<void> {
    const karte = of(page);
    await page.goto(at("/user-management"));
    await agreed(page, "/user-management", inPeople("User management"));
    await karte.getByRole("button", { name: inPeople("Invite people") }).click();
    const dialog = karte.getByRole("dialog");
    await dialog.locator("[name=emails]").fill(colleague);
    await dialog.getByRole("radio", { name: inPeople("Only domains in selected groups") }).check();
    await dialog.getByRole("checkbox", { name: "Craft" }).check();
    await dialog.getByRole("button", { name: inPeople("Send invitations") }).click();
    await dialog.waitFor({ state: "detached" });
  }

  /** The colleague signs up on the way, and sees what the group has and nothing else. */
  async function join(theirs: Page, mailbox: Mailbox, colleague: string): Promise<void> {
    await theirs.goto(await mailbox.link(colleague, "/invitation"));
    await theirs.getByRole("button", { name: inPeople("Join"), exact: true }).click();
    const signUp = new SignUp(theirs, mailbox, locale, colleague);
    await signUp.at(pagePaths.register);
    await signUp.button(signUp.words.startFree).click();
    await signUp.verify();
    await signUp.fillPersonal();
    await signUp.review();
    await signUp.confirm("free");
    await signUp.agree("free", kartePage("/"));
    await theirs.goto(at("/site/list"));
    const seen = of(theirs);
    await seen.getByRole("link", { name: mine, exact: true }).waitFor();
    const counted = inDomains("Domains: {figure}", { figure: "1" });
    await seen.getByText(counted, { exact: true }).waitFor();
    await seen.getByText(inApp("Viewer"), { exact: true }).waitFor();
    expect(await seen.getByText("example.com").count()).toBe(0);
  }

  test("twenty domains, one proven and diagnosed, its findings worked, reported, shared and told of, and out of both applications", async ({
    visit,
    address,
  }) => {
    const { page, newTab } = await visit({ locale, width });
    const mailbox = new Mailbox(product.sandboxOrigin);
    const [owner, colleague] = [address("whole-day"), address("whole-day-colleague")];
    // A card with 3-D Secure, which asks in one of the languages.
    const person = new SignUp(page, mailbox, locale, owner);
    await person.toCard("personal", product.portalOrigin);
    await person.submitCard(locale === "ja" ? cards.frictionless : cards.challenge);
    if (locale === "en") await person.answerChallenge();
    await person.agree("detailed");
    await page.getByRole("tablist").waitFor();
    await page.goto(at("/"));
    await of(page).getByText(inOverview("Three steps to your first results")).waitFor();
    await of(page)
      .getByRole("link", { name: inOverview("Send to {name}", { name: "Slack" }) })
      .waitFor();
    await agreed(page, "/", inOverview("Overview"));

    await registerDomains(page);
    await askForAlerts(page);
    await diagnose(page);
    await workFindings(page);
    await compareReport(page);
    await invite(page, colleague);
    const { page: theirs } = await visit({ locale, width });
    await join(theirs, mailbox, colleague);

    const letter = await mailbox.newest(
      owner,
      locale === "ja" ? /証明書の期限が近づいています/ : /certificate/i,
    );
    expect(letter.text).toContain(mine);
    // What is told by default comes there too.
    const ending = () => heard.find((body) => body.includes("certificate.ends"));
    await expect.poll(ending).toBeDefined();
    expect(JSON.parse(ending() ?? "")).toMatchObject({
      type: "certificate.ends",
      data: { domain: { name: mine } },
    });

    const isLoggedOut = (url: URL) =>
      url.origin === product.portalOrigin && url.pathname === pagePaths.login;
    if (framed) await signOut(page, locale);
    else {
      await page.getByRole("button", { name: inApp("Your account") }).click();
      await page.getByRole("menuitem", { name: inApp("Log out") }).click();
      await page.waitForURL(isLoggedOut);
    }
    const alone = await newTab();
    await alone.goto(`${product.karteOrigin}/site/list`);
    await alone.waitForURL(isLoggedOut);
    await alone.goto(`${product.portalOrigin}${pagePaths.security}`);
    await alone.waitForURL(isLoggedOut);
  });
});
