import { z } from "zod";

/**
 * `was` in the body of a call that changes a record: the values that a form was filled with. The
 * change is refused with ChangedMeanwhile where somebody has saved something else since. A value that
 * is left out is not compared, and a program may leave out all of them.
 *
 * @param shape read loosely: what is stored may be older than today's rules.
 */
export function wasSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).partial().optional();
}

/** Text that is only compared. */
export const readTextSchema = z.string().max(2_000);
