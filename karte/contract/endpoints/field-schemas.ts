import { z } from "zod";
import {
  acceptanceReasons,
  assetStates,
  assetTypes,
  categories,
  findingStates,
  grades,
  proofMethods,
  proofStates,
  runStates,
  schedules,
  severities,
} from "../words.ts";

export const idSchema = z.uuid();

export const gradeSchema = z.enum(grades);
export const severitySchema = z.enum(severities);
export const categorySchema = z.enum(categories);
export const findingStateSchema = z.enum(findingStates);
export const proofStateSchema = z.enum(proofStates);
export const proofMethodSchema = z.enum(proofMethods);
export const scheduleSchema = z.enum(schedules);
export const runStateSchema = z.enum(runStates);
export const assetTypeSchema = z.enum(assetTypes);
export const assetStateSchema = z.enum(assetStates);
export const acceptanceReasonSchema = z.enum(acceptanceReasons);

/** One sentence in both languages. */
export const localTextSchema = z.object({ ja: z.string(), en: z.string() });

export const personSchema = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type Person = z.infer<typeof personSchema>;

export const namedSchema = z.object({ id: idSchema, name: z.string() });

/** Open findings by severity. */
export const severityCountsSchema = z.record(severitySchema, z.int().min(0));
export type SeverityCounts = z.infer<typeof severityCountsSchema>;
