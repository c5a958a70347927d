import { z } from "zod";
import { hasCarrierDots, meantAddress } from "./email-text.ts";

/** Longest accepted address, and longest part before its @ (RFC 5321, section 4.5.3.1). */
export const emailMost = { address: 254, localPart: 64 } as const;

/**
 * An e-mail address as RFC 5321 carries it, without quoted local parts. It is compared and stored
 * in lower case, so that one mailbox has one account. What a mail program copies (`Name <address>`) and
 * full-width signs are read as the address that is meant.
 */
export const emailSchema = z
  .string()
  .overwrite(meantAddress)
  .min(1)
  .max(emailMost.address)
  .refine((value) => !hasCarrierDots(value), { params: { code: "carrier_dots" } })
  .check(z.email())
  .refine((value) => value.indexOf("@") <= emailMost.localPart, {
    params: { code: "invalid" },
  });
