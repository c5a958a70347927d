import type { Check } from "../../engine/check.ts";
import { mailDane } from "./mail-dane.rule.ts";
import { mailDkim } from "./mail-dkim.rule.ts";
import { mailDmarc } from "./mail-dmarc.rule.ts";
import { mailMtasts } from "./mail-mtasts.rule.ts";
import { mailMx } from "./mail-mx.rule.ts";
import { mailNullmx } from "./mail-nullmx.rule.ts";
import { mailSpf } from "./mail-spf.rule.ts";
import { mailSpoof } from "./mail-spoof.rule.ts";
import { mailStarttls } from "./mail-starttls.rule.ts";
import { mailTlsrpt } from "./mail-tlsrpt.rule.ts";

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
