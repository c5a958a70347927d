import type { Check } from "../../engine/check.ts";
import { mailDane } from "./mail-dane.ts";
import { mailDkim } from "./mail-dkim.ts";
import { mailDmarc } from "./mail-dmarc.ts";
import { mailMtasts } from "./mail-mtasts.ts";
import { mailMx } from "./mail-mx.ts";
import { mailNullmx } from "./mail-nullmx.ts";
import { mailSpf } from "./mail-spf.ts";
import { mailSpoof } from "./mail-spoof.ts";
import { mailStarttls } from "./mail-starttls.ts";
import { mailTlsrpt } from "./mail-tlsrpt.ts";

/** The checks of this category, in the catalogue's order. */
export const mailChecks: readonly Check[] = [
  mailSpf,
  mailDmarc,
  mailDkim,
  mailMtasts,
  mailTlsrpt,
  mailDane,
  mailStarttls,
  mailNullmx,
  mailMx,
  mailSpoof,
];
