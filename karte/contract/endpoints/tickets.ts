import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { locales } from "@sekimori/kit-contract/locale";
import { lineSchema, nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { ticketPollMinutes, ticketsAtOnceMost } from "../constants.ts";
import { checkTicketUser, ticketUserSchema } from "../ticket-user.ts";
import { ticketKinds, ticketProblems } from "../words.ts";
import { karteEndpoint, perSession } from "./declare.ts";
import { idSchema, personSchema } from "./field-schemas.ts";
import { workMost } from "./findings.ts";

const tag = "Tickets";

export const ticketSystemSchema = z.object({
  id: idSchema,
  kind: z.enum(ticketKinds),
  label: z.string(),
  /** The address of the ticket system; its key is never shown. */
  origin: z.string(),
  /** A project's key in Backlog and Jira, a GitHub repository as `owner/name`, a group of ServiceNow by its name. */
  project: z.string(),
  /** Of Backlog and Jira. */
  issueType: z.string().nullable(),
  /** In which language its tickets are written. */
  language: z.enum(locales),
  /** As whom the key signs in there. */
  author: z.string(),
  createdAt: momentSchema,
  createdBy: personSchema.nullable(),
  /** When it last answered, and why it does not, if so. */
  heardAt: momentSchema.nullable(),
  problem: z.enum(ticketProblems).nullable(),
  /** Of GitHub: whether its webhook is listened to, and when it was last heard; null where it is not. */
  webhook: z.object({ heardAt: momentSchema.nullable() }).nullable(),
});
export type TicketSystemView = z.infer<typeof ticketSystemSchema>;

const label = nameSchema(100);
const secret = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]+$/);

export const listTicketSystems = karteEndpoint({
  name: "listTicketSystems",
  method: "GET",
  path: "/ticket-systems",
  tag,
  summary: "Ticket systems that the workspace has connected.",
  access: "make-tickets",
  response: z.object({ systems: z.array(ticketSystemSchema) }),
  errors: [],
  limits: [],
  load: "read",
});

export const addTicketSystem = karteEndpoint({
  name: "addTicketSystem",
  method: "POST",
  path: "/ticket-systems",
  tag,
  summary: "Connects a ticket system, once it has been asked and has the project.",
  access: "manage-ticket-systems",
  body: z
    .strictObject({
      kind: z.enum(ticketKinds),
      label,
      url: z.url().max(300),
      project: lineSchema(200),
      /** Of Backlog and Jira; the project's first unless given. */
      issueType: lineSchema(100).optional(),
      language: z.enum(locales),
      /** Of Jira and ServiceNow only, and needed there: the email address or the name that signs in with the key. */
      user: ticketUserSchema.optional(),
      secret,
    })
    .superRefine(checkTicketUser),
  response: ticketSystemSchema,
  errors: ["PlanLimit", "TicketSystemRefused"],
  limits: [perSession(20, 60)],
});

export const changeTicketSystem = karteEndpoint({
  name: "changeTicketSystem",
  method: "PUT",
  path: "/ticket-systems/:id",
  tag,
  summary: "Changes the name, the language or the key of a connection.",
  access: "manage-ticket-systems",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    label: label.optional(),
    language: z.enum(locales).optional(),
    /** With a key only, of Jira and ServiceNow only; the one before unless given. */
    user: ticketUserSchema.optional(),
    secret: secret.optional(),
  }),
  response: ticketSystemSchema,
  errors: ["NotFound", "TicketSystemRefused"],
  limits: [perSession(20, 60)],
});

export const removeTicketSystem = karteEndpoint({
  name: "removeTicketSystem",
  method: "DELETE",
  path: "/ticket-systems/:id",
  tag,
  summary: "Ends a connection and forgets its key; its tickets stay in the ticket system.",
  access: "manage-ticket-systems",
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});

export const tryTicketSystem = karteEndpoint({
  name: "tryTicketSystem",
  method: "POST",
  path: "/ticket-systems/:id/try",
  tag,
  summary: "Tries the key and the project of a connection; creates nothing.",
  access: "manage-ticket-systems",
  // Asks what is asked anyway.
  stepUp: false,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: z.object({
    /** Null where all is well. */
    problem: z.enum(ticketProblems).nullable(),
    /** What it answered with, if it answered. */
    status: z.int().nullable(),
  }),
  errors: ["NotFound"],
  limits: [perSession(20, 60)],
});

export const listenToTicketSystem = karteEndpoint({
  name: "listenToTicketSystem",
  method: "POST",
  path: "/ticket-systems/:id/webhook",
  tag,
  summary:
    "Gives the address and the secret of a webhook of a GitHub repository, by which closed and reopened issues are known at once; the secret is shown this once and replaces the one before.",
  access: "manage-ticket-systems",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  response: z.object({ url: z.url(), secret: z.string() }),
  errors: ["NotFound", "WrongState"],
  limits: [perSession(20, 60)],
});

export const stopListeningToTicketSystem = karteEndpoint({
  name: "stopListeningToTicketSystem",
  method: "DELETE",
  path: "/ticket-systems/:id/webhook",
  tag,
  summary: `Listens to a connection's webhook no more; its tickets are read every ${ticketPollMinutes} minutes.`,
  access: "manage-ticket-systems",
  // Only takes something back.
  stepUp: false,
  params: z.strictObject({ id: idSchema }),
  response: z.object({}),
  errors: ["NotFound"],
  limits: [perSession(60, 60)],
});

export const makeTickets = karteEndpoint({
  name: "makeTickets",
  method: "POST",
  path: "/tickets",
  tag,
  summary: `Has one ticket made for each cause of these findings, of ${ticketsAtOnceMost} causes at most; a cause that has one gets no second.`,
  access: "make-tickets",
  body: z.strictObject({ findings: z.array(idSchema).min(1).max(workMost), system: idSchema }),
  response: z.object({
    /** Tickets that are being made. */
    made: z.int(),
    /** Causes that have a ticket there, or are no longer open. */
    unchanged: z.int(),
  }),
  errors: ["PlanLimit", "NotFound", "TooManyTickets"],
  limits: [perSession(30, 60)],
});
