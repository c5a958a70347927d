import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { calendarDaySchema, contractStateSchema, planIdSchema } from "../plans.ts";
import { perAccount, portalEndpoint } from "./declare.ts";
import {
  documentVersionSchema,
  finalConfirmationSchema,
  shownSchema,
} from "./final-confirmation.ts";

const tag = "Contract";

/** One contract in a member's history. */
const pastContractSchema = z.object({
  plan: planIdSchema,
  startedOn: calendarDaySchema,
  endedOn: calendarDaySchema.nullable(),
});

export const contractViewSchema = z.object({
  plan: planIdSchema,
  state: contractStateSchema,
  startedOn: calendarDaySchema,
  freeUntil: calendarDaySchema.nullable(),
  hasTrial: z.boolean(),
  nextBillingOn: calendarDaySchema.nullable(),
  endsOn: calendarDaySchema.nullable(),
  /** Set while the account itself is to be closed: the day its data is deleted. */
  deletesOn: calendarDaySchema.nullable(),
  /** What an end asked for today would bring: the last day, and for who leaves the deletion. */
  ifEndedToday: z.object({ endsOn: calendarDaySchema, deletesOn: calendarDaySchema }),
  suspendedOn: calendarDaySchema.nullable(),
  /** The next three charges, as far as the contract runs. */
  nextCharges: z.array(
    z.object({
      on: calendarDaySchema,
      /** Yen with tax, without late charges. */
      amount: z.int(),
      taxPercent: z.number(),
      /** Yen that are charged with it for a month that was paid late, outside the tax. */
      lateCharge: z.int(),
    }),
  ),
  /** A price that was announced and not yet holds. */
  announcedPrice: z
    .object({
      effectiveOn: calendarDaySchema,
      monthlyPrice: z.int(),
      /** Null until the member has answered; the contract ends on the eve unless accepted. */
      accepted: z.boolean().nullable(),
    })
    .nullable(),
  /** The paid plan can be applied for now. */
  mayUpgrade: z.boolean(),
  /** Whether a cancellation or withdrawal can be taken back still. */
  mayUndo: z.boolean(),
  /** The first of each contract's life, newest first. */
  history: z.array(pastContractSchema),
});

export type ContractView = z.infer<typeof contractViewSchema>;

export const getContract = portalEndpoint({
  name: "getContract",
  method: "GET",
  path: "/contract",
  tag,
  summary: "The member's contract with its dates, the next charges and its history.",
  access: "account",
  response: contractViewSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const getUpgrade = portalEndpoint({
  name: "getUpgrade",
  method: "GET",
  path: "/contract/upgrade",
  tag,
  summary: "What the final confirmation of the paid plan must show to this member today.",
  access: "account",
  response: z.object({
    confirmation: finalConfirmationSchema,
    shown: shownSchema,
  }),
  errors: ["Conflict"],
  limits: [],
  load: "read",
});

export const upgrade = portalEndpoint({
  name: "upgrade",
  method: "POST",
  path: "/contract/upgrade",
  tag,
  summary: "Applies for the paid plan as the final confirmation showed it; needs a card.",
  access: "recent",
  body: z.strictObject({
    documents: z
      .array(z.strictObject({ ...documentVersionSchema.shape }))
      .min(2)
      .max(2),
    shown: shownSchema,
    agreed: z.literal(true),
    locale: localeSchema,
  }),
  response: contractViewSchema,
  errors: ["RecentSignInRequired", "TermsChanged", "CardRequired", "Conflict"],
  limits: [perAccount(20, 600)],
});

export const cancelContract = portalEndpoint({
  name: "cancelContract",
  method: "POST",
  path: "/contract/cancel",
  tag,
  summary: "Cancels the paid plan to the end of the month; the free plan follows.",
  access: "account",
  body: z.strictObject({}),
  response: contractViewSchema,
  errors: ["Conflict"],
  limits: [perAccount(20, 600)],
});

export const withdrawAccount = portalEndpoint({
  name: "withdrawAccount",
  method: "POST",
  path: "/contract/withdraw",
  tag,
  summary: "Closes the account: contract and membership end with the month, then data is deleted.",
  access: "recent",
  body: z.strictObject({}),
  response: contractViewSchema,
  errors: ["RecentSignInRequired", "Conflict"],
  limits: [perAccount(20, 600)],
});

export const undoCancellation = portalEndpoint({
  name: "undoCancellation",
  method: "POST",
  path: "/contract/undo",
  tag,
  summary:
    "Takes a cancellation or the closing of the account back, until the contract's last day is over.",
  access: "account",
  body: z.strictObject({}),
  response: contractViewSchema,
  errors: ["Conflict"],
  limits: [perAccount(20, 600)],
});

export const answerPrice = portalEndpoint({
  name: "answerPrice",
  method: "POST",
  path: "/contract/price",
  tag,
  summary: "Accepts or refuses an announced price; unanswered, the contract ends on its eve.",
  access: "account",
  body: z.strictObject({
    effectiveOn: calendarDaySchema,
    /** Yen with tax, as it was shown: the answer is to this amount. */
    monthlyPrice: z.int().min(0),
    accepted: z.boolean(),
    locale: localeSchema,
  }),
  response: contractViewSchema,
  errors: ["NotFound", "TermsChanged"],
  limits: [perAccount(20, 600)],
});
