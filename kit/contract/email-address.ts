import { z } from "zod";

/** Longest accepted address, and longest part before its @ (RFC 5321, section 4.5.3.1). */
export const emailMost = { address: 254, localPart: 64 } as const;

/**
 * An e-mail address as RFC 5321 carries it, without quoted local parts. It is compared and stored
 * in lower case, so that one mailbox has one account.
 */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(emailMost.address)
  .check(z.email())
  .refine((value) => value.indexOf("@") <= emailMost.localPart, {
    params: { code: "invalid" },
  });
