import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { codeSchema, emailSchema } from "../fields.ts";
import { mailLimits, perAccount, portalEndpoint } from "./declare.ts";

const tag = "Copies for accounting";

const accountingAddressSchema = z.object({
  /** Where copies of paid invoices and credit notes go; null: nowhere. */
  email: z.string().nullable(),
  /** An address that waits for its code, and when another may be sent to it. */
  pending: z.object({ email: z.string(), resendAt: momentSchema }).nullable(),
});

export type AccountingAddress = z.infer<typeof accountingAddressSchema>;

export const showAccountingAddress = portalEndpoint({
  name: "showAccountingAddress",
  method: "GET",
  path: "/invoices/accounting-address",
  tag,
  summary: "Where copies of the member's documents go.",
  access: "account",
  response: accountingAddressSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const changeAccountingAddress = portalEndpoint({
  name: "changeAccountingAddress",
  method: "POST",
  path: "/invoices/accounting-address",
  tag,
  summary: "Sends a code to an address of accounting; copies go there once the code came back.",
  access: "recent",
  body: z.strictObject({ email: emailSchema }),
  response: accountingAddressSchema,
  errors: [],
  limits: [...mailLimits, perAccount(6, 3600)],
});

export const confirmAccountingAddress = portalEndpoint({
  name: "confirmAccountingAddress",
  method: "POST",
  path: "/invoices/accounting-address/confirm",
  tag,
  summary: "Sends copies to the address whose code this is; the member gets an email.",
  access: "account",
  body: z.strictObject({ code: codeSchema }),
  response: accountingAddressSchema,
  errors: ["CodeInvalid", "CodeExpired"],
  // To remove and to ask again do not bring the tries back.
  limits: [perAccount(10, 3600), perAccount(20, 86_400)],
});

export const removeAccountingAddress = portalEndpoint({
  name: "removeAccountingAddress",
  method: "POST",
  path: "/invoices/accounting-address/remove",
  tag,
  summary: "Sends no more copies, and forgets an address that waits; the member gets an email.",
  access: "account",
  body: z.strictObject({}),
  response: accountingAddressSchema,
  errors: [],
  limits: [perAccount(20, 600)],
});
