import { apiBase } from "@sekimori/kit-contract/api-base";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { InvoiceView } from "./endpoints/invoice.ts";

/** Where a member's browser opens the PDF of a document of theirs; no token opens it. */
export const invoiceDocumentPath = (id: string, locale: Locale): string =>
  `${apiBase}/invoices/${id}/${locale}.pdf`;

/**
 * Whether a document goes out. An invoice is its own receipt (decision 50), so that nobody may hold it
 * who has not paid; a credit note is paid when it is issued.
 */
export const goesOut = ({ state }: { readonly state: InvoiceView["state"] | "draft" }): boolean =>
  state === "paid";
