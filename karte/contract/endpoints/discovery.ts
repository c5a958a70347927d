import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { candidateFileMost, candidatesAtOnceMost } from "../constants.ts";
import { candidateRelations, candidateStates, candidateStrengths } from "../discovery.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { domainNameSchema } from "./domains.ts";
import { idSchema } from "./field-schemas.ts";
import { pageAnswer, pageQuery, words } from "./list-query.ts";

const tag = "Discovery";

const candidateSchema = z.object({
  id: idSchema,
  name: domainNameSchema,
  state: z.enum(candidateStates),
  strength: z.enum(candidateStrengths),
  /** Every way that led to it, the strongest first. */
  paths: z.array(
    z.object({
      relation: z.enum(candidateRelations),
      /** The proved name or the file that it was found from. */
      from: z.string(),
      evidence: z.string(),
      firstSeenAt: momentSchema,
      lastSeenAt: momentSchema,
    }),
  ),
  firstSeenAt: momentSchema,
  lastSeenAt: momentSchema,
});
export type Candidate = z.infer<typeof candidateSchema>;

export const listCandidates = karteEndpoint({
  name: "listCandidates",
  method: "GET",
  path: "/candidates",
  tag,
  summary:
    "Names that may be yours and aren't listed, found from your verified domains, the surest first.",
  access: "manage-domains",
  query: z.strictObject({ state: words(candidateStates), ...pageQuery }),
  response: z.object({
    candidates: z.array(candidateSchema),
    ...pageAnswer,
    /** The last search: since when it is asked for, and when it ended; null before the first. */
    search: z.object({ askedAt: momentSchema, finishedAt: momentSchema.nullable() }).nullable(),
    /** Whether the operator has a source of certificate transparency. */
    certificateLog: z.boolean(),
  }),
  errors: [],
  limits: [],
  load: "read",
});

export const findCandidates = karteEndpoint({
  name: "findCandidates",
  method: "POST",
  path: "/candidates/search",
  tag,
  summary:
    "Has names looked for from every verified domain: look-alikes, name servers and mail hosts by DNS, certificates. Nothing is sent to what is found.",
  access: "manage-domains",
  body: z.strictObject({}),
  response: z.object({}),
  errors: ["PlanLimit"],
  limits: [perSession(10, 3_600)],
});

export const importCandidates = karteEndpoint({
  name: "importCandidates",
  method: "POST",
  path: "/candidates/import",
  tag,
  summary:
    "Reads a zone file of a domain, or a file with a cloud's IP addresses, whose names are then looked up.",
  access: "manage-domains",
  body: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("zone"),
      /** The listed domain whose zone it is. */
      domain: idSchema,
      text: z.string().min(1).max(candidateFileMost),
    }),
    z.strictObject({
      kind: z.literal("addresses"),
      text: z.string().min(1).max(candidateFileMost),
    }),
  ]),
  /** Names in the zone that were new, or addresses that are looked up. */
  response: z.object({ read: z.int() }),
  errors: ["NotFound", "PlanLimit"],
  limits: [perSession(20, 3_600)],
});

export const judgeCandidates = karteEndpoint({
  name: "judgeCandidates",
  method: "POST",
  path: "/candidates/judgements",
  tag,
  summary:
    "Adds names to the list of domains, or puts them aside. A name below a domain that a DNS record verifies becomes a host of that domain; every other one waits for verification and consent of its own.",
  access: "manage-domains",
  body: z.strictObject({
    candidates: z.array(idSchema).min(1).max(candidatesAtOnceMost),
    state: z.enum(candidateStates),
  }),
  response: z.object({
    /** Candidates whose state changed. */
    changed: z.int(),
    /** Domains that were added, and hosts that were approved below one. */
    domains: z.int(),
    hosts: z.int(),
  }),
  errors: ["NotFound", "PlanLimit"],
  limits: [perSession(60, 60)],
});

/** Whether subdomains are scanned as they appear. */
export const scanNewHosts = karteEndpoint({
  name: "scanNewHosts",
  method: "PUT",
  path: "/domains/:id/new-hosts",
  tag,
  summary:
    "Has subdomains that a scan finds for the first time scanned by themselves, under the domain's consent, or no longer.",
  access: "consent",
  params: z.strictObject({ id: idSchema }),
  body: z.discriminatedUnion("scan", [
    z.strictObject({ scan: z.literal(true), agreed: z.literal(true) }),
    z.strictObject({ scan: z.literal(false) }),
  ]),
  response: z.object({}),
  errors: ["NotFound", "PlanLimit", "ConsentMissing"],
  limits: [perSession(60, 60)],
});
