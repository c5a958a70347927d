import { apiBase } from "@sekimori/kit-contract/api-base";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { LegalDocument } from "./document.ts";

/** Where a document is read as a PDF, below the portal's origin. */
export const legalPdfPath = (id: LegalDocument["id"], locale: Locale): string =>
  `${apiBase}/site/legal/${id}.${locale}.pdf`;
