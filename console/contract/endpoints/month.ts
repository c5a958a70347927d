import { daySchema, momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { monthSchema, reasonSchema } from "../fields.ts";
import { accountingFormats, differenceActors } from "../words.ts";
import { consoleEndpoint, perPerson } from "./declare.ts";

const tag = "Month";

const limits = [perPerson(60, 600)] as const;

const countedSchema = z.object({ count: z.int(), yen: z.int() });

const columnsSchema = z.object({
  issued: countedSchema,
  paid: countedSchema,
  failed: countedSchema,
  refunded: countedSchema,
});

const monthViewSchema = z.object({
  month: monthSchema,
  /** Whether its last day is over. */
  isOver: z.boolean(),
  days: z.array(columnsSchema.extend({ day: daySchema })),
  total: columnsSchema,
  /** Of the month's invoices: how many are in which state now. */
  states: z.record(z.string(), countedSchema),
  /** What keeps its books open. */
  unfinished: z.object({
    earlier: monthSchema.nullable(),
    unbilled: z.int(),
    parked: z.int(),
    unanswered: z.int(),
    refunds: z.int(),
    unreconciled: z.array(daySchema),
  }),
  /** What differs from the payment company's ledger; 0 yen of ours: we know nothing of it. */
  differences: z.array(
    z.object({
      day: daySchema,
      kind: z.string(),
      source: z.string(),
      ours: z.int(),
      theirs: z.int(),
      actor: z.enum(differenceActors),
    }),
  ),
  closed: z.object({ at: momentSchema, by: z.string() }).nullable(),
});
export type MonthView = z.infer<typeof monthViewSchema>;

export const showMonth = consoleEndpoint({
  name: "showMonth",
  method: "POST",
  path: "/month/show",
  tag,
  summary: "Due, paid, failed and refunded by day of a month, and what keeps its books open.",
  access: "see-month",
  body: z.strictObject({ month: monthSchema }),
  response: monthViewSchema,
  errors: [],
  limits: [perPerson(300, 600)],
  load: "slow",
});

const daysBody = z.strictObject({ day: daySchema });

export const billDay = consoleEndpoint({
  name: "billDay",
  method: "POST",
  path: "/month/bill",
  tag,
  summary: "Has a worker bill a business date; nothing is billed twice.",
  access: "run-month",
  body: daysBody,
  response: z.object({}),
  errors: ["DayNotOver"],
  limits,
});

export const compareDay = consoleEndpoint({
  name: "compareDay",
  method: "POST",
  path: "/month/compare",
  tag,
  summary: "Has a worker compare a day with the payment company's ledger again.",
  access: "run-month",
  body: daysBody,
  response: z.object({}),
  errors: ["DayNotOver"],
  limits,
});

export const closeMonth = consoleEndpoint({
  name: "closeMonth",
  method: "POST",
  path: "/month/close",
  tag,
  summary: "Closes a month of the books for good: nothing is posted into it after that.",
  access: "run-month",
  body: z.strictObject({
    month: monthSchema,
    /** Why sums that differ from the payment company's ledger may stay so. */
    despite: reasonSchema.optional(),
  }),
  response: z.object({ postings: z.int() }),
  errors: ["MonthOpen"],
  limits,
});

export const exportMonth = consoleEndpoint({
  name: "exportMonth",
  method: "POST",
  path: "/month/export",
  tag,
  summary: "A month of the books as accounting services import it: CSV, with members' names.",
  access: "export-month",
  body: z.strictObject({ month: monthSchema, format: z.enum(accountingFormats) }),
  response: z.object({ file: z.string() }),
  errors: [],
  limits: [perPerson(20, 3_600)],
  load: "slow",
});
