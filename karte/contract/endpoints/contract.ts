import { daySchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { invoiceStates } from "../words.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { idSchema, personSchema } from "./field-schemas.ts";
import { quotaSchema } from "./quota-view.ts";
import { runSchema } from "./run-view.ts";
import { planSchema } from "./session.ts";

const tag = "Contract";

/** How much of a measure is used; null is without a count. */
const measureSchema = z.object({
  /** Null for those to whom only a part of the workspace is open: the sum is not theirs to know. */
  used: z.int().nullable(),
  limit: z.int().nullable(),
});

export const contractViewSchema = z.object({
  plan: planSchema,
  /** What was agreed: another plan than the one whose limits count while it is suspended. */
  contractedPlan: planSchema.shape.id,
  /** As the portal calls it: `trial`, `paid`, `suspended` and so on. */
  state: z.string(),
  /** The last day of a free trial that is under way. */
  freeUntil: daySchema.nullable(),
  nextBillingOn: daySchema.nullable(),
  /** The last day, once an end is known; the free plan follows. */
  endsOn: daySchema.nullable(),
  /** The day on which the data of a holder who leaves the service is deleted. */
  deletesOn: daySchema.nullable(),
  /** Whether you are leaving the service, on whosever contract. */
  youLeave: z.boolean(),
  /** Names of the workspaces that close when you leave, as no other owner stays. */
  closes: z.array(z.string()),
  /** Yen a month with tax; null for programs. */
  monthlyPrice: z.int().nullable(),
  quota: quotaSchema,
  usedBy: z.array(runSchema),
  /** Of all workspaces of the contract together. */
  domains: measureSchema,
  people: measureSchema,
  /** Whose contract it is; null for somebody who is no longer here, and for programs. */
  owner: personSchema.nullable(),
  yours: z.boolean(),
  workspaces: z.array(
    z.object({ id: idSchema, name: z.string(), domains: measureSchema.shape.used }),
  ),
  /** Where its owner changes it, in the whole window. */
  manageUrl: z.url(),
  /** Shown from what was heard last, because the portal does not answer. */
  stale: z.boolean(),
});
export type ContractView = z.infer<typeof contractViewSchema>;

export const getContract = karteEndpoint({
  name: "getContract",
  method: "GET",
  path: "/contract",
  tag,
  summary:
    "Plan, measures and what used them. Card, upgrade and leaving are the portal's own pages.",
  access: "see",
  response: contractViewSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const contractInvoiceSchema = z.object({
  number: z.string(),
  issuedOn: daySchema,
  dueOn: daySchema,
  state: z.enum(invoiceStates),
  /** Yen with tax. */
  total: z.int(),
  /** Of the PDF at the portal, where the person is signed in too; null until it is paid. */
  documentUrls: z.object({ ja: z.url(), en: z.url() }).nullable(),
});
export type ContractInvoice = z.infer<typeof contractInvoiceSchema>;

export const listContractInvoices = karteEndpoint({
  name: "listContractInvoices",
  method: "GET",
  path: "/contract/invoices",
  tag,
  summary: "Invoices of the contract, for the contract's owner.",
  access: "contract",
  response: z.object({ invoices: z.array(contractInvoiceSchema) }),
  errors: ["NotAllowed", "PortalUnavailable"],
  limits: [perSession(30, 60)],
});

export const sendContact = karteEndpoint({
  name: "sendContact",
  method: "POST",
  path: "/contact",
  tag: "Contact",
  summary: "Reaches the operator with the request's id and, if wished, what the page showed.",
  access: "person",
  body: z.strictObject({
    subject: z.string().trim().min(1).max(200),
    text: z.string().trim().min(1).max(5_000),
    /** What the page showed, as the person has read it before sending. */
    state: z.string().max(2_000).nullable().default(null),
  }),
  response: z.object({ reference: z.string() }),
  errors: [],
  limits: [perSession(5, 3600)],
});
