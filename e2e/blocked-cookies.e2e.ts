import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { expect, test } from "./support/test.ts";

/** What Chromium does where its settings block cookies; playwright's profiles ignore the setting. */
const blocked = `
  Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
      get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
    });
  }
`;

test("a browser that blocks cookies and storage is told so, and can still read the terms", async ({
  visit,
}) => {
  const { page, context } = await visit({ locale: "en" });
  await context.addInitScript(blocked);
  for (const path of [pagePaths.login, pagePaths.security, pagePaths.register]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "Cookies are blocked" }).waitFor();
    await page.getByRole("button", { name: "Reload the page" }).waitFor();
  }
  await page.goto(pagePaths.terms);
  await page.getByRole("heading", { level: 1, name: /Terms/ }).waitFor();
  expect(await page.getByRole("heading", { name: "Cookies are blocked" }).count()).toBe(0);
});
