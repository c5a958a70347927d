import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { sandboxMigrations } from "../../migrations/migrations.ts";
import {
  complaintsOf,
  faultsInEveryView,
  launchBrowser,
  scrollsSideways,
} from "../../testing/browser.ts";
import { type FramingSite, startFramingSite } from "../../testing/framing-page.ts";
import { PaymentClient } from "../../testing/payment-client.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { cardFields } from "../card-form.ts";
import { messageFromFields } from "../fields-protocol.ts";

let database: TestDatabase<unknown>;
let shop: FramingSite;
let stranger: FramingSite;
let running: TestSandbox;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase(sandboxMigrations);
  shop = await startFramingSite();
  stranger = await startFramingSite();
  running = await startTestSandbox(database, { portalOrigins: [shop.origin] });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await running.sandbox.stop();
  await shop.stop();
  await stranger.stop();
  await database.close();
});

const received = z.array(z.looseObject({ origin: z.string(), type: z.string() }));

interface Form {
  readonly page: Page;
  readonly fields: Frame;
  readonly complaints: string[];
  messages(): Promise<z.infer<typeof received>>;
  /** The newest message of a type, once there is one that `fits`. */
  message(type: string, fits?: (message: object) => boolean): Promise<Record<string, unknown>>;
  /** Sends messages, all in one turn of the page. */
  tell(...messages: object[]): Promise<void>;
  fill(card: Readonly<Record<string, string>>): Promise<void>;
}

async function open(
  options: { locale?: string; theme?: string; width?: number; site?: FramingSite } = {},
): Promise<Form> {
  const { locale = "ja", theme = "light", width = 800, site = shop } = options;
  const context = await browser.newContext({ viewport: { width, height: 1000 } });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const surface = theme === "dark" ? "1a1a1c" : "ffffff";
  const src = `${running.origin}/payment/fields?key=pk_test&locale=${locale}&theme=${theme}&surface=${surface}`;
  await page.goto(`${site.origin}/?theme=${theme}&src=${encodeURIComponent(src)}`);
  const element = await page.waitForSelector("#card");
  const fields = await element.contentFrame();
  if (fields === null) throw new Error("no frame");
  const messages = async () => received.parse(await page.evaluate("messages"));
  const form: Form = {
    page,
    fields,
    complaints,
    messages,
    async message(type, fits = () => true) {
      const find = async () => (await messages()).findLast((m) => m.type === type && fits(m));
      await expect.poll(find).toBeDefined();
      return (await find()) ?? {};
    },
    tell: (...messages) =>
      page.evaluate(
        `for (const message of ${JSON.stringify(messages)})
          document.getElementById("card").contentWindow.postMessage(message, ${JSON.stringify(running.origin)})`,
      ),
    async fill(card) {
      for (const [name, value] of Object.entries(card)) await fields.fill(`#${name}`, value);
    },
  };
  if (site === shop) await form.message("state");
  return form;
}

const goodCard = {
  number: "4111110000001003",
  expiryMonth: "9",
  expiryYear: "30",
  securityCode: "907",
  holder: "Hanako Seki",
};

