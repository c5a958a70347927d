import { businessTimeZone } from "@sekimori/kit-contract/dates";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { entitlementsSchema } from "../entitlements.ts";
import { groupRoles } from "../group-roles.ts";
import { invoiceStates } from "../invoice-states.ts";
import { calendarDaySchema, contractStateSchema, planIdSchema } from "../plans.ts";
import { applicationContractVersion, applicationEndpoint } from "./declare.ts";

const versionSchema = z.literal(applicationContractVersion);

/** The account is the `sub` of the person's ID token; it never changes. */
const params = z.strictObject({ account: z.uuid() });

export const applicationMemberSchema = z.object({
  version: versionSchema,
  account: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  language: localeSchema,
  twoFactor: z.boolean(),
  /** Whether the directory of the account's organization keeps its owner out now. */
  accessEnded: z.boolean(),
  /**
   * What the groups of the account's organization give: a role in what stands on the contract of `holder`,
   * null for none. Null for who is no member of an organization, or owns it.
   */
  directory: z
    .object({
      holder: z.uuid(),
      role: z.enum(groupRoles).nullable(),
      /** Of a viewer: the names of the groups of domains that they see; null for all. */
      domainGroups: z.array(z.string()).nullable(),
    })
    .nullable(),
  /** Null for a person on their own account. */
  organisation: z
    .object({ name: z.string().nullable(), corporateNumber: z.string().nullable() })
    .nullable(),
});

export const applicationContractSchema = z.object({
  version: versionSchema,
  account: z.uuid(),
  /** Whose rights count today: a contract that is over or suspended leaves the free plan's. */
  plan: planIdSchema,
  /** What was agreed; another than `plan` while the contract is suspended. */
  contractedPlan: planIdSchema,
  state: contractStateSchema,
  startedOn: calendarDaySchema.nullable(),
  /** The last day without charge; that of the trial in the state `trial`. */
  freeUntil: calendarDaySchema.nullable(),
  /** The last day, once an end is known; the free plan follows. */
  endsOn: calendarDaySchema.nullable(),
  /**
   * Why an end is known before it is there: the plan was cancelled (or an announced price was not
   * accepted, or a trial ends by itself), or the whole account is withdrawn from the service.
   */
  endReason: z.enum(["cancelled", "withdrawn"]).nullable(),
  /** The day on which a withdrawn account's data is deleted, here and in every application. */
  deletesOn: calendarDaySchema.nullable(),
  nextBillingOn: calendarDaySchema.nullable(),
  /** Yen a month with tax; null when nothing is charged. */
  monthlyPrice: z.int().nonnegative().nullable(),
  entitlements: entitlementsSchema,
  /**
   * The measure of what is counted by month. The application counts, per contract and not per
   * workspace; the portal says how much there is and when it begins anew.
   */
  quota: z.object({
    manualRuns: z.object({
      limit: z.int().positive().nullable(),
      periodBeganOn: calendarDaySchema,
      renewsOn: calendarDaySchema,
      timeZone: z.literal(businessTimeZone),
    }),
  }),
  /** Where the person changes the contract: in the whole window, never in a frame. */
  manageUrl: z.url(),
});

export const applicationInvoiceSchema = z.object({
  number: z.string(),
  issuedOn: calendarDaySchema,
  dueOn: calendarDaySchema,
  state: z.enum(invoiceStates),
  /** Yen with tax. */
  total: z.int().nonnegative(),
  tax: z.int().nonnegative(),
  /**
   * The PDF at the portal: opened by the member's own browser, which is signed in there. Null until
   * it is paid, because the document is its receipt too.
   */
  documentUrls: z.object({ ja: z.url(), en: z.url() }).nullable(),
});

export const readMember = applicationEndpoint({
  name: "readMember",
  method: "GET",
  path: "/accounts/:account/member",
  summary:
    "Who a member is: name, address, language, whether two-factor authentication is on, organization.",
  scope: "member:read",
  params,
  response: applicationMemberSchema,
});

export const readContract = applicationEndpoint({
  name: "readContract",
  method: "GET",
  path: "/accounts/:account/contract",
  summary: "A member's plan as it counts today, its state and days, what it gives, its quota.",
  scope: "contract:read",
  params,
  response: applicationContractSchema,
});

export const listInvoices = applicationEndpoint({
  name: "listAccountInvoices",
  method: "GET",
  path: "/accounts/:account/invoices",
  summary: "A member's issued invoices, the newest first.",
  scope: "invoices:read",
  params,
  response: z.object({
    version: versionSchema,
    account: z.uuid(),
    invoices: z.array(applicationInvoiceSchema),
  }),
});

export const listPlans = applicationEndpoint({
  name: "listPlans",
  method: "GET",
  path: "/plans",
  summary: "What each plan gives and costs, to say what another plan would bring.",
  scope: "contract:read",
  response: z.object({
    version: versionSchema,
    plans: z.array(
      z.object({
        plan: planIdSchema,
        monthlyPrice: z.int().nonnegative().nullable(),
        entitlements: entitlementsSchema,
      }),
    ),
  }),
});

/** Every call for applications, for whoever enumerates them. */
export const applicationEndpoints = [readMember, readContract, listInvoices, listPlans] as const;
