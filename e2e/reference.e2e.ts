import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/test.ts";

test.for([375, 1280])(
  "the API reference at %s px: read, and tried against the sandbox",
  async (width, { visit }) => {
    const { page } = await visit({ locale: "en", width });
    await page.goto("/v1/docs#siteConfiguration");
    const call = page.locator("#siteConfiguration");
    await call.getByRole("button", { name: /^Send/ }).click();
    await call.getByRole("status").getByText('"passwordMaximum"').waitFor();

    // An answer that a test got comes with the first call that is opened, not with the page.
    const place = page.locator("#cancelContract");
    expect(await place.locator("[data-call]").count()).toBe(1);
    await place.locator("summary").first().click();
    const answer = place.getByRole("region", { name: "Answer of cancelContract: an example" });
    await answer.getByText('"plan": "detailed"').waitFor();
    await answer.getByRole("button", { name: /^Copy/ }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await expectAccessible(page, `/v1/docs at ${width} px`);

    // Found by words, by the key that leads there, and copied as a command.
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await page.keyboard.type("second factor");
    const found = page.getByRole("navigation").getByRole("status");
    await found.getByText(/^\d+ calls$/).waitFor();
    expect(await page.locator(".call:visible").count()).toBe(
      Number.parseInt(await found.innerText(), 10),
    );
    expect(await call.isVisible()).toBe(false);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await call.waitFor();

    // A call with a body takes the CSRF header of the answer before.
    await page.goto("/v1/docs#signIn");
    const signIn = page.locator("#signIn");
    const body = { email: "nobody@people.example", password: "Kakehashi1!" };
    await signIn.getByRole("textbox", { name: "Body" }).fill(JSON.stringify(body));
    await signIn.getByRole("button", { name: /^Send/ }).click();
    await signIn.getByRole("status").getByText("UsernamePasswordIncorrect").waitFor();
  },
);