describe("the card fields", () => {
  it("give a token that registers, and nothing of the card but its brand and end", async () => {
    const form = await open();
    await form.fill({
      ...goodCard,
      number: "４１１１ １１００−0000ー1003",
      securityCode: "９０７",
      holder: "ｈａｎａｋｏ　ｓｅｋｉ",
    });
    await expect.poll(() => form.fields.inputValue("#number")).toBe("4111 1100 0000 1003");
    await expect.poll(() => form.fields.textContent("#brand")).toBe("Visa");
    const marks = () => form.fields.locator("[data-mark]:visible").count();
    await expect.poll(marks).toBe(1);
    await form.message("state", (message) => "complete" in message && message.complete === true);
    await form.tell({ type: "submit", requestId: "one" });
    const { token, ...rest } = await form.message("token");
    expect(rest).toEqual({
      origin: running.origin,
      type: "token",
      requestId: "one",
      brand: "visa",
      last4: "1003",
      expiryMonth: 9,
      expiryYear: 2030,
    });
    const { body } = await new PaymentClient(running.origin).post(
      "/payment/api/card-registrations",
      {
        token,
        return_url: `${shop.origin}/return`,
        customer_ref: "a",
      },
    );
    expect(body).toMatchObject({ status: "succeeded", card: { holder: "HANAKO SEKI" } });
    const all = await form.messages();
    for (const { origin: _, ...message } of all) messageFromFields.parse(message);
    expect(JSON.stringify(all)).not.toMatch(/411111|907|HANAKO/);
    const stores = await form.fields.evaluate(
      "JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])",
    );
    expect(stores).toBe('[[],[],""]');
    expect(form.complaints).toEqual([]);
  });

  it("say in Japanese what is wrong, move the focus there, and keep what was typed in English", async () => {
    const form = await open();
    await form.fill({ number: "4111110000001004", expiryMonth: "13", holder: "関" });
    await form.tell({ type: "submit", requestId: "bad" });
    expect(await form.message("error")).toMatchObject({
      requestId: "bad",
      code: "invalid_fields",
      fields: [...cardFields],
    });
    await expect.poll(() => form.fields.evaluate("document.activeElement.id")).toBe("number");
    const errorOf = (field: string) => form.fields.textContent(`#${field}-error`);
    await expect.poll(() => errorOf("number")).toContain("カード番号に誤りがあります");
    await expect
      .poll(() => errorOf("securityCode"))
      .toContain("セキュリティコードを入力してください");
    await form.tell({ type: "locale", locale: "en" });
    await expect.poll(() => errorOf("number")).toContain("There's a mistake in the card number");
    await expect.poll(() => errorOf("securityCode")).toContain("Please enter the security code.");
    await expect.poll(() => errorOf("expiryMonth")).toContain("Please enter a valid expiry date.");
    await expect
      .poll(() => form.fields.textContent("label[for=number]"))
      .toMatch(/Card number\s+Required/);
    await expect.poll(() => form.fields.getAttribute("html", "lang")).toBe("en");
    await expect.poll(() => form.fields.inputValue("#number")).toBe("4111 1100 0000 1004");
    await form.fill({ number: goodCard.number });
    await expect.poll(() => form.fields.isHidden("#number-error")).toBe(true);
    await form.tell({ type: "focus" });
    await expect.poll(() => form.fields.evaluate("document.activeElement.id")).toBe("expiryMonth");
    await form.fill({ expiryMonth: "9", expiryYear: "20", securityCode: "907", holder: "HANAKO" });
    await form.tell({ type: "submit", requestId: "over" });
    await expect
      .poll(() => form.fields.textContent("form"))
      .toContain("Please enter a valid expiry date. This card has expired.");
  });

  it("go on by themselves while one types, and keep the caret where one corrects", async () => {
    const form = await open();
    await form.fields.focus("#number");
    await form.page.keyboard.type("4111110000001003");
    const focused = () => form.fields.evaluate("document.activeElement.id");
    await expect.poll(focused).toBe("expiryMonth");
    // A month that may go on waits; one that cannot goes on.
    await form.page.keyboard.type("1");
    expect(await focused()).toBe("expiryMonth");
    await form.page.keyboard.type("2");
    await expect.poll(focused).toBe("expiryYear");
    await form.page.keyboard.type("2031");
    await expect.poll(focused).toBe("securityCode");
    await form.page.keyboard.type("907");
    await expect.poll(focused).toBe("holder");
    await form.fields.focus("#number");
    await form.fields.evaluate("document.activeElement.setSelectionRange(4, 4)");
    await form.page.keyboard.press("Backspace");
    expect(await form.fields.inputValue("#number")).toBe("4111 1000 0001 003");
    expect(await form.fields.evaluate("document.activeElement.selectionStart")).toBe(3);
    // Nothing takes the focus from somebody who corrects.
    await form.page.keyboard.type("1");
    expect(await form.fields.inputValue("#number")).toBe("4111 1100 0000 1003");
    expect(await focused()).toBe("number");
  });

  it("complain about a field only after it was left", async () => {
    const form = await open({ locale: "en" });
    await form.fields.focus("#number");
    await form.page.keyboard.type("41111");
    await expect.poll(() => form.fields.isHidden("#number-error")).toBe(true);
    await form.page.keyboard.press("Tab");
    await expect
      .poll(() => form.fields.textContent("#number-error"))
      .toContain("doesn't have the right number of digits");
    await expect.poll(() => form.fields.isHidden("#expiryMonth-error")).toBe(true);
  });

  it("refuse a card that is not of the sandbox, in words", async () => {
    const form = await open({ locale: "en" });
    await form.fill({ ...goodCard, number: "4242424242424242" });
    await form.tell({ type: "submit", requestId: "real" });
    expect(await form.message("error")).toMatchObject({
      code: "not_a_test_card",
      fields: ["number"],
    });
    await expect
      .poll(() => form.fields.textContent("#number-error"))
      .toContain("This is a sandbox");
    await form.fill({ number: goodCard.number });
    await form.tell({ type: "submit", requestId: "test" });
    expect(await form.message("token")).toMatchObject({ requestId: "test" });
  });

  it("answer two submits at once with one token", async () => {
    const form = await open();
    await form.fill(goodCard);
    await form.tell(
      { type: "submit", requestId: "first" },
      { type: "submit", requestId: "second" },
    );
    await form.message("token");
    await form.tell({ type: "submit", requestId: "third" });
    await form.message(
      "token",
      (message) => "requestId" in message && message.requestId === "third",
    );
    const tokens = (await form.messages()).filter(({ type }) => type === "token");
    expect(tokens.map(({ requestId }) => requestId)).toEqual(["first", "third"]);
  });

  it("say that the company does not answer", async () => {
    const form = await open();
    await form.fill(goodCard);
    await form.page.route("**/payment/fields/tokens", (route) => route.abort());
    await form.tell({ type: "submit", requestId: "offline" });
    expect(await form.message("error")).toMatchObject({ code: "network", fields: [] });
    await expect.poll(() => form.fields.isEditable("#number")).toBe(true);
  });

  it("leave a composition alone until it ends", async () => {
    const form = await open();
    await form.fields.focus("#number");
    const devtools = await form.page.context().newCDPSession(form.page);
    const compose = { text: "４１", selectionStart: 2, selectionEnd: 2 };
    await devtools.send("Input.imeSetComposition", compose);
    await expect.poll(() => form.fields.inputValue("#number")).toBe("４１");
    await devtools.send("Input.insertText", { text: "４１１" });
    await expect.poll(() => form.fields.inputValue("#number")).toBe("411");
  });

  it("go by keyboard from field to field and report Enter", async () => {
    const form = await open();
    await form.tell({ type: "focus" });
    await expect.poll(() => form.fields.evaluate("document.activeElement.id")).toBe("number");
    const order = ["number"];
    for (const _ of cardFields.slice(1)) {
      await form.page.keyboard.press("Tab");
      order.push(await form.fields.evaluate<string>("document.activeElement.id"));
    }
    expect(order).toEqual([...cardFields]);
    await form.page.keyboard.press("Enter");
    await form.message("enter");
  });

  it("wear the framing page's theme and surface", async () => {
    const form = await open();
    const ground = () =>
      form.fields.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
    await expect.poll(() => ground()).toBe("rgb(255, 255, 255)");
    await form.tell({ type: "theme", theme: "dark", surface: "#102030" });
    await expect.poll(ground).toBe("rgb(16, 32, 48)");
    await form.tell({ type: "theme", theme: "dark", surface: "url(https://evil.example)" });
    await form.tell({ type: "theme", theme: "dark" });
    await expect.poll(ground).toBe("rgba(0, 0, 0, 0)");
    const control = (property: string) =>
      form.fields.evaluate<string>(
        `getComputedStyle(document.querySelector("#number")).${property}`,
      );
    const appearance = { line: "rgb(1, 2, 3)", text: "#040506", radius: 3 };
    await form.tell({ type: "theme", theme: "light", appearance });
    await expect.poll(() => control("borderTopColor")).toBe("rgb(1, 2, 3)");
    expect(await control("color")).toBe("rgb(4, 5, 6)");
    expect(await control("borderRadius")).toBe("3px");
    const hostile = { line: "red; background: url(https://evil.example)" };
    await form.tell({ type: "theme", theme: "light", appearance: hostile });
    await form.tell({ type: "theme", theme: "light", surface: "#ffffff" });
    await expect.poll(ground).toBe("rgb(255, 255, 255)");
    expect(await control("borderTopColor")).toBe("rgb(1, 2, 3)");
  });

  it("tell their height when it changes", async () => {
    const form = await open();
    const before = Number((await form.message("ready")).height);
    await form.tell({ type: "submit", requestId: "empty" });
    const grown = (message: object) => "height" in message && Number(message.height) > before;
    expect(Number((await form.message("height", grown)).height)).toBeLessThan(1_000);
  });
});

