import type { Locale } from "@sekimori/kit-contract/locale";
import { createPdf } from "@sekimori/kit-server/pdf";
import {
  fillNames,
  type LegalDocument,
  type LegalNames,
} from "@sekimori/portal-contract/legal/document";

const articleHeading = (number: number, title: string, locale: Locale) =>
  locale === "ja" ? `第${number}条（${title}）` : `Article ${number}. ${title}`;

const effectiveSentence = (day: string, locale: Locale) => {
  const [year, month, date] = day.split("-").map(Number);
  return locale === "ja"
    ? `${year}年${month}月${date}日から適用`
    : `In force from ${day.replaceAll("-", "/")}`;
};

/**
 * One of the terms as a PDF: A4, tagged for screen readers, with an outline of its articles and
 * its fonts embedded as subsets.
 *
 * @param version the document's version, printed below the title so that a copy names itself
 * @returns the whole file; about 100 KB
 */
export async function termsPdf(
  document: LegalDocument,
  locale: Locale,
  names: LegalNames,
  version: string,
): Promise<Buffer> {
  const fill = (text: string) => fillNames(text, names, locale);
  const title = document.title[locale];
  const pdf = createPdf({
    title,
    author: names.provider[locale],
    subject: version,
    locale,
    // The same text is the same file, whenever it is made.
    createdAt: new Date(`${document.effectiveOn}T00:00:00Z`),
  });
  pdf.heading(1, title);
  const effective = effectiveSentence(document.effectiveOn, locale);
  pdf.paragraph(`${effective}  ·  ${version}`, { quiet: true, size: 8.5 });
  pdf.space(10);
  pdf.paragraph(fill(document.preamble[locale]));
  pdf.space(10);
  for (const [index, article] of document.articles.entries()) {
    pdf.heading(2, articleHeading(index + 1, article.title[locale], locale));
    for (const [place, clause] of article.clauses.entries()) {
      const text = fill(clause[locale]);
      pdf.paragraph(article.clauses.length > 1 ? `${place + 1}. ${text}` : text);
    }
    pdf.space(7);
  }
  return pdf.finish();
}
