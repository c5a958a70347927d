import type {
  closeMonth,
  exportMonth,
  MonthView,
} from "@sekimori/console-contract/endpoints/month";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Acting } from "./members.ts";

type By = Pick<Acting, "by">;

/**
 * A month of the books, as the portal's own services bill, compare, close and export it: the same that
 * the operator's commands call. Each act is written down in the commit that does it.
 */
export interface Month {
  show(month: string): Promise<MonthView>;
  /** @throws AppError DayNotOver for a day to come. */
  bill(day: string, by: By): Promise<void>;
  /** @throws AppError DayNotOver. */
  compare(day: string, by: By): Promise<void>;
  /** @throws AppError MonthOpen. */
  close(
    asked: EndpointRequest<typeof closeMonth>["body"],
    by: By,
  ): Promise<EndpointResult<typeof closeMonth>>;
  export(
    asked: EndpointRequest<typeof exportMonth>["body"],
    by: By,
  ): Promise<EndpointResult<typeof exportMonth>>;
}
