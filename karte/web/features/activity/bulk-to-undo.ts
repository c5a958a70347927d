import { undoDays } from "@sekimori/karte-contract/constants";
import type { ActivityEntry } from "@sekimori/karte-contract/endpoints/activity";
import { dayMs } from "@sekimori/kit-contract/tokyo";

/** The bulk change that an entry tells of, if it can still be undone as far as the page knows. */
export function bulkToUndo(
  { action, at, detail: { bulk } }: Pick<ActivityEntry, "action" | "at" | "detail">,
  entries: readonly Pick<ActivityEntry, "action" | "detail">[],
  now: number,
): string | undefined {
  if (action !== "domains.bulk" || typeof bulk !== "string") return undefined;
  if (Date.parse(at) + undoDays * dayMs <= now) return undefined;
  const isUndone = entries.some(
    (one) => one.action === "domains.bulk-undone" && one.detail.bulk === bulk,
  );
  return isUndone ? undefined : bulk;
}
