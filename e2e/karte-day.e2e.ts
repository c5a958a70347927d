import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { kartePage } from "@sekimori/portal-contract/page-routes";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, speak } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { expect, test } from "./support/test.ts";

// The sample company's owner at work: findings are accepted, alone and many at once, everything is
// found by keyboard, and a scan is followed in two tabs and heard of by mail and webhook.

/** What the receiver of webhooks was told. */
const heard: {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}[] = [];
const heardAt = (path: string) => heard.filter((one) => one.path === path);

let receiver: Server;
let receiverOrigin: string;
let product: RunningProduct;
beforeAll(async () => {
  receiver = createServer((request, reply) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      heard.push({ path: request.url, headers: request.headers, body });
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
afterAll(async () => {
  await product?.stop();
  receiver?.closeAllConnections();
  receiver?.close();
});

const locale = "ja";
const owner = "demo@sekimori.example";
const inPortal = (path: string) => `${product.portalOrigin}${kartePage(path)}`;
const inApp = sentencesOf("app", locale, "karte");
const inDomains = sentencesOf("features/domains", locale, "karte");
const inFindings = sentencesOf("features/findings", locale, "karte");
const inSettings = sentencesOf("features/settings", locale, "karte");
const inViews = sentencesOf("app/views", locale, "karte");

/** Signs the owner in at the portal. */
async function enter(page: Page): Promise<FrameLocator> {
  await page.goto(`${product.portalOrigin}/login`);
  await signIn(page, locale, owner, "Sekimori-2026");
  await page.getByRole("tablist").waitFor();
  return page.frameLocator("iframe");
}

/** The day so many days from now, in Tokyo. */
const dayIn = (days: number) => tokyoDay(new Date(Date.now() + days * 86_400_000));

const openFindings = "/inventory/result?state=new,open";
const findingLinks = "tbody a[href*='/inventory/result?id=']";

/** Fills the dialog in which a risk is accepted until a day, and sends it. */
async function accept(karte: FrameLocator, until: string, text: string): Promise<void> {
  const dialog = karte.getByRole("dialog");
  await dialog.locator("[name=until]").fill(until);
  await dialog.locator("[name=text]").fill(text);
  await dialog.getByRole("button", { name: inFindings("Accept risk"), exact: true }).press("Enter");
}

describe("findings", () => {
  test("one is accepted until a day, and says so on its page and in the list", async ({
    visit,
  }) => {
    const { page } = await visit({ locale });
    const karte = await enter(page);
    await page.goto(inPortal(openFindings));
    await karte.locator(findingLinks).first().click();
    await karte
      .getByRole("button", { name: inFindings("Accept risk"), exact: true })
      .press("Enter");
    await accept(karte, dayIn(800), "更新まで待つ");
    const dialog = karte.getByRole("dialog");
    await dialog.getByText(inFindings("Choose a date within the next year.")).first().waitFor();
    await expectAccessible(page, "karte: a risk that is accepted for too long");
    const until = dayIn(30);
    await accept(karte, until, "更新まで待つ");
    await dialog.waitFor({ state: "detached" });
    const moment = formatMoment(new Date(`${until}T23:59:59+09:00`).toISOString(), locale);
    await karte
      .getByText(inFindings("until {until}", { until: moment }))
      .first()
      .waitFor();
    await karte
      .getByRole("button", { name: inFindings("Withdraw risk acceptance"), exact: true })
      .waitFor();
    await expectAccessible(page, "karte: a risk that is accepted");
    const accepted = page.url();
    const id = new URL(accepted).searchParams.get("id") ?? "";
    await page.goto(inPortal("/inventory/result?state=accepted"));
    await karte.locator(`tbody a[href*='${id}']`).waitFor();
    await page.goto(inPortal(openFindings));
    await karte.locator(findingLinks).first().waitFor();
    expect(await karte.locator(`tbody a[href*='${id}']`).count()).toBe(0);
    // The first in order is the gravest, which others look for.
    await page.goto(accepted);
    await karte
      .getByRole("button", { name: inFindings("Withdraw risk acceptance"), exact: true })
      .press("Enter");
    await karte.getByRole("button", { name: inFindings("Accept risk"), exact: true }).waitFor();
  });

  test("one says which lines mend it, for the server that was seen first, each to be copied", async ({
    visit,
  }) => {
    const { page, context } = await visit({ locale });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await enter(page);
    await page.goto(
      `${product.karteOrigin}${openFindings}&check=http-hsts&host=seki-recruit.example`,
    );
    await page.locator(findingLinks).first().click();
    // What to do stands in the first screen of a laptop.
    const remedy = page.getByRole("heading", { name: inFindings("How to fix it") });
    expect((await remedy.boundingBox())?.y).toBeLessThan(700);
    const copy = (label: string) =>
      page.getByRole("button", { name: inApp("Copy: {label}", { label }), exact: true });
    // The host's server was seen; what is for others is folded.
    await copy("Apache").press("Enter");
    await page.getByText(inApp("Copied"), { exact: true }).waitFor();
    const clipboard = () => page.evaluate<string>("navigator.clipboard.readText()");
    const policy = '"max-age=31536000"';
    const copied = await clipboard();
    expect(copied.split("\n")[0]).toBe(`Header always set Strict-Transport-Security ${policy}`);
    // One block for what is missing at this host: in nginx a second would take away the headers of the first.
    expect(copied.split("\n")).toHaveLength(4);
    await copy("nginx").waitFor({ state: "hidden" });
    await page.getByText(inFindings("For other products")).press("Enter");
    await copy("nginx").press("Enter");
    const first = `add_header Strict-Transport-Security ${policy} always;`;
    await expect.poll(async () => (await clipboard()).split("\n")[0]).toBe(first);
    await expectAccessible(page, "karte: a finding with settings to copy");
  });

  test("are narrowed to one host, one type and an age, by what is chosen on the pages", async ({
    visit,
  }) => {
    const { page } = await visit({ locale });
    const karte = await enter(page);
    const links = karte.locator(findingLinks);
    const asked = () => Object.fromEntries(new URL(page.url()).searchParams);
    const counted = (figure: number) =>
      karte.getByText(inFindings("Findings: {figure}", { figure: String(figure) }), {
        exact: true,
      });

    // A host: from the figure in the list of assets.
    await page.goto(inPortal("/inventory?type=host&sort=findings&order=desc"));
    const way = karte.locator("tbody a[href*='host=']").first();
    const ofHost = Number(await way.innerText());
    const host = new URL((await way.getAttribute("href")) ?? "", page.url()).searchParams.get(
      "host",
    );
    await way.press("Enter");
    await counted(ofHost).waitFor();
    await expect.poll(asked).toMatchObject({ host });
    const away = (label: string) =>
      karte.getByRole("button", {
        name: inApp("Remove filter: {label}", { label: inApp(label) }),
      });

    // A type of finding, the first that there is.
    const filters = karte.getByRole("button", { name: new RegExp(`^${inApp("Filters")}`) });
    await filters.press("Enter");
    const types = karte.getByRole("combobox", { name: inFindings("Finding type") });
    await types.selectOption({ index: 1 });
    await expect.poll(() => typeof asked().check).toBe("string");
    await away("Host").press("Enter");
    await expect.poll(() => asked().host).toBeUndefined();
    await away("Domain").press("Enter");
    await expect.poll(() => asked().domain).toBeUndefined();
    await links.first().waitFor();
    await expectAccessible(page, "karte: findings of one type");

    // An age: three months were recorded, so that some are old, and none was seen first tomorrow.
    await page.goto(inPortal(`${openFindings}&size=100`));
    await links.first().waitFor();
    // Rows are causes; what is counted is findings.
    const [before = "", after = ""] = inFindings("Findings: {figure}", { figure: "|" }).split("|");
    const said = await karte.getByText(new RegExp(`^${before}\\d+${after}$`)).innerText();
    const all = Number(said.match(/\d+/)?.[0]);
    const rows = await links.count();
    expect(rows).toBeLessThan(all);
    await filters.press("Enter");
    const ages = karte.getByRole("combobox", { name: inFindings("First seen") });
    const days = (sentence: string, count: number) => inFindings(sentence, { days: String(count) });
    await ages.selectOption({ label: days("{days} days ago or earlier", 30) });
    await expect.poll(asked).toMatchObject({ olderThanDays: "30" });
    await expect.poll(() => links.count()).toBeLessThan(rows);
    await expect
      .poll(async () => karte.getByText(new RegExp(`^${before}\\d+${after}$`)).innerText())
      .not.toBe(said);
    const shown = await karte.getByText(new RegExp(`^${before}\\d+${after}$`)).innerText();
    const old = Number(shown.match(/\d+/)?.[0]);
    await ages.selectOption({ label: days("In the last {days} days", 30) });
    await expect.poll(() => asked().olderThanDays).toBeUndefined();
    await counted(all - old).waitFor();
  });

  test("with one cause are one row that opens to them, and are worked together", async ({
    visit,
  }) => {
    const { page } = await visit({ locale });
    const karte = await enter(page);
    await page.goto(inPortal(openFindings));
    const toggle = karte.locator("tbody button[aria-expanded]").first();
    const figure = (await toggle.innerText()).match(/\d+/)?.[0] ?? "";
    const id = ((await toggle.getAttribute("aria-controls")) ?? "").replace("cause-", "");
    await toggle.press("Enter");
    const own = karte.locator(`[id="cause-${id}"] a[href*='/inventory/result?id=']`);
    await expect.poll(() => own.count()).toBe(Number(figure));
    await expectAccessible(page, "karte: the findings of one cause");
    const row = karte
      .getByRole("row")
      .filter({ has: page.locator(`button[aria-controls='cause-${id}']`) });
    await row.getByRole("checkbox").press("Space");
    const selection = karte.getByRole("region", { name: inApp("Selection") });
    await selection.getByRole("button", { name: inFindings("Accept risk") }).press("Enter");
    await accept(karte, dayIn(14), "原因ごと");
    await karte
      .getByText(inFindings("Findings changed: {done}", { done: figure }))
      .first()
      .waitFor();
    await row.waitFor({ state: "detached" });
    await karte.getByRole("button", { name: inFindings("Undo"), exact: true }).press("Enter");
    await row.waitFor();
    await row.locator("a").first().press("Enter");
    const all = inFindings("Apply to all findings with this cause: {figure}", { figure });
    expect(await karte.getByRole("checkbox", { name: all }).isChecked()).toBe(true);
    await expectAccessible(page, "karte: a finding with others of its cause");
  });

  test("two are accepted at once, and brought back", async ({ visit }) => {
    const { page } = await visit({ locale });
    const karte = await enter(page);
    await page.goto(inPortal(openFindings));
    const links = karte.locator(findingLinks);
    await links.first().waitFor();
    const addresses = [
      await links.nth(0).getAttribute("href"),
      await links.nth(1).getAttribute("href"),
    ];
    const named = (address: string | null) => karte.locator(`tbody a[href='${address}']`);
    for (const address of addresses) {
      const row = karte.getByRole("row").filter({ has: page.locator(`a[href='${address}']`) });
      await row.getByRole("checkbox").press("Space");
    }
    const selection = karte.getByRole("region", { name: inApp("Selection") });
    await selection.getByText(inApp("{figure} selected", { figure: "2" })).waitFor();
    await expectAccessible(page, "karte: findings that are selected");
    await selection.getByRole("button", { name: inFindings("Accept risk") }).press("Enter");
    await accept(karte, dayIn(14), "二件まとめて");
    for (const address of addresses) await named(address).waitFor({ state: "detached" });
    await expectAccessible(page, "karte: findings that were changed");
    await karte.getByRole("button", { name: inFindings("Undo"), exact: true }).press("Enter");
    await karte.getByText(inFindings("Undone")).first().waitFor();
    for (const address of addresses) await named(address).waitFor();

    // As a policy leads there: all that match are selected. They are labelled, and become a policy's.
    await page.goto(inPortal("/inventory/result?query=severity:high&choose=all"));
    await selection.locator("[aria-keyshortcuts=l]").press("Enter");
    const labels = karte.getByRole("dialog").locator("[name=labels]");
    await labels.fill("VIP、本社");
    await expectAccessible(page, "karte: labels for many findings");
    await labels.press("Enter");
    await karte.getByText("VIP, 本社").first().waitFor();
    await karte.getByRole("button", { name: inViews("Saved views"), exact: true }).press("Enter");
    await karte.getByRole("link", { name: inViews("Create a policy of this view") }).press("Enter");
    const query = karte.getByRole("dialog").locator("[name=query]");
    await expect.poll(() => query.inputValue()).toBe("severity:high");
    await page.goto(inPortal("/inventory/result?query=label:vip"));
    await links.first().press("Enter");
    const removal = inFindings("Remove the label {label}", { label: "VIP" });
    await expectAccessible(page, "karte: a finding with labels");
    await karte.getByRole("button", { name: removal }).press("Enter");
    await karte.getByRole("button", { name: removal }).waitFor({ state: "detached" });
  });
});

test("the search is reached by a key and finds by two characters, Japanese too", async ({
  visit,
}) => {
  const { page } = await visit({ locale });
  await enter(page);
  await page.goto(`${product.karteOrigin}/site/list`);
  const field = page.getByRole("combobox", { name: inApp("Search everything") });
  await page.getByRole("link", { name: "seki-shoji.example" }).first().waitFor();
  const hasFocus = () =>
    field.evaluate((element) => element === element.ownerDocument.activeElement);
  await page.keyboard.press("/");
  await expect.poll(hasFocus).toBe(true);
  expect(await field.inputValue()).toBe("");
  // As an input method gives it; there are no keys for kanji.
  await page.keyboard.insertText("本社");
  const found = page.getByRole("option");
  await found.filter({ hasText: "本社" }).first().waitFor();
  await expectAccessible(page, "karte: what the search found");
  await page.keyboard.press("Escape");
  await found.first().waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await expect.poll(hasFocus).toBe(false);

  await page.keyboard.press("/");
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.type("la");
  const lab = found.filter({ hasText: "seki-lab.example" }).first();
  await lab.waitFor();
  for (let press = 0; (await lab.getAttribute("aria-selected")) !== "true"; press++) {
    if (press > 40) throw new Error("The arrow keys did not lead to the result.");
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/site/list");
});

// What the account speaks is kept with it: the last leaves it as the other tests want it.
test.for(["en", "ja"] as const)(
  "the search says its key where there is one, and fits a phone: in %s",
  async (language, { visit }) => {
    const { page } = await visit({ locale: language });
    await page.goto(`${product.portalOrigin}/login`);
    await signIn(page, language, owner, "Sekimori-2026");
    await page.getByRole("tablist").waitFor();
    await speak(page, language);
    const say = sentencesOf("app", language, "karte");
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${product.karteOrigin}/site/list`);
      const field = page.getByRole("combobox", { name: say("Search everything") });
      await field.waitFor();
      expect(await field.getAttribute("placeholder")).toBe(
        width === 375 ? say("Search") : say("Search ( / )"),
      );
      // By a finger, without the key; and by no more than the width that there is.
      await field.click();
      await field.fill("seki-lab");
      const found = page.getByRole("option").filter({ hasText: "seki-lab.example" }).first();
      await found.waitFor();
      const box = await page.getByRole("listbox", { name: say("Results") }).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      await found.click();
      await page.waitForURL((url) => url.pathname !== "/site/list");
    }
  },
);

test("what strangers' servers said stands on every page as text and is never run", async ({
  visit,
}) => {
  const { page } = await visit({ locale });
  await enter(page);
  const said =
    '"><img src=x onerror="window.ran=1"><script>window.ran=1</script> [x](javascript:ran) \u202egnp';
  /** The server's own answer, in which everything that a stranger may have said says this. */
  const theirs = new Set([
    "host",
    "subject",
    "url",
    "address",
    "name",
    "value",
    "product",
    "version",
  ]);
  const spoil = (value: unknown, key = ""): unknown => {
    if (typeof value === "string") {
      return theirs.has(key) || key === "ja" || key === "en" ? `${said}${value}` : value;
    }
    if (Array.isArray(value)) return value.map((item) => spoil(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, spoil(item, name)]),
    );
  };
  await page.route(/\/v1\/(findings|assets|domains|search|overview)\b/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: spoil(await response.json()) });
  });
  for (const path of ["/", "/site/list", openFindings, `${openFindings}&by=kind`, "/inventory"]) {
    await page.goto(`${product.karteOrigin}${path}`);
    await page.getByText(said.slice(0, 20)).filter({ visible: true }).first().waitFor();
    await expectOnlyText(page, path);
  }
  await page.goto(`${product.karteOrigin}${openFindings}`);
  await page.locator(findingLinks).first().click();
  await page.getByRole("heading", { level: 1 }).filter({ hasText: "onerror" }).waitFor();
  await expectOnlyText(page, "a finding");
});

/** Nothing of what was said became an element, an address or a program. */
async function expectOnlyText(page: Page, where: string): Promise<void> {
  expect(await page.locator("main img[src=x], main script").count(), where).toBe(0);
  expect(await page.locator("a[href^='javascript:' i]").count(), where).toBe(0);
  expect(await page.evaluate<unknown>("window.ran"), where).toBeUndefined();
}

test("a chart whose latest scan gave no score shows the past as the past", async ({ visit }) => {
  const { page } = await visit({ locale });
  await enter(page);
  const inCharts = sentencesOf("app/charts", locale, "karte");
  const label = sentencesOf("features/overview", locale, "karte")("Grade of the workspace");
  // The server's own answer, but for the score of the latest day.
  await page.route("**/v1/overview*", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.history.at(-1), { score: null, grade: null });
    await route.fulfill({ response, json });
  });
  await page.goto(`${product.karteOrigin}/`);
  const chart = page.getByRole("img", { name: inCharts("{label}: no grade now", { label }) });
  await chart.waitFor();
  await page.getByText(inCharts("Show as a table")).click();
  const latest = page.getByRole("table", { name: label }).locator("tbody tr").first();
  await expect.poll(() => latest.locator("td").nth(1).innerText()).toBe("–");
  await expectAccessible(page, "karte: a chart without a score now");
});

test("an overview that could not be read again says so until it is", async ({ visit }) => {
  const { page, expectConsole } = await visit({ locale });
  expectConsole(/ERR_CONNECTION_FAILED/);
  await enter(page);
  const inApp = sentencesOf("app", locale, "karte");
  await page.goto(`${product.karteOrigin}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const grade = page.locator("main").getByRole("img").first();
  await grade.waitFor();
  await page.route("**/v1/overview*", (route) => route.abort("connectionfailed"));
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await page.getByText(inApp("What you see may be out of date")).waitFor();
  await grade.waitFor();
  await expectAccessible(page, "karte: what could not be read again");
  await page.unroute("**/v1/overview*");
  await page.getByRole("button", { name: inApp("Load again"), exact: true }).press("Enter");
  await page.getByText(inApp("What you see may be out of date")).waitFor({ state: "detached" });
});

/** @returns the secret by which the receiver knows who speaks. */
async function addWebhook(karte: FrameLocator): Promise<string> {
  await karte.getByRole("button", { name: inSettings("Add a webhook") }).press("Enter");
  await karte.locator("[name=label]").fill("SIEM");
  await karte.locator("[name=url]").fill(`${receiverOrigin}/hook`);
  await karte.getByRole("button", { name: inSettings("Save"), exact: true }).press("Enter");
  const secret = karte.getByRole("dialog", { name: inSettings("Signing secret") });
  await secret
    .getByText(/^whsec_/)
    .first()
    .waitFor();
  const text = await secret
    .getByText(/^whsec_/)
    .first()
    .innerText();
  await secret.getByRole("button", { name: inSettings("I've saved it") }).press("Enter");
  await secret.waitFor({ state: "detached" });
  return text.trim();
}

/** A chat, which has no secret but its address; its test arrives. */
async function addChat(karte: FrameLocator): Promise<void> {
  await karte.getByRole("button", { name: inSettings("Add a webhook") }).press("Enter");
  const dialog = karte.getByRole("dialog");
  await dialog.locator("[name=label]").fill("当番");
  await dialog.locator("[name=url]").fill(`${receiverOrigin}/chat`);
  await dialog.locator("[name=form]").selectOption("line-works");
  await dialog.getByRole("button", { name: inSettings("Save"), exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  const row = karte.getByRole("row", { name: /当番/ });
  await row.getByText("LINE WORKS").waitFor();
  await row
    .getByRole("button", { name: inSettings("Test {name}", { name: "当番" }) })
    .press("Enter");
  await expect.poll(() => heardAt("/chat").length).toBe(1);
}

/** What Standard Webhooks says the signature of this is. */
function signatureOf(secret: string, { headers, body }: (typeof heard)[number]): string {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

test("a scan goes on in two tabs, and its alert arrives by mail and by signed webhook", async ({
  visit,
}) => {
  const { page, newTab } = await visit({ locale });
  const mailbox = new Mailbox(product.sandboxOrigin);
  const karte = await enter(page);
  // What everybody is told goes to the bell alone: the only mail is the rule's.
  await page.goto(inPortal("/alerts"));
  const inAlerts = sentencesOf("features/alerts", locale, "karte");
  const byMail = { name: inAlerts("Alerts by email"), exact: true };
  await karte.getByRole("checkbox", byMail).press("Space");
  await expectAccessible(page, "karte: one's own alerts");
  await page.reload();
  await expect.poll(() => karte.getByRole("checkbox", byMail).isChecked()).toBe(false);
  await page.goto(inPortal("/settings"));
  const secret = await addWebhook(karte);
  await addChat(karte);
  await karte.getByRole("button", { name: inSettings("Add a rule") }).press("Enter");
  const dialog = karte.getByRole("dialog");
  await dialog.locator("[name=kind]").selectOption("certificate.ends");
  await dialog.locator("[name=days]").fill("90");
  await dialog.getByRole("checkbox", { name: inSettings("By webhook") }).press("Space");
  await dialog.getByRole("button", { name: inSettings("Save"), exact: true }).press("Enter");
  await dialog.waitFor({ state: "detached" });

  const domain = "seki-shop.example";
  const second = await newTab();
  await second.goto(`${product.karteOrigin}/site/list`);
  const scan = { name: inDomains("Scan {name}", { name: domain }), exact: true };
  const stop = { name: inDomains("Stop the scan of {name}", { name: domain }), exact: true };
  await second.getByRole("button", scan).waitFor();
  await page.goto(inPortal("/site/list"));
  await karte.getByRole("button", scan).press("Enter");
  // Nobody reloads the second tab.
  await second.getByRole("button", stop).waitFor();
  await second.getByRole("button", scan).waitFor();
  await karte.getByRole("button", scan).waitFor();

  const letter = await mailbox.newest(owner, /証明書の期限が近づいています/);
  expect(letter.text).toContain(domain);
  // What is told by default comes there too.
  const ending = () => heardAt("/hook").find(({ body }) => body.includes("certificate.ends"));
  await expect.poll(ending).toBeDefined();
  const told = ending();
  if (told === undefined) throw new Error("Nothing was heard.");
  expect(JSON.parse(told.body)).toMatchObject({
    type: "certificate.ends",
    data: { domain: { name: domain } },
  });
  expect(String(told.headers["webhook-signature"]).split(" ")).toContain(signatureOf(secret, told));
  // However many certificates end, the chat has one message of the scan.
  await expect.poll(() => heardAt("/chat").length).toBe(2);
  const [, chat] = heardAt("/chat");
  expect(chat?.headers["webhook-signature"]).toBeUndefined();
  expect(JSON.parse(chat?.body ?? "")).toMatchObject({
    title: expect.any(String),
    body: { text: expect.stringContaining(domain) },
  });
  await page.goto(inPortal("/settings"));
  const log = karte.getByRole("table", { name: inSettings("Delivery log") });
  await log.getByText(inSettings("Delivered")).first().waitFor();
  await expectAccessible(page, "karte: the log of a webhook");
});
