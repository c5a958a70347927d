import { z } from "zod";
import { creditNoteReasonSchema, invoiceNumberSchema, reasonSchema, yenSchema } from "../fields.ts";
import { parkingReasons } from "../words.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const tag = "Billing";

const invoiceSchema = z.strictObject({
  invoice: invoiceNumberSchema,
  reason: reasonSchema,
});

const contractSchema = z.strictObject({ contract: z.uuid(), reason: reasonSchema });

const doneSchema = z.object({ invoice: z.string(), amount: z.int() });

/** Enough for whoever works through a list, and too few for a script. */
const limits = [perPerson(60, 600)] as const;

export const retryCharge = consoleEndpoint({
  name: "retryCharge",
  method: "POST",
  path: "/billing/retry",
  tag,
  summary: "Tries an unpaid invoice once more now, on the member's card.",
  access: "handle-billing",
  body: invoiceSchema,
  response: doneSchema,
  errors: ["ChargeRefused"],
  limits,
});

export const giveUpInvoice = consoleEndpoint({
  name: "giveUpInvoice",
  method: "POST",
  path: "/billing/give-up",
  tag,
  summary: "Calls an unpaid invoice uncollectible: nothing tries it again, and it can be paid.",
  access: "handle-billing",
  body: invoiceSchema,
  response: doneSchema,
  errors: ["GivingUpRefused"],
  limits,
});

export const voidInvoice = consoleEndpoint({
  name: "voidInvoice",
  method: "POST",
  path: "/billing/void",
  tag,
  summary: "Takes an unpaid invoice back: nobody owes it, and its number stays taken.",
  access: "handle-billing",
  body: invoiceSchema,
  response: doneSchema,
  errors: ["VoidingRefused"],
  limits,
});

export const refundInvoice = consoleEndpoint({
  name: "refundInvoice",
  method: "POST",
  path: "/billing/refund",
  tag,
  summary:
    "Gives money back within a minute, with a credit note where one is due; up to an amount of each invoice, and of each day.",
  access: "refund",
  body: invoiceSchema.extend({
    /** With tax. */
    amount: yenSchema,
    /** Stands on the credit note. */
    note: creditNoteReasonSchema,
    /** Chosen once by the form: sent again after a lost answer, it is the same refund. */
    key: z.uuid(),
  }),
  response: doneSchema,
  errors: ["RefundRefused", "SecondPersonNeeded", "RefundKeyUsed"],
  limits,
});

export const parkContract = consoleEndpoint({
  name: "parkContract",
  method: "POST",
  path: "/billing/park",
  tag,
  summary: "Has billing leave a contract alone.",
  access: "handle-billing",
  body: contractSchema,
  response: z.object({}),
  errors: ["ParkingRefused"],
  limits,
});

export const releaseContract = consoleEndpoint({
  name: "releaseContract",
  method: "POST",
  path: "/billing/release",
  tag,
  summary: "Has billing go on with a contract, if the reason shown still applies.",
  access: "handle-billing",
  body: contractSchema.extend({
    /** What goes on depends on it: a charge that nobody knew of is made anew. */
    parkedFor: z.enum(parkingReasons),
  }),
  response: z.object({ parkedFor: z.enum(parkingReasons) }),
  errors: ["ReleaseRefused"],
  limits,
});
