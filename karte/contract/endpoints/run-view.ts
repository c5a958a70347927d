import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { runKinds, runPhases } from "../words.ts";
import {
  gradeSchema,
  idSchema,
  namedSchema,
  personSchema,
  runStateSchema,
} from "./field-schemas.ts";

export const runSchema = z.object({
  id: idSchema,
  domain: namedSchema,
  kind: z.enum(runKinds),
  state: runStateSchema,
  phase: z.enum(runPhases),
  /** Rises with every change, so that an older message is known as such. */
  version: z.int(),
  /** Checks that ended, and all that are known of. */
  done: z.int(),
  total: z.int(),
  queuedAt: momentSchema,
  startedAt: momentSchema.nullable(),
  finishedAt: momentSchema.nullable(),
  startedBy: personSchema.nullable(),
  score: z.int().nullable(),
  grade: gradeSchema.nullable(),
  scoreVersion: z.string().nullable(),
  /** What it changed: findings that are new, came back or were closed. */
  newFindings: z.int(),
  closedFindings: z.int(),
  /** Why it was refused or failed; a word the client has a sentence for. */
  problem: z
    .enum(["proof", "consent", "target", "limit", "cancelled-in-queue", "fault"])
    .nullable(),
});
export type RunView = z.infer<typeof runSchema>;

/** One point of a grade's history. */
export const gradePointSchema = z.object({
  at: momentSchema,
  score: z.int().nullable(),
  grade: gradeSchema.nullable(),
  scoreVersion: z.string(),
});
export type GradePoint = z.infer<typeof gradePointSchema>;
