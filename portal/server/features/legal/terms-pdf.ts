import { createRequire } from "node:module";
import type { Locale } from "@sekimori/kit-contract/locale";
import {
  fillNames,
  type LegalDocument,
  type LegalNames,
} from "@sekimori/portal-contract/legal/document";
import PDFDocument from "pdfkit";

const resolve = createRequire(import.meta.url).resolve;
const fontFolder = "@expo-google-fonts/noto-sans-jp";
const fonts = {
  regular: resolve(`${fontFolder}/400Regular/NotoSansJP_400Regular.ttf`),
  bold: resolve(`${fontFolder}/700Bold/NotoSansJP_700Bold.ttf`),
};

const margin = 62;
const ink = "#1a1a1c";
const quiet = "#626264";

const articleHeading = (number: number, title: string, locale: Locale) =>
  locale === "ja" ? `第${number}条（${title}）` : `Article ${number}. ${title}`;

const effectiveSentence = (day: string, locale: Locale) => {
  const [year, month, date] = day.split("-").map(Number);
  return locale === "ja"
    ? `${year}年${month}月${date}日から適用`
    : `In force from ${day.replaceAll("-", "/")}`;
};

type Writer = InstanceType<typeof PDFDocument>;

function writeArticle(pdf: Writer, heading: string, clauses: readonly string[]): void {
  // A heading alone at the foot of a page belongs to the next one.
  if (pdf.y > pdf.page.height - margin - 90) pdf.addPage();
  pdf.outline.addItem(heading);
  const section = pdf.struct("Sect");
  section.add(
    pdf.struct("H2", {}, () => {
      pdf.font("bold").fontSize(11.5).fillColor(ink).text(heading, { paragraphGap: 4 });
    }),
  );
  for (const [index, clause] of clauses.entries()) {
    const numbered = clauses.length > 1 ? `${index + 1}. ${clause}` : clause;
    section.add(
      pdf.struct("P", {}, () => {
        pdf.font("regular").fontSize(9.5).text(numbered, { lineGap: 3.2, paragraphGap: 5 });
      }),
    );
  }
  section.end();
  pdf.addStructure(section);
  pdf.moveDown(0.7);
}

function writePageNumbers(pdf: Writer): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index);
    // Below the bottom margin pdfkit would begin a new page; the margin is lifted for one line.
    const { margins, width, height } = pdf.page;
    const bottom = margins.bottom;
    margins.bottom = 0;
    pdf.markContent("Artifact", { type: "Pagination" });
    pdf
      .font("regular")
      .fontSize(8)
      .fillColor(quiet)
      .text(`${index + 1} / ${count}`, margin, height - 40, {
        width: width - margin * 2,
        align: "center",
        lineBreak: false,
      });
    pdf.endMarkedContent();
    margins.bottom = bottom;
  }
}

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
  const effective = effectiveSentence(document.effectiveOn, locale);
  const pdf = new PDFDocument({
    size: "A4",
    margin,
    pdfVersion: "1.7",
    tagged: true,
    lang: locale,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Author: names.provider[locale],
      Subject: version,
      // The same text is the same file, whenever it is made.
      CreationDate: new Date(`${document.effectiveOn}T00:00:00Z`),
    },
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, failed) => pdf.on("end", done).on("error", failed));

  pdf.registerFont("regular", fonts.regular);
  pdf.registerFont("bold", fonts.bold);
  pdf.addStructure(
    pdf.struct("H1", {}, () => {
      pdf.font("bold").fontSize(20).fillColor(ink).text(title);
    }),
  );
  pdf.addStructure(
    pdf.struct("P", {}, () => {
      pdf
        .font("regular")
        .fontSize(8.5)
        .fillColor(quiet)
        .text(`${effective}  ·  ${version}`)
        .moveDown(1.4);
    }),
  );
  pdf.addStructure(
    pdf.struct("P", {}, () => {
      pdf.fontSize(9.5).fillColor(ink).text(fill(document.preamble[locale]), { lineGap: 3.2 });
    }),
  );
  pdf.moveDown(1.4);
  for (const [index, article] of document.articles.entries()) {
    writeArticle(
      pdf,
      articleHeading(index + 1, article.title[locale], locale),
      article.clauses.map((clause) => fill(clause[locale])),
    );
  }
  writePageNumbers(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
