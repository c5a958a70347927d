import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { recheckObstacles, ticketKinds, ticketProblems, ticketStates } from "../words.ts";
import { idSchema, personSchema } from "./field-schemas.ts";

/** A ticket for what is to be fixed: one for each cause and ticket system. */
export const ticketSchema = z.object({
  id: idSchema,
  system: z.object({ id: idSchema, kind: z.enum(ticketKinds), label: z.string() }),
  /** As the ticket system names it, with its address there; null until it is made. */
  key: z.string().nullable(),
  url: z.string().nullable(),
  state: z.enum(ticketStates),
  /** Why it could not be made or changed, if so. */
  problem: z.enum(ticketProblems).nullable(),
  /** Said to be done, and why no check could look yet. */
  waitsFor: z.enum(recheckObstacles).nullable(),
  askedAt: momentSchema,
  askedBy: personSchema.nullable(),
  /** When the ticket system last said how the ticket is. */
  heardAt: momentSchema.nullable(),
});
export type TicketView = z.infer<typeof ticketSchema>;
