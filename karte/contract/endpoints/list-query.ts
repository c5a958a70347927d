import { z } from "zod";
import { countedUpTo, pageSize } from "../constants.ts";
import { problemIn } from "../query/parse.ts";
import { queryLimits } from "../query/query.ts";

/** How many entries a list has: exact up to the limit, "more than that" beyond. */
export const countSchema = z.object({ value: z.int().min(0).max(countedUpTo), more: z.boolean() });

/** What every list's query has: where to go on, and how many. */
export const pageQuery = {
  cursor: z.string().max(500).optional(),
  size: z.coerce.number().int().min(1).max(100).default(pageSize),
};

/** What every list answers beside its entries. */
export const pageAnswer = {
  /** For the page after this one; null at the end. */
  next: z.string().nullable(),
  count: countSchema,
};

/** Several words in one parameter, with commas between; "none" where nothing is a value. */
export function words<const W extends string>(allowed: readonly [W, ...W[]]) {
  return z
    .string()
    .max(500)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(allowed)).max(allowed.length))
    .optional();
}

/** Several accounts in one parameter, with commas between; "none" where it is nobody's. */
export const accountsQuery = z
  .string()
  .max(2_000)
  .transform((text) => text.split(","))
  .pipe(z.array(z.string().min(1).max(100)).max(50))
  .optional();

/** Several ids in one parameter, with commas between. */
export const idsQuery = z
  .string()
  .max(2_000)
  .transform((text) => text.split(","))
  .pipe(z.array(z.uuid()).max(50))
  .optional();

/**
 * A query in the language of `query/fields.ts`. What is wrong with one stands in the error's `params`:
 * the problem, where it is, and what would be right.
 */
export const queryText = z
  .string()
  .trim()
  .min(1)
  .max(queryLimits.characters)
  .superRefine((text, context) => {
    const problem = problemIn(text);
    if (problem === undefined) return;
    const { code, at, length, facts } = problem;
    context.addIssue({
      code: "custom",
      params: { code: "invalid", problem: code, at, length, ...facts },
    });
  })
  .optional();