describe("a page of another origin", () => {
  it("may not frame the fields", async () => {
    const form = await open({ site: stranger });
    await expect.poll(() => form.complaints.join()).toContain("frame-ancestors");
    expect(await form.messages()).toEqual([]);
  });

  it("is not obeyed, even inside the page that frames them", async () => {
    const form = await open();
    await form.fill(goodCard);
    await form.page.evaluate(
      `new Promise((loaded) => {
        const frame = document.createElement("iframe");
        frame.name = "stranger";
        frame.src = ${JSON.stringify(`${stranger.origin}/`)};
        frame.onload = loaded;
        document.body.append(frame);
      })`,
    );
    const inside = form.page.frame("stranger");
    await inside?.evaluate(
      `parent.frames[0].postMessage({ type: "submit", requestId: "theft" }, "*")`,
    );
    await form.tell({ type: "submit", requestId: "honest" });
    await form.message("token");
    const answered = (await form.messages()).filter((message) => "requestId" in message);
    expect(answered.map(({ requestId }) => requestId)).toEqual(["honest"]);
  });

  it.each(["key=pk_other", "key=pk_test&origin=http://localhost:1", ""])(
    "gets no page: ?%s",
    async (query) => {
      const response = await fetch(`${running.origin}/payment/fields?${query}`);
      expect(response.status).toBe(403);
    },
  );
});

describe("accessibility of the card fields", () => {
  // Every pair of language, theme and width; each is looked at at 400 % too.
  const looks = [
    { locale: "ja", theme: "light", width: 290 },
    { locale: "ja", theme: "dark", width: 1280 },
    { locale: "en", theme: "light", width: 1280 },
    { locale: "en", theme: "dark", width: 375 },
  ] as const;

  it.each(looks)("has no fault in $locale, $theme, at $width px", async (look) => {
    const form = await open(look);
    expect(await faultsInEveryView(form.page, form.fields)).toEqual([]);
    await form.fill({ number: goodCard.number });
    await form.tell({ type: "submit", requestId: "errors" });
    await form.message("error");
    expect(await faultsInEveryView(form.page, form.fields)).toEqual([]);
    await expect.poll(() => scrollsSideways(form.fields)).toBe(false);
    expect(form.complaints).toEqual([]);
    await form.page.context().close();
  });
});
