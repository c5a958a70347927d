import { daySchema, momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { findBodySchema, reasonSchema, recipientSchema } from "../fields.ts";
import { contractStates, invoiceStates, parkingReasons, standings } from "../words.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const tag = "Members";

const localizedSchema = z.object({ ja: z.string(), en: z.string() });

const foundSchema = z.object({
  id: z.uuid(),
  standing: z.enum(standings),
  name: z.string(),
  company: z.string().nullable(),
  plan: z.string().nullable(),
  createdAt: momentSchema,
});
export type FoundMember = z.infer<typeof foundSchema>;

// A body and no address: what is looked for is personal data, and addresses stand in logs.
export const findMembers = consoleEndpoint({
  name: "findMembers",
  method: "POST",
  path: "/members/find",
  tag,
  summary:
    "Members by an address, beginnings of a name or company, a corporate number, a document's number, an id or reference, an event, or a card's last digits and the day of a charge; 50 at most.",
  access: "find-members",
  body: findBodySchema,
  response: z.object({
    members: z.array(foundSchema),
    more: z.boolean(),
    /** Ids of accounts of which a document or an event is left. */
    deleted: z.array(z.uuid()),
    /** Names of older accounts are still being made searchable. */
    isFilling: z.boolean(),
  }),
  errors: ["SearchInvalid"],
  limits: [perPerson(120, 600)],
  load: "slow",
});

const invoiceLineSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("plan"),
    plan: z.string(),
    from: daySchema,
    to: daySchema,
    amount: z.int(),
  }),
  z.object({
    kind: z.literal("late-charge"),
    number: z.string(),
    principal: z.int(),
    days: z.int(),
    amount: z.int(),
  }),
  z.object({ kind: z.literal("refund"), reason: z.string(), amount: z.int() }),
]);
export type InvoiceLine = z.infer<typeof invoiceLineSchema>;

const invoiceSchema = z.object({
  number: z.string(),
  state: z.enum(invoiceStates),
  issuedOn: daySchema,
  paidOn: daySchema.nullable(),
  total: z.int(),
  lines: z.array(invoiceLineSchema),
  mendedBy: z.enum(["card", "authentication"]).nullable(),
  /** Whether a charge has failed and it is owed still. */
  canPay: z.boolean(),
  isOwed: z.boolean(),
  isBeingCharged: z.boolean(),
  /** Yen that can still be given back. */
  refundable: z.int(),
  nextTryAt: momentSchema.nullable(),
});

/** What is counted against sign-ins, and until when it refuses them; null: not yet. */
const lockSchema = z.object({
  of: z.enum(["passwords", "second-factors", "code-mails"]),
  from: z.enum(["known-browser", "network", "unknown-browsers"]),
  count: z.int(),
  until: momentSchema.nullable(),
});
export type Lock = z.infer<typeof lockSchema>;

const factors = ["email", "app", "passkey", "recovery-code"] as const;

const memberSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  company: z.string().nullable(),
  corporateNumber: z.string().nullable(),
  email: z.string(),
  language: z.enum(["ja", "en"]),
  createdAt: momentSchema,
  standing: z.enum(standings),
  /** Where they stand, in a sentence or two. */
  sentence: localizedSchema,
  money: z.object({
    contractId: z.uuid().nullable(),
    contract: z
      .object({
        plan: z.string(),
        state: z.enum(contractStates),
        startedOn: daySchema,
        freeUntil: daySchema.nullable(),
        hasTrial: z.boolean(),
        endsOn: daySchema.nullable(),
      })
      .nullable(),
    /** Why the next charge is this much: yen with tax for these days, and what came late. */
    nextCharge: z
      .object({
        on: daySchema,
        from: daySchema,
        to: daySchema,
        amount: z.int(),
        taxPercent: z.number(),
        taxAmount: z.int(),
        lateCharge: z.int(),
        price: z.enum(["of-contract", "announced"]),
      })
      .nullable(),
    invoices: z.array(invoiceSchema),
    moreInvoices: z.boolean(),
    parked: z.object({ reason: z.enum(parkingReasons), since: momentSchema }).nullable(),
  }),
  access: z.object({
    hasPassword: z.boolean(),
    externalIds: z.int(),
    ways: z.array(z.enum(factors)),
    passkeys: z.int(),
    recoveryCodesLeft: z.int(),
    /** When the member may set a new password without any factor; null where no recovery is in progress. */
    recoveryEndsAt: momentSchema.nullable(),
    sessions: z.object({
      count: z.int(),
      lastSeenAt: momentSchema.nullable(),
      latest: z.array(
        z.object({ device: z.string(), ipAddress: z.string(), lastSeenAt: momentSchema }),
      ),
    }),
    locks: z.array(lockSchema),
  }),
  consents: z.object({
    terms: z.object({ agreedAt: momentSchema, areInForce: z.boolean() }).nullable(),
    promotionalMail: z.boolean(),
    monthlySummary: z.boolean(),
    applications: z.array(
      z.object({ name: z.string(), names: localizedSchema, since: momentSchema }),
    ),
  }),
  open: z.array(
    z.object({
      kind: z.enum(["inquiry", "email-change", "copy-of-data", "refund", "dispute"]),
      since: z.union([momentSchema, daySchema]),
      until: z.union([momentSchema, daySchema]).nullable(),
      amount: z.int().nullable(),
    }),
  ),
  /** What can be taken back for them. */
  undo: z.object({
    end: z.object({ of: z.enum(["cancellation", "withdrawal"]), until: daySchema }).nullable(),
    addresses: z.array(
      z.object({ changedAt: momentSchema, email: z.string(), until: momentSchema }),
    ),
  }),
});
export type MemberView = z.infer<typeof memberSchema>;

