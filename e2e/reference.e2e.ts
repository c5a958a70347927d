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
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await expectAccessible(page, `/v1/docs at ${width} px`);

    // A call with a body takes the CSRF header of the answer before.
    await page.goto("/v1/docs#signIn");
    const signIn = page.locator("#signIn");
    const body = { email: "nobody@people.example", password: "Kakehashi1!" };
    await signIn.getByRole("textbox", { name: "Body" }).fill(JSON.stringify(body));
    await signIn.getByRole("button", { name: /^Send/ }).click();
    await signIn.getByRole("status").getByText("UsernamePasswordIncorrect").waitFor();
  },
);
