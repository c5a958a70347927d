import { dayMs } from "@sekimori/kit-contract/tokyo";
import { z } from "zod";
import type { ClockMove } from "./sandbox-clock.ts";

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: dayMs } as const;

/** A century: enough for any test, and never beyond what a date can hold. */
const furthest = 100 * 366 * units.d;

/** A number of milliseconds, or a number with a unit: "90s", "15m", "2h", "31d"; may be negative. */
const duration = z
  .union([z.number(), z.string().regex(/^-?\d{1,9}(ms|s|m|h|d)$/)])
  .transform((value) => {
    if (typeof value === "number") return value;
    const [, amount = "0", unit = "ms"] = /^(-?\d+)([a-z]+)$/.exec(value) ?? [];
    return Number(amount) * units[unit as keyof typeof units];
  })
  .refine((milliseconds) => Math.abs(milliseconds) <= furthest);

/** An instant with its offset, or what a browser's date-time field gives, which means Tokyo. */
const instant = z
  .union([
    z.iso.datetime({ offset: true }),
    z.iso.datetime({ local: true }).transform((local) => `${local}+09:00`),
    z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
      .transform((local) => `${local}:00+09:00`),
  ])
  .transform((text) => new Date(text))
  .refine((date) => date.getUTCFullYear() >= 2000 && date.getUTCFullYear() < 2200);

/** The body of `POST /clock`: exactly one of advance, set and reset. */
export const clockRequest = z.union([
  z.strictObject({ advance: duration }),
  z.strictObject({ set: instant }),
  z
    .strictObject({ reset: z.union([z.literal(true), z.literal("true")]) })
    .transform(() => ({ reset: true as const })),
]) satisfies z.ZodType<ClockMove>;
