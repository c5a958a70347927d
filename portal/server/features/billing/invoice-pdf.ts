import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";
import { createPdf, type Pdf, type PdfCanvas } from "@sekimori/kit-server/pdf";
import type { InvoiceSnapshot } from "./invoice-snapshot.ts";
import {
  addressText,
  documentTitle,
  lineText,
  type Payment,
  paymentText,
  taxText,
  invoiceWords as words,
} from "./invoice-words.ts";

const accent = "#1f3f73";

/** What a document says besides its snapshot. */
interface Made {
  /** The snapshot's hash and the page on which a recipient can verify it. */
  readonly proof: { readonly hash: string; readonly page: string };
  /** Null: not paid, or a credit note. */
  readonly payment: Payment | null;
}

function head(pdf: Pdf, snapshot: InvoiceSnapshot, locale: Locale, title: string): void {
  const { number, issuedOn, corrects } = snapshot;
  const facts = [
    `${words.number[locale]} ${number}`,
    `${words.issuedOn[locale]} ${formatDay(issuedOn, locale)}`,
    ...(corrects === null ? [] : [`${words.corrects[locale]} ${corrects}`]),
  ];
  const heading = () => pdf.heading(1, title);
  pdf.decoration((canvas) => canvas.rect(0, 0, canvas.page.width, 6).fill(accent));
  if (locale === "en" && snapshot.recipient.inEnglish !== undefined) {
    // The English title is longer than half a line.
    heading();
    // A line each: they run together beside one another.
    for (const fact of facts) pdf.paragraph(fact, { size: 9 });
  } else {
    pdf.columns(heading, () => {
      for (const fact of facts) pdf.paragraph(fact, { size: 9, align: "right" });
    });
  }
  pdf.space(16);
}

function parties(pdf: Pdf, { recipient, issuer }: InvoiceSnapshot, locale: Locale): void {
  const ja = locale === "ja";
  const inEnglish = ja ? undefined : recipient.inEnglish;
  const name = inEnglish?.name ?? recipient.name + (ja ? " 様" : "");
  const address = inEnglish?.address ?? [
    addressText(recipient.postalCode, recipient.address, locale),
  ];
  pdf.columns(
    () => {
      pdf.heading(2, words.to[locale]);
      if (recipient.company === null) {
        pdf.paragraph(name, { size: 12 });
      } else {
        // Not 御中: one of it and 様 is enough, and the person has the latter.
        pdf.paragraph(recipient.company, { size: 12 });
        pdf.paragraph(name, { size: 12 });
      }
      pdf.paragraph(address.join("\n"));
    },
    () => {
      pdf.heading(2, words.from[locale]);
      pdf.paragraph(issuer.name[locale], { size: 12 });
      pdf.paragraph(issuer.address[locale]);
      pdf.paragraph(issuer.phone);
      if (issuer.registration !== null) {
        pdf.paragraph(`${words.registration[locale]} ${issuer.registration}`);
      }
    },
  );
  pdf.space(14);
}

/** What it comes to, where one looks first. */
function sum(pdf: Pdf, { total }: InvoiceSnapshot, locale: Locale, payment: Payment | null): void {
  const rule = (canvas: PdfCanvas) => canvas.rect(canvas.x, canvas.y, pdf.width, 1.5).fill(accent);
  pdf.decoration(rule);
  pdf.space(10);
  pdf.columns(
    () => pdf.paragraph(words.totalWithTax[locale], { strong: true, size: 14 }),
    () => pdf.paragraph(formatYen(total, locale), { strong: true, size: 14, align: "right" }),
  );
  if (payment !== null) pdf.paragraph(paymentText(payment, locale), { size: 9 });
  pdf.space(8);
}

function rowsOf(snapshot: InvoiceSnapshot, locale: Locale): (readonly [string, string])[] {
  const { lines, taxPercent, amount, taxAmount, lateCharge } = snapshot;
  const [taxed, tax] = taxText(taxPercent, locale);
  const outside = words.outside[locale];
  const mark = locale === "ja" ? `［${outside}］` : ` [${outside}]`;
  const yen = (value: number) => formatYen(value, locale);
  return [
    ...lines.map((line) => {
      const text = lineText(line, locale);
      return [line.kind === "late-charge" ? text + mark : text, yen(line.amount)] as const;
    }),
    [words.total[locale], yen(snapshot.total)],
    [taxed, yen(amount)],
    [tax, yen(taxAmount)],
    ...(lateCharge > 0 ? [[outside, yen(lateCharge)] as const] : []),
  ];
}

/**
 * An invoice, which is also its receipt once it is paid, or a credit note: the same snapshot and
 * payment are the same file, whenever it is made.
 */
export async function invoicePdf(
  snapshot: InvoiceSnapshot,
  locale: Locale,
  { proof, payment }: Made,
): Promise<Buffer> {
  const title = documentTitle(snapshot, locale, payment !== null);
  const pdf = createPdf({
    title: `${title} ${snapshot.number}`,
    author: snapshot.issuer.name[locale],
    subject: snapshot.number,
    locale,
    createdAt: new Date(`${snapshot.issuedOn}T00:00:00Z`),
    archival: true,
  });
  head(pdf, snapshot, locale, title);
  parties(pdf, snapshot, locale);
  sum(pdf, snapshot, locale, payment);
  pdf.table(
    [
      { header: words.item[locale], share: 3 },
      { header: words.amount[locale], align: "right" },
    ],
    rowsOf(snapshot, locale),
    snapshot.lines.length,
  );
  pdf.space(24);
  const colon = locale === "ja" ? "：" : ": ";
  const small = { quiet: true, size: 7.5 };
  pdf.paragraph(`${words.verify[locale]}${colon}${proof.page}`, small);
  pdf.paragraph(`${words.hash[locale]}${colon}${proof.hash}`, small);
  return pdf.finish();
}
