import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ COMPANIES_ABROAD_EN: "Sample Payments (US)." });
});
afterAll(() => portal.close());

test("the legal texts are served to anybody, as PDF too", async () => {
  const browser = portal.browser();
  const legal = (await browser.request({ url: "/v1/site/legal" })).json() as {
    abroad: { ja: string; en: string };
    documents: { pdf: { ja: string; en: string } }[];
  };
  expect(legal.abroad).toEqual({ ja: "ありません。", en: "Sample Payments (US)." });
  expect(legal.documents.length).toBe(2);
  for (const { pdf } of legal.documents) {
    const file = await browser.request({ url: pdf.en });
    expect([file.status, file.headers["content-type"]]).toEqual([200, "application/pdf"]);
  }
});
