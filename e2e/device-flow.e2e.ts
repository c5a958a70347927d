// A television or a command line asks for a code; its person decides in a browser (RFC 8628).

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hashToken } from "@sekimori/kit-server/cookies";
import { createSealer, parseKeyring } from "@sekimori/kit-server/sealing";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { Client } from "pg";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { expectLogo, logoFile } from "./support/application-logo.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn } from "./support/member.ts";
import { newDataFolder } from "./support/product-template.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { newDevice, type WaitingDevice } from "./support/waiting-device.ts";

const [own, third] = ["Television of Kyobashi", "Ledger on the command line"];

const logo = logoFile();
let folder: string;
let product: RunningProduct;
let television: WaitingDevice;
let ledger: WaitingDevice;
beforeAll(async () => {
  folder = await newDataFolder();
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { dataFolder: folder });
  television = await newDevice(product, own, ["--first-party", "--logo", logo.path]);
  ledger = await newDevice(product, third, ["--logo", logo.path]);
});
afterAll(async () => {
  await product?.stop();
  logo.remove();
  rmSync(folder, { recursive: true, force: true });
});

const text = {
  ja: {
    enter: "デバイスのコードを入力",
    code: "コード",
    next: "次へ",
    none: "コードを入力してください。",
    wrong: "このコードは正しくありません。もう一度確認してください。",
    expired: "このコードは期限が切れています。デバイスで新しいコードを表示してください。",
    used: "このコードはもう使われています。デバイスで新しいコードを表示してください。",
    confirm: "このデバイスを接続しますか",
    warning: "ほかの人から送られてきたコードは入力しないでください。",
    connect: "接続する",
    refuse: "接続しない",
    refused: "デバイスは接続されていません",
    connected: "接続しました",
  },
  en: {
    enter: "Enter your device's code",
    code: "Code",
    next: "Continue",
    none: "Enter the code.",
    wrong: "This code is wrong. Check it and try again.",
    expired: "This code has expired. Get a new one on your device.",
    used: "This code has already been used. Get a new one on your device.",
    confirm: "Connect this device?",
    warning: "Never enter a code that somebody sent you",
    connect: "Connect",
    refuse: "Don't connect",
    refused: "Your device wasn't connected",
    connected: "Your device is connected",
  },
} as const;

/** Nothing sticks out of the page sideways. */
async function expectFits(page: Page): Promise<void> {
  const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate(overflow)).toBe(0);
}

/** Lets a device's ten minutes pass: when they end stands in its record, which is sealed. */
async function letExpire(userCode: string): Promise<void> {
  const secrets = JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8")) as {
    readonly portalDataKeys: string;
  };
  const sealer = createSealer(parseKeyring(secrets.portalDataKeys));
  const client = new Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id_digest: string; sealed: string }>(
      `select id_digest, payload ->> 'sealed' as sealed from portal.oidc_record
       where model = 'DeviceCode' and payload ->> 'userCode' = $1`,
      [hashToken(userCode.replace("-", ""))],
    );
    const { id_digest: digest = "", sealed = "" } = rows[0] ?? {};
    const context = `portal.oidc_record.payload:DeviceCode:${digest}`;
    const payload: unknown = JSON.parse(
      sealer.open(Buffer.from(sealed, "base64"), context).toString("utf8"),
    );
    const over = { ...(payload as object), exp: Math.floor(Date.now() / 1_000) - 1 };
    await client.query(
      `update portal.oidc_record set payload = payload || jsonb_build_object('sealed', $2::text)
       where model = 'DeviceCode' and id_digest = $1`,
      [digest, sealer.seal(JSON.stringify(over), context).toString("base64")],
    );
  } finally {
    await client.end();
  }
}

