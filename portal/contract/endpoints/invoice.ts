import { searchSchema } from "@sekimori/kit-contract/search-schema";
import { z } from "zod";
import { cardBrands } from "../card-brands.ts";
import { linkTokenSchema } from "../fields.ts";
import { invoiceProofSchema } from "../invoice-proof.ts";
import { invoiceStates } from "../invoice-states.ts";
import { calendarDaySchema, planIdSchema } from "../plans.ts";
import { perAccount, perNetwork, portalEndpoint } from "./declare.ts";
import { shownSchema } from "./final-confirmation.ts";

const tag = "Invoices";

/** Why an amount is what it is; amounts are yen with tax, late charges are outside the tax. */
const invoiceLineSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("plan"),
    plan: planIdSchema,
    from: calendarDaySchema,
    to: calendarDaySchema,
    amount: z.int(),
  }),
  z.object({
    kind: z.literal("late-charge"),
    /** The invoice that was paid late. */
    number: z.string(),
    principal: z.int(),
    days: z.int(),
    amount: z.int(),
  }),
  z.object({ kind: z.literal("refund"), reason: z.string(), amount: z.int() }),
]);

/**
 * What its holder alone can do about a charge that failed: give another card, because this one will
 * not be accepted again, or prove to its issuer who they are. Null: another try may succeed.
 */
const mendedBySchema = z.enum(["card", "authentication"]).nullable();

/** An invoice, or a credit note that corrects one. */
export const invoiceViewSchema = z.object({
  id: z.uuid(),
  kind: z.enum(["invoice", "credit-note"]),
  number: z.string(),
  state: z.enum(invoiceStates),
  issuedOn: calendarDaySchema,
  dueOn: calendarDaySchema,
  paidOn: calendarDaySchema.nullable(),
  /** The 1st of the month it is for. */
  period: calendarDaySchema,
  /** Yen with tax. */
  amount: z.int(),
  taxPercent: z.number(),
  taxAmount: z.int(),
  lateCharge: z.int(),
  lines: z.array(invoiceLineSchema),
  total: z.int(),
  mendedBy: mendedBySchema,
  /** Whether a charge has failed, so that its holder may pay it now: given up by an operator or not. */
  canPay: z.boolean(),
  /** Whether a charge of it is under way: what comes of it is not known yet. */
  isBeingCharged: z.boolean(),
  /** When it is tried again by itself. */
  nextTryAt: z.iso.datetime().nullable(),
  /** Of a credit note: the number of the invoice it corrects. */
  corrects: z.string().nullable(),
});

export type InvoiceView = z.infer<typeof invoiceViewSchema>;

/** The issuer's page of a payment that waits for its holder (3-D Secure); null: none does. */
const authenticateAtSchema = z.url().nullable();

/** Names the amounts that a press to pay would charge; it comes back with the press. */
const owedSchema = { shown: shownSchema };

const yen = z.coerce.number().int().min(0).max(100_000_000);

export const listInvoices = portalEndpoint({
  name: "listInvoices",
  method: "GET",
  path: "/invoices",
  tag,
  summary: "The member's invoices by date, amount and recipient, alone or combined, newest first.",
  access: "account",
  query: z.strictObject({
    from: calendarDaySchema.optional(),
    to: calendarDaySchema.optional(),
    least: yen.optional(),
    most: yen.optional(),
    /** A part of the recipient's or issuer's name, or of the number. */
    text: searchSchema(100).optional(),
  }),
  response: z.object({
    invoices: z.array(invoiceViewSchema),
    authenticateAt: authenticateAtSchema,
    ...owedSchema,
  }),
  errors: [],
  limits: [],
  load: "read",
});

export const payUnpaid = portalEndpoint({
  name: "payUnpaid",
  method: "POST",
  path: "/invoices/pay",
  tag,
  summary:
    "Charges every failed unpaid invoice to the saved card now; its issuer may require 3-D Secure.",
  access: "account",
  body: z.strictObject(owedSchema),
  response: z.object({
    invoices: z.array(invoiceViewSchema),
    authenticateAt: authenticateAtSchema,
    ...owedSchema,
  }),
  errors: ["CardRequired", "TermsChanged"],
  limits: [perAccount(10, 3600)],
});

/** What a mailed link shows to whoever holds it: enough to decide, and nothing else. */
const payableSchema = z.object({
  number: z.string(),
  period: calendarDaySchema,
  total: z.int(),
  /** Yen of the total that are a late charge, which is outside of the tax. */
  lateCharge: z.int(),
  /** Brand and last digits of the card that would be charged; null: none is on file. */
  brand: z.enum(cardBrands).nullable(),
  last4: z.string().nullable(),
  state: z.enum(["open", "paid", "pending", "failed"]),
  /** Whether this link can charge that card now: the first time, or again after a try that failed. */
  mayPay: z.boolean(),
  /** Whether a card can be entered for this invoice alone. */
  mayUseCard: z.boolean(),
  /** The card entered for this invoice alone that was tried last and failed. */
  failedCard: z
    .object({
      last4: z.string(),
      failure: z.enum(["declined", "card", "authentication", "gateway"]),
    })
    .nullable(),
  mendedBy: mendedBySchema,
  authenticateAt: authenticateAtSchema,
  ...owedSchema,
});

export const showPayLink = portalEndpoint({
  name: "showPayLink",
  method: "POST",
  path: "/payment/pay-link",
  tag,
  summary: "What an emailed link to pay is about.",
  access: "public",
  body: z.strictObject({ token: linkTokenSchema }),
  response: payableSchema,
  errors: ["NotFound"],
  limits: [perNetwork(60, 600)],
});

export const payInvoice = portalEndpoint({
  name: "payInvoice",
  method: "POST",
  path: "/payment/pay",
  tag,
  summary:
    "Charges the invoice of an emailed link, once, or again if that failed: to the saved card, or to another one, which is used once and never kept.",
  access: "public",
  body: z.strictObject({
    token: linkTokenSchema,
    ...owedSchema,
    /** The attempt is the browser's name for a submit: repeated, it is not charged again. */
    card: z.strictObject({ attempt: z.uuid(), cardToken: z.string().min(1).max(255) }).optional(),
  }),
  response: payableSchema,
  errors: [
    "NotFound",
    "TermsChanged",
    "CardTokenInvalid",
    "PaymentGatewayError",
    "PaymentNetworkError",
  ],
  limits: [perNetwork(30, 600)],
});

export const verifyInvoice = portalEndpoint({
  name: "verifyInvoice",
  method: "POST",
  path: "/invoices/verify",
  tag,
  summary: "Whether a document of this number with this hash was issued here; tells nothing else.",
  access: "public",
  body: invoiceProofSchema,
  response: z.object({ genuine: z.boolean() }),
  errors: [],
  limits: [perNetwork(60, 600)],
});