const meantSchema = z.strictObject({ member: z.uuid(), reason: reasonSchema });

export const showMember = consoleEndpoint({
  name: "showMember",
  method: "POST",
  path: "/members/show",
  tag,
  summary: "A member on one page; that somebody looked, who and why, is written down.",
  access: "see-member",
  body: meantSchema,
  response: memberSchema,
  errors: ["MemberNotFound"],
  limits: [perPerson(120, 600)],
});

const historyEntrySchema = z.object({
  id: z.string(),
  at: momentSchema,
  words: localizedSchema,
  /** Null where the member or a job did it. */
  operator: z.string().nullable(),
  ipAddress: z.string().nullable(),
  device: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const showHistory = consoleEndpoint({
  name: "showHistory",
  method: "POST",
  path: "/members/history",
  tag,
  summary: "What has happened with an account, newest first, 50 at a time; also of a deleted one.",
  access: "see-member",
  body: meantSchema.extend({
    /** Only what was before this event: `next` of the part before. */
    before: z
      .string()
      .regex(/^[0-9]{1,18}$/)
      .optional(),
  }),
  response: z.object({ entries: z.array(historyEntrySchema), next: z.string().nullable() }),
  errors: ["MemberNotFound"],
  limits: [perPerson(300, 600)],
});

export const unlockMember = consoleEndpoint({
  name: "unlockMember",
  method: "POST",
  path: "/members/unlock",
  tag,
  summary: "Ends what keeps a member from logging in; the member is told where something refused.",
  access: "unlock-member",
  body: meantSchema,
  response: z.object({ locks: z.array(lockSchema), counts: z.array(lockSchema) }),
  errors: ["MemberNotFound"],
  limits: [perPerson(60, 600)],
});

export const forceMemberReset = consoleEndpoint({
  name: "forceMemberReset",
  method: "POST",
  path: "/members/force-reset",
  tag,
  summary: "Signs a member out everywhere, and has the next log-in set a new password.",
  access: "force-reset",
  body: meantSchema,
  response: z.object({}),
  errors: ["MemberNotFound"],
  limits: [perPerson(60, 600)],
});

export const endMemberSessions = consoleEndpoint({
  name: "endMemberSessions",
  method: "POST",
  path: "/members/end-sessions",
  tag,
  summary: "Signs a member out everywhere; the password stays.",
  access: "end-sessions",
  body: meantSchema,
  response: z.object({}),
  errors: ["MemberNotFound"],
  limits: [perPerson(60, 600)],
});

export const undoMemberEnd = consoleEndpoint({
  name: "undoMemberEnd",
  method: "POST",
  path: "/members/undo-end",
  tag,
  summary: "Undoes a cancellation or an account's closure, until its last day; the member is told.",
  access: "undo-end",
  body: meantSchema,
  response: z.object({ undone: z.enum(["cancellation", "withdrawal"]) }),
  errors: ["UndoRefused"],
  limits: [perPerson(60, 600)],
});

export const copyMember = consoleEndpoint({
  name: "copyMember",
  method: "POST",
  path: "/members/copy",
  tag,
  summary:
    "A copy of all of a member's data, sealed for the key of the person who may open it; a JWE in its compact form.",
  access: "copy-member",
  body: meantSchema.extend({
    recipient: recipientSchema,
    /** Without the parts of applications that don't answer. */
    incomplete: z.boolean(),
  }),
  response: z.object({
    sealed: z.string(),
    /** SHA-256 of the key. */
    recipient: z.string(),
    missing: z.array(z.string()),
  }),
  errors: ["MemberNotFound", "RecipientRefused", "CopyIncomplete"],
  limits: [perPerson(20, 3_600)],
  load: "slow",
});