describe.for([
  { locale: "ja", width: 375 },
  { locale: "en", width: 1280 },
] as const)("a device without a browser ($locale, $width px)", ({ locale, width }) => {
  const says = text[locale];
  const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  const problem = (page: Page, sentence: string) =>
    page.getByRole("alert").filter({ hasText: sentence });

  async function typeCode(page: Page, code: string) {
    await page.getByRole("textbox", { name: says.code }).fill(code);
    await page.keyboard.press("Enter");
  }

  async function member(page: Page, email: string) {
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpForFree(page, mailbox, locale, email, product.portalOrigin);
    await page.getByRole("tablist").waitFor();
  }

  test("is connected by a member who types its code, after a wrong one", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale, width });
    const email = address("television");
    await member(page, email);
    const request = await television.asks();
    expect(await television.polls(request)).toMatchObject({ error: "authorization_pending" });

    await page.goto(request.verification_uri);
    await heading(page, says.enter).waitFor();
    await expectAccessible(page, "code of a device");
    await expectFits(page);
    await button(page, says.next).click();
    await problem(page, says.none).waitFor();
    await typeCode(page, "BBBB-BBBB");
    await problem(page, says.wrong).waitFor();
    await expect
      .poll(() => page.getByRole("textbox", { name: says.code }).inputValue())
      .toBe("BBBB-BBBB");
    await expectAccessible(page, "code of a device: wrong");
    await expectFits(page);

    await typeCode(page, request.user_code.toLowerCase());
    await heading(page, says.confirm).waitFor();
    const main = page.locator("main");
    await main.getByText(own, { exact: true }).waitFor();
    await main.getByText(request.user_code, { exact: true }).waitFor();
    await main.getByText(says.warning).waitFor();
    await expectLogo(page);
    await expectAccessible(page, "a device to be connected");
    await expectFits(page);
    // Sooner than five seconds after the last time it hears that too.
    const { error } = await television.polls(request);
    expect(["authorization_pending", "slow_down"]).toContain(error);
    await button(page, says.connect).click();
    await heading(page, says.connected).waitFor();
    await expectAccessible(page, "a device that is connected");

    const tokens = await television.polls(request);
    expect(tokens).toMatchObject({ token_type: "Bearer", refresh_token: expect.any(String) });
    expect(await television.reads(tokens)).toMatchObject({ email });

    await page.goto(request.verification_uri);
    await typeCode(page, request.user_code);
    await problem(page, says.used).waitFor();
  });

  test("is refused by whoever opens its complete link and did not ask for it", async ({
    visit,
  }) => {
    const { page } = await visit({ locale, width });
    const request = await ledger.asks();
    await page.goto(request.verification_uri_complete);
    await heading(page, says.confirm).waitFor();
    await page.locator("main").getByText(third, { exact: true }).waitFor();
    await button(page, says.refuse).click();
    await heading(page, says.refused).waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
    await expectAccessible(page, "a device that was refused");
    expect(await ledger.polls(request)).toMatchObject({ error: "access_denied" });
  });

  test("of somebody else's waits for sign-in and consent", async ({ visit, address }) => {
    const email = address("ledger");
    await member((await visit({ locale })).page, email);
    const { page } = await visit({ locale, width });
    const request = await ledger.asks();
    await page.goto(request.verification_uri_complete);
    await button(page, says.connect).click();

    await page.waitForURL((url) => url.pathname === pagePaths.login);
    const door = sentencesOf("features/sign-in", locale);
    const leads = door("Log in to continue to “{application}”.", { application: third });
    await page.getByRole("status").getByText(leads).waitFor();
    await expectLogo(page);
    await signIn(page, locale, email);
    const consent = sentencesOf("features/authorize", locale);
    const asks = consent("{application} wants access to your account", { application: third });
    await page.getByRole("heading", { name: asks }).waitFor();
    await expectLogo(page);
    expect(await ledger.polls(request)).toMatchObject({ error: "authorization_pending" });
    await button(page, consent("Allow")).click();
    await heading(page, says.connected).waitFor();
    const tokens = await ledger.polls(request);
    expect(tokens).toHaveProperty("refresh_token");
    expect(await ledger.reads(tokens)).toMatchObject({ email });
  });

  test("whose code is over asks for another", async ({ visit }) => {
    const { page } = await visit({ locale, width });
    const request = await television.asks();
    await letExpire(request.user_code);
    await page.goto(request.verification_uri);
    await typeCode(page, request.user_code);
    await problem(page, says.expired).waitFor();
    await expectAccessible(page, "code of a device: expired");
    await expectFits(page);
    expect(await television.polls(request)).toMatchObject({ error: "expired_token" });
  });
});
