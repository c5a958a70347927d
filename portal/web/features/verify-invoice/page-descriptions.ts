import { msg } from "@lingui/core/macro";

// What search engines show of this page; its sentences are loaded with it.
export const verifyInvoiceDescription = msg`Check that we issued an invoice, using its number and SHA-256 or its PDF file.`;
