import { z } from "zod";
import { applicationContractVersion } from "./declare.ts";

/** What the portal's token for a call of its own allows, at an application that keeps personal data. */
export const personalDataScope = "personal-data:read";

/** Whom the portal asks about, in the query of the address that the application registered. */
export const personalDataQuerySchema = z.object({ account: z.uuid() });

/** Rows as a person reads them in one language: what each value is called, and the value. */
const readableSchema = z.array(z.record(z.string(), z.string()));

/** One part of somebody's data: rows of named values. */
const partSchema = z.object({
  /** For programs, such as "domain". */
  id: z.string().min(1).max(100),
  /** Which of several places of the application the rows are of, such as a workspace; a person's word. */
  place: z.string().max(200).nullable(),
  /** For people. */
  name: z.object({ ja: z.string().min(1).max(200), en: z.string().min(1).max(200) }),
  rows: z.array(z.record(z.string(), z.json())),
  /** The same rows in the reader's words and in Tokyo's time; without it they read as they are. */
  readable: z.object({ ja: readableSchema, en: readableSchema }).optional(),
});

/**
 * What an application answers of everything that it holds about a member: no secret, no token, and
 * nothing about anybody else. 404 for somebody it does not know.
 */
export const personalDataSchema = z.object({
  version: z.literal(applicationContractVersion),
  account: z.uuid(),
  parts: z.array(partSchema).max(10_000),
});

export type PersonalData = z.infer<typeof personalDataSchema>;
