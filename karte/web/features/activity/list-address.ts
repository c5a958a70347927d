import type { ActivityAction, listActivity } from "@sekimori/karte-contract/endpoints/activity";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { dayMs } from "@sekimori/kit-contract/tokyo";

type Query = NonNullable<EndpointInput<typeof listActivity>["query"]>;

/** Midnight in Japan at which a day begins, or some days later; undefined for what is no day. */
function midnight(day: string | null, later = 0): string | undefined {
  if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const start = Date.parse(`${day}T00:00:00+09:00`);
  return Number.isNaN(start) ? undefined : new Date(start + later * dayMs).toISOString();
}

/**
 * The address's filters; what it does not name, or names wrongly, is left out. Its days are days of
 * Japan, both included.
 */
export function filtersOf(address: URLSearchParams, actions: readonly ActivityAction[]): Query {
  const action = actions.find((one) => one === address.get("action"));
  const by = address.get("by");
  const from = midnight(address.get("from"));
  const to = midnight(address.get("to"), 1);
  return {
    ...(action && { action }),
    ...(by && { by }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
