import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { createPdf, type Pdf } from "@sekimori/kit-server/pdf";
import type { InvoiceSnapshot } from "./invoice-snapshot.ts";
import { documentTitle, lineText, invoiceWords as words } from "./invoice-words.ts";

function parties(pdf: Pdf, { recipient, issuer }: InvoiceSnapshot, locale: Locale): void {
  const ja = locale === "ja";
  pdf.heading(2, words.to[locale]);
  if (recipient.company === null) {
    pdf.paragraph(recipient.name + (ja ? " 様" : ""), { size: 12 });
  } else {
    pdf.paragraph(recipient.company + (ja ? " 御中" : ""), { size: 12 });
    pdf.paragraph(recipient.name + (ja ? " 様" : ""));
  }
  pdf.paragraph(`〒${recipient.postalCode} ${recipient.address[locale]}`);
  pdf.heading(2, words.from[locale]);
  pdf.paragraph(issuer.name[locale]);
  pdf.paragraph(`${issuer.address[locale]}  ${issuer.phone}`);
  if (issuer.registration !== null) {
    pdf.paragraph(`${words.registration[locale]}: ${issuer.registration}`);
  }
  pdf.space(12);
}

function rowsOf(snapshot: InvoiceSnapshot, locale: Locale): (readonly [string, string])[] {
  const { lines, taxPercent, amount, taxAmount, lateCharge, total } = snapshot;
  const mark = (kind: string) => (kind === "late-charge" ? ` [${words.outside[locale]}]` : "");
  return [
    ...lines.map(
      (line) =>
        [`${lineText(line, locale)}${mark(line.kind)}`, formatYen(line.amount, locale)] as const,
    ),
    [words.total[locale], formatYen(total, locale)],
    [`${taxPercent}% ${words.subject[locale]}`, formatYen(amount, locale)],
    [`${words.tax[locale]} (${taxPercent}%)`, formatYen(taxAmount, locale)],
    ...(lateCharge > 0 ? [[words.outside[locale], formatYen(lateCharge, locale)] as const] : []),
  ];
}

/**
 * An invoice, which is also its receipt, or a credit note, from its sealed snapshot alone: the
 * same snapshot is the same file, whenever it is made.
 *
 * @param proof the snapshot's hash and the page on which a recipient can verify it
 */
export async function invoicePdf(
  snapshot: InvoiceSnapshot,
  locale: Locale,
  proof: { readonly hash: string; readonly page: string },
): Promise<Buffer> {
  const title = documentTitle(snapshot, locale);
  const pdf = createPdf({
    title: `${title} ${snapshot.number}`,
    author: snapshot.issuer.name[locale],
    subject: snapshot.number,
    locale,
    createdAt: new Date(`${snapshot.issuedOn}T00:00:00Z`),
    archival: true,
  });
  pdf.heading(1, title);
  pdf.paragraph(`${words.number[locale]}: ${snapshot.number}`);
  pdf.paragraph(`${words.issuedOn[locale]}: ${formatDay(snapshot.issuedOn, locale)}`);
  if (snapshot.corrects !== null) {
    pdf.paragraph(`${words.corrects[locale]}: ${snapshot.corrects}`);
  }
  parties(pdf, snapshot, locale);
  pdf.table(
    [
      { header: words.item[locale], share: 4 },
      { header: words.amount[locale], align: "right" },
    ],
    rowsOf(snapshot, locale),
  );
  pdf.space(24);
  pdf.paragraph(`${words.verify[locale]}: ${proof.page}`, { quiet: true, size: 7.5 });
  pdf.paragraph(`SHA-256 ${proof.hash}`, { quiet: true, size: 7.5 });
  return pdf.finish();
}
