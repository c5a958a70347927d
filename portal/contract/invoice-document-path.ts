import { apiBase } from "@sekimori/kit-contract/api-base";
import type { Locale } from "@sekimori/kit-contract/locale";

/** Where a member's browser opens the PDF of a document of theirs; no token opens it. */
export const invoiceDocumentPath = (id: string, locale: Locale): string =>
  `${apiBase}/invoices/${id}/${locale}.pdf`;
