import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";

export const periodChoices = ["last-30", "last-90", "this-month", "last-month", "other"] as const;
export type PeriodChoice = (typeof periodChoices)[number];

export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days of Asia/Tokyo that a choice means at `now`, both included; "other" has none of its own. */
export function daysOf(choice: Exclude<PeriodChoice, "other">, now: Date): Days {
  const today = tokyoDay(now);
  const before = (days: number) =>
    new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);
  const first = `${today.slice(0, 7)}-01`;
  switch (choice) {
    case "last-30":
      return { from: before(29), to: today };
    case "last-90":
      return { from: before(89), to: today };
    case "this-month":
      return { from: first, to: today };
    case "last-month": {
      const to = new Date(Date.parse(first) - dayMs).toISOString().slice(0, 10);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
  }
}
