import { kartePage } from "@sekimori/portal-contract/page-routes";
import { afterAll, beforeAll, describe } from "vitest";
import { Mailbox } from "./support/mailbox.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { withClockAdvanced } from "./support/sandbox-clock.ts";
import { sentencesOf } from "./support/sentences.ts";
import { goodPassword, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// The clock is everybody's: no other journey would survive it.
let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

describe.for([
  ["en", 1280],
  ["ja", 375],
] as const)("a dangerous act in the frame (%s, %i px)", ([locale, width]) => {
  const inWorkspaces = sentencesOf("features/workspaces", locale, "karte");
  const inStepUp = sentencesOf("app/step-up", locale);

  test("asks for the password in place, and then goes on", async ({ visit, address }) => {
    const { page } = await visit({ locale, width });
    const { portalOrigin, sandboxOrigin } = product;
    await signUpForFree(page, new Mailbox(sandboxOrigin), locale, address("step-up"), portalOrigin);
    const workspace = `${portalOrigin}${kartePage("/workspace")}`;
    await withClockAdvanced(
      11 * 60_000,
      async () => {
        await page.goto(workspace);
        const karte = page.frameLocator("iframe");
        const begin = karte.getByRole("button", { name: inWorkspaces("Close workspace") });
        const dialog = page.getByRole("dialog", { name: inStepUp("Confirm your password") });
        const act = karte.getByRole("dialog", { name: inWorkspaces("Close this workspace?") });
        await begin.click();
        // Cancelled: nothing happens, and it can be begun again.
        await dialog.getByRole("button", { name: inStepUp("Cancel") }).click();
        await dialog.waitFor({ state: "detached" });
        expect(await act.count()).toBe(0);
        await begin.click();
        await dialog
          .getByRole("textbox", { name: inStepUp("Current password") })
          .fill(goodPassword);
        await dialog.getByRole("button", { name: inStepUp("Continue") }).click();
        await act.getByRole("button", { name: inWorkspaces("Close for everyone") }).waitFor();
        await expect.poll(() => page.url()).toBe(`${workspace}?act=close`);
        // Closed again, it stays closed: the address does not open it a second time.
        await act.getByRole("button", { name: inWorkspaces("Cancel"), exact: true }).click();
        await act.waitFor({ state: "detached" });
        await expect.poll(() => page.url()).toBe(workspace);
        // The sign-in is recent now: nobody is asked.
        await begin.click();
        await act.waitFor();
        expect(await dialog.count()).toBe(0);
      },
      sandboxOrigin,
    );
  });
});
