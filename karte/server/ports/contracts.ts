import { invoiceStates } from "@sekimori/karte-contract/words";
import { z } from "zod";

/** What karte needs to know of a contract at the portal; kept as it was heard last. */
export const contractAnswerSchema = z.object({
  plan: z.enum(["free", "security24", "detailed"]),
  /** What was agreed; another than `plan` while it is suspended. Absent in answers kept before it was read. */
  contractedPlan: z.enum(["free", "security24", "detailed"]).optional(),
  state: z.string(),
  /** The last day without charge; that of the trial in the state `trial`. */
  freeUntil: z.string().nullable(),
  nextBillingOn: z.string().nullable(),
  /** The last day, once an end is known. Absent in answers that were kept before it was read. */
  endsOn: z.string().nullish(),
  /** Whether the plan was cancelled or the account withdrawn from the service. */
  endReason: z.enum(["cancelled", "withdrawn"]).nullish(),
  /** When the portal deletes a withdrawn account's data. */
  deletesOn: z.string().nullish(),
  /** Yen a month with tax. */
  monthlyPrice: z.int().nullish(),
  entitlements: z.object({
    manualRunsPerMonth: z.int().nullable(),
    domains: z.int(),
    users: z.int().nullable(),
    schedule: z.enum(["none", "weekly", "daily"]),
    findingRechecksPerDay: z.int(),
    mailAlerts: z.boolean(),
    webhooks: z.boolean(),
    api: z.boolean(),
    /** Absent in answers kept before it was read. */
    streams: z.boolean().default(false),
    tickets: z.boolean().default(false),
    policies: z.boolean().default(false),
    scheduledReports: z.boolean(),
  }),
  manageUrl: z.string(),
});

export type ContractAnswer = z.infer<typeof contractAnswerSchema>;

const documentUrl = z.url({ protocol: /^https?$/ });

export const invoicesAnswerSchema = z.object({
  invoices: z.array(
    z.object({
      number: z.string(),
      issuedOn: z.string(),
      dueOn: z.string(),
      state: z.enum(invoiceStates),
      total: z.int(),
      /** Of the PDF, which the holder's own browser opens at the portal; null until it is paid. */
      documentUrls: z.object({ ja: documentUrl, en: documentUrl }).nullable(),
    }),
  ),
});

export type Invoice = z.infer<typeof invoicesAnswerSchema>["invoices"][number];

const directoryWordSchema = z.object({
  /** The account on whose contract the member's organization stands. */
  holder: z.string(),
  /** What the member's groups stand for; null for nothing. */
  role: z.enum(["viewer", "member", "admin"]).nullable(),
  /** Of a viewer: the names of the groups of domains that they see; null for all. */
  domainGroups: z.array(z.string()).nullable(),
});

export type DirectoryWord = z.infer<typeof directoryWordSchema>;

export const memberAnswerSchema = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  language: z.enum(["ja", "en"]).optional(),
  twoFactor: z.boolean(),
  /** Null for who is no member of an organization, or owns it. Absent in answers of older portals. */
  directory: directoryWordSchema.nullish(),
  /** Their organization's directory keeps them out now. Absent in answers of older portals. */
  accessEnded: z.boolean().optional(),
});

export type MemberAnswer = z.infer<typeof memberAnswerSchema>;

/**
 * What the portal tells of the people who have signed in here, whether or not they are here now. An
 * account is the `sub` of its ID tokens.
 *
 * Each is undefined for an account that the portal does not tell of: closed, or its owner has taken
 * our access away. Each throws AppError Unavailable when the portal does not answer.
 */
export interface Contracts {
  read(account: string): Promise<ContractAnswer | undefined>;
  member(account: string): Promise<MemberAnswer | undefined>;
  /** The newest first. */
  invoices(account: string): Promise<readonly Invoice[] | undefined>;
}
