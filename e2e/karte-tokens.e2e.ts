import { kartePage } from "@sekimori/portal-contract/page-routes";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { picture } from "./support/picture.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForPaid } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// A token is made in the portal's frame, used by a program, and revoked; a policy is tried and turned on.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

const domainsWith = (token: string) =>
  fetch(`${product.karteOrigin}/v1/domains`, { headers: { authorization: `Bearer ${token}` } });

describe.for([
  ["ja", 375],
  ["en", 1280],
] as const)("an API token (%s, %i px)", ([locale, width]) => {
  const say = sentencesOf("features/settings", locale, "karte");

  test("is made by keyboard, shown once, works, and is refused when revoked", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale, width });
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpForPaid(page, mailbox, locale, address("tokens"), product.portalOrigin);
    await page.goto(`${product.portalOrigin}${kartePage("/settings")}`);
    const karte = page.frameLocator("iframe");
    await karte.getByRole("button", { name: say("Create token") }).press("Enter");
    const dialog = karte.getByRole("dialog");
    await dialog.locator("[name=label]").fill("SIEM");
    await dialog.getByRole("checkbox", { name: say("Work on findings") }).press("Space");
    await expectAccessible(page, "karte: making a token");
    await dialog.getByRole("button", { name: say("Create") }).press("Enter");
    const token = await dialog.locator("code").innerText();
    expect(token).toMatch(/^skt_/);
    await expectAccessible(page, "karte: a token");
    await dialog.getByRole("button", { name: say("I've saved it") }).press("Enter");
    expect((await domainsWith(token)).status).toBe(200);
    // The stream's addresses stand below, and the token opens them.
    for (const [label, type] of [
      ["As JSON, one event per line", "application/x-ndjson; charset=utf-8"],
      ["As CEF, one event per line", "text/plain; charset=utf-8"],
    ] as const) {
      const stream = await karte.getByText(say(label)).locator("..").locator("code").innerText();
      const answer = await fetch(stream, { headers: { authorization: `Bearer ${token}` } });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
      expect(answer.headers.get("next-cursor")).not.toBeNull();
    }

    await page.reload();
    const row = karte.getByRole("row", { name: /SIEM/ });
    await row.getByText(say("In use")).waitFor();
    expect(await row.innerText()).not.toContain(token);
    await expectAccessible(page, "karte: settings with a token");
    const pictures = process.env.SCREENS;
    if (pictures) {
      await page.screenshot({ path: `${pictures}/tokens-${locale}-${width}.png`, fullPage: true });
    }
    await row
      .getByRole("button", { name: say("Revoke the token: {name}", { name: "SIEM" }) })
      .press("Enter");
    const sure = karte.getByRole("alertdialog");
    await sure.getByRole("button", { name: say("Revoke"), exact: true }).press("Enter");
    await karte.getByText(say("No API tokens yet.")).waitFor();
    expect((await domainsWith(token)).status).toBe(401);

    // On the same page: a policy is written, tried on history and turned on from there.
    await karte.getByRole("button", { name: say("Add a policy") }).click();
    await dialog.locator("[name=name]").fill("DMARC");
    await dialog.locator("[name=query]").fill("severty:high");
    await dialog.locator("[name=severity]").selectOption("lower:low");
    await dialog.locator("[name=reason]").fill("No mail");
    await dialog.locator("[name=label]").fill("mail");
    await dialog.getByRole("button", { name: say("Save"), exact: true }).click();
    await expect
      .poll(() => dialog.locator("[name=query]").getAttribute("aria-invalid"))
      .toBe("true");
    // What is written is completed, as in the search box of the list.
    const conditions = dialog.locator("[name=query]");
    await conditions.fill("check:mail-dmarc 深刻度:hi");
    await conditions.press("ArrowDown");
    await conditions.press("Enter");
    await expect
      .poll(() => conditions.inputValue())
      .toMatch(/^check:mail-dmarc 深刻度:(high|高) $/);
    await expectAccessible(page, "karte: writing a policy");
    await picture(page, `policy-${locale}-${width}`);
    await dialog.getByRole("button", { name: say("Save"), exact: true }).click();
    const policy = karte.getByRole("row", { name: /DMARC/ });
    await policy.getByText("check:mail-dmarc severity:high").waitFor();
    await policy.getByRole("button", { name: say("Try {name}", { name: "DMARC" }) }).click();
    await dialog.getByText(say("Matches now")).waitFor();
    await expectAccessible(page, "karte: a policy is tried");
    await picture(page, `policy-trial-${locale}-${width}`);
    await dialog.getByRole("button", { name: say("Turn on this policy") }).click();
    await policy.getByText(say("On"), { exact: true }).waitFor();
    await expectAccessible(page, "karte: settings with a policy");
    await picture(page, `policies-${locale}-${width}`);
  });
});

test("the API reference finds calls by words, by the key that leads there", async ({ visit }) => {
  const { page } = await visit({ locale: "en", width: 375 });
  await page.goto(`${product.karteOrigin}/v1/docs`);
  await page.locator("#listFindings").waitFor();
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await page.keyboard.type("ticket system");
  const found = page.getByRole("navigation").getByRole("status");
  await found.getByText(/^\d+ calls?$/).waitFor();
  expect(await page.locator(".call:visible").count()).toBe(
    Number.parseInt(await found.innerText(), 10),
  );
  expect(await page.locator("#listTicketSystems").isVisible()).toBe(true);
  expect(await page.locator("#listGroups").isVisible()).toBe(false);
});
