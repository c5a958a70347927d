import { z } from "zod";

/** ISO 8601 has a year 0, the calendar of PostgreSQL has not: a day in it is nobody's. */
const hasYear = (text: string): boolean => !text.startsWith("0000");

/** A calendar day in Asia/Tokyo as YYYY-MM-DD. */
export const daySchema = z.iso.date().refine(hasYear, { params: { code: "invalid" } });

/** A moment in ISO 8601, UTC. */
export const momentSchema = z.iso.datetime().refine(hasYear, { params: { code: "invalid" } });
