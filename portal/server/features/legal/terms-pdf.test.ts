import { memberTerms } from "@sekimori/portal-contract/legal/member-terms";
import { serviceTerms } from "@sekimori/portal-contract/legal/service-terms";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, test } from "vitest";
import { documents } from "./documents.ts";
import { termsPdf } from "./terms-pdf.ts";

const names = {
  provider: { ja: "株式会社試験", en: "Test Inc." },
  court: { ja: "東京地方裁判所", en: "the Tokyo District Court" },
  contactEmail: "contact@example.jp",
  abroad: { ja: "見本決済（米国）", en: "Sample Payments (United States)" },
};

async function read(bytes: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const texts: string[] = [];
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    texts.push(items.map((item) => ("str" in item ? item.str : "")).join(""));
  }
  const { info } = await pdf.getMetadata();
  return {
    text: texts.join("\n"),
    outline: (await pdf.getOutline()).map(({ title }) => title),
    tagged: (await pdf.getMarkInfo())?.Marked,
    info: info as { Title: string; Language: string },
  };
}

describe.each([serviceTerms, memberTerms])("$id", (document) => {
  test.each(["ja", "en"] as const)("in %s", async (locale) => {
    const bytes = await termsPdf(document, locale, names, "version-1");
    const pdf = await read(bytes);
    expect(pdf.info).toMatchObject({ Title: document.title[locale], Language: locale });
    expect(pdf.tagged).toBe(true);
    expect(pdf.outline).toHaveLength(document.articles.length);
    expect(pdf.outline.at(-1)).toContain(document.articles.at(-1)?.title[locale]);
    expect(pdf.text).toContain("version-1");
    expect(pdf.text).toContain(names.court[locale]);
    expect(pdf.text.includes(names.abroad[locale])).toBe(document === memberTerms);
    expect(pdf.text).not.toMatch(/[{}]/);
    expect(bytes.length).toBeLessThan(300_000);
  });
});

test("nobody can agree to terms before the day from which they are in force", () => {
  const today = new Date().toISOString().slice(0, 10);
  for (const { id, effectiveOn } of documents) expect(effectiveOn <= today, id).toBe(true);
});
