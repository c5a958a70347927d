import { createHash } from "node:crypto";
import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import { csvText } from "@sekimori/kit-server/csv";
import { goesOut } from "@sekimori/portal-contract/invoice-document";
import type { Zippable } from "fflate";
import type { PortalContext } from "../../context.ts";
import { invoiceDocument } from "./invoice-documents.ts";
import type { FoundInvoice } from "./invoice-service.ts";
import type { InvoiceSnapshot } from "./invoice-snapshot.ts";
import { documentTitle } from "./invoice-words.ts";

const columns: readonly Localized[] = [
  { ja: "ファイル名", en: "File" },
  { ja: "番号", en: "Number" },
  { ja: "種類", en: "Kind" },
  { ja: "発行日", en: "Date of issue" },
  { ja: "支払日", en: "Date of payment" },
  { ja: "金額", en: "Amount" },
  { ja: "消費税額", en: "Consumption tax" },
  { ja: "発行者", en: "Issuer" },
  { ja: "発行者の登録番号", en: "Issuer's registration number" },
  { ja: "宛先", en: "Recipient" },
  { ja: "元の請求書", en: "Corrects invoice" },
  { ja: "SHA-256", en: "SHA-256" },
];

const indexNames: Localized = { ja: "索引.csv", en: "index.csv" };

const recipientOf = ({ recipient }: InvoiceSnapshot) => recipient.company ?? recipient.name;

/** What no file system takes in a name, and what would hide or turn one. */
const unsafe = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu;

/** "20270101_11000_Sekimori": the date, amount and counterparty that the law wants files found by. */
export function documentName(snapshot: InvoiceSnapshot, party: string): string {
  const name = party.normalize("NFC").replace(unsafe, " ").replace(/\s+/g, " ").trim().slice(0, 60);
  return `${snapshot.issuedOn.replaceAll("-", "")}_${snapshot.total}_${name}`;
}

/**
 * Documents as one ZIP, each named by its date, amount and counterparty, with an index as CSV.
 *
 * @param partyOf who is the other side for whoever reads: its holder's is the issuer
 */
export async function documentsZip(
  context: Pick<PortalContext, "db" | "sealer" | "settings" | "clock">,
  found: readonly FoundInvoice[],
  locale: Locale,
  partyOf: (snapshot: InvoiceSnapshot) => string = ({ issuer }) => issuer.name[locale],
): Promise<Buffer> {
  const files: Zippable = {};
  const rows: (string | number)[][] = [columns.map((column) => column[locale])];
  for (const { invoice, snapshot } of found) {
    const pdf = await invoiceDocument(context, invoice, locale);
    const name = documentName(snapshot, partyOf(snapshot));
    // Two of one day and amount are told apart by their numbers.
    const file = Object.hasOwn(files, `${name}.pdf`)
      ? `${name}_${snapshot.number}.pdf`
      : `${name}.pdf`;
    // Its pages are compressed already.
    files[file] = [pdf, { level: 0, mtime: `${snapshot.issuedOn}T00:00:00` }];
    rows.push([
      file,
      snapshot.number,
      documentTitle(snapshot, locale, goesOut(invoice)),
      snapshot.issuedOn,
      invoice.paid_on ?? "",
      snapshot.total,
      snapshot.taxAmount,
      snapshot.issuer.name[locale],
      snapshot.issuer.registration ?? "",
      recipientOf(snapshot),
      snapshot.corrects ?? "",
      createHash("sha256").update(pdf).digest("hex"),
    ]);
  }
  const { zipSync } = await import("fflate");
  const index = Buffer.from(csvText(rows), "utf8");
  const mtime = `${found[0]?.snapshot.issuedOn ?? "2000-01-01"}T00:00:00`;
  return Buffer.from(zipSync({ [indexNames[locale]]: [index, { mtime }], ...files }));
}
