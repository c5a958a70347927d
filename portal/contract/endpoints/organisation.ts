import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { typedDomainSchema } from "../fields.ts";
import { perAccount, portalEndpoint } from "./declare.ts";

const tag = "Organization";

/**
 * Where a domain stands.
 *
 * - `claimed`: listed, and nothing more.
 * - `held`: its record was found; the organisation has it alone.
 * - `unseen`: held still, but its record has not been seen since; it lapses at `lapsesAt`.
 * - `lapsed`: held no more, until its record is found again.
 */
export const domainStates = ["claimed", "held", "unseen", "lapsed"] as const;

const organisationDomainSchema = z.object({
  id: z.uuid(),
  /** As the DNS has it: A-labels, lower case. */
  domain: z.string(),
  /** As people read it. */
  name: z.string(),
  state: z.enum(domainStates),
  provedAt: momentSchema.nullable(),
  checkedAt: momentSchema.nullable(),
  lapsesAt: momentSchema.nullable(),
  /** What the last look found amiss; `held`: the record is there, but another organisation has the domain. */
  problem: z.enum(["missing", "unreachable", "held"]).nullable(),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
});

export type OrganisationDomain = z.infer<typeof organisationDomainSchema>;

const organisationSchema = z.object({
  id: z.uuid(),
  /** Its holder's registered company name. */
  name: z.string(),
  createdAt: momentSchema,
  /** Whether the holder's plan includes it now; its domains hold nothing while it doesn't. */
  included: z.boolean(),
  domains: z.array(organisationDomainSchema),
});

const organisationPageSchema = z.object({
  /** Null for who owns none. */
  organisation: organisationSchema.nullable(),
  /** Whether the member may create one, or why not: the account is an individual's, or the plan has none. */
  creation: z.enum(["possible", "individual", "plan"]),
});

export type OrganisationPage = z.infer<typeof organisationPageSchema>;

const oneDomain = z.strictObject({ id: z.uuid() });

export const showOrganisation = portalEndpoint({
  name: "showOrganisation",
  method: "GET",
  path: "/organisation",
  tag,
  summary: "The organization that the member owns, with its domains.",
  access: "account",
  response: organisationPageSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const createOrganisation = portalEndpoint({
  name: "createOrganisation",
  method: "POST",
  path: "/organisation",
  tag,
  summary: "Creates the organization of an organization's account on the paid plan.",
  access: "recent",
  body: z.strictObject({}),
  response: organisationPageSchema,
  errors: ["OrganisationNotIncluded", "OrganisationExists"],
  limits: [perAccount(10, 3600)],
});

export const removeOrganisation = portalEndpoint({
  name: "removeOrganisation",
  method: "DELETE",
  path: "/organisation",
  tag,
  summary: "Removes the organization with its domains.",
  access: "recent",
  response: organisationPageSchema,
  errors: ["NotFound"],
  limits: [perAccount(10, 3600)],
});

export const claimDomain = portalEndpoint({
  name: "claimDomain",
  method: "POST",
  path: "/organisation/domains",
  tag,
  summary: "Lists a domain of email addresses and answers the record that verifies it.",
  access: "account",
  body: z.strictObject({ domain: typedDomainSchema }),
  response: organisationPageSchema,
  errors: [
    "NotFound",
    "OrganisationNotIncluded",
    "DomainNameInvalid",
    "DomainIsPublicSuffix",
    "DomainOfMailProvider",
    "DomainListed",
    "DomainsFull",
  ],
  limits: [perAccount(60, 600)],
});

export const checkDomain = portalEndpoint({
  name: "checkDomain",
  method: "POST",
  path: "/organisation/domains/:id/check",
  tag,
  summary: "Looks for a domain's record now.",
  access: "account",
  params: oneDomain,
  body: z.strictObject({}),
  response: organisationPageSchema,
  errors: ["NotFound", "OrganisationNotIncluded"],
  limits: [perAccount(30, 600)],
});

export const removeDomain = portalEndpoint({
  name: "removeDomain",
  method: "DELETE",
  path: "/organisation/domains/:id",
  tag,
  summary: "Takes a domain off the organization's list; another organization may then verify it.",
  access: "recent",
  params: oneDomain,
  response: organisationPageSchema,
  errors: ["NotFound"],
  limits: [perAccount(60, 600)],
});
