import { msg } from "@lingui/core/macro";

// What search engines show of these pages; its sentences are loaded with them.
export const notationDescription = msg`Seller, prices, payment and cancellation of Sekimori, as required by the Act on Specified Commercial Transactions.`;
export const termsDescription = msg`Read the Service Terms and Member Terms of Sekimori, or download them as PDF.`;
