import { allChecks } from "../checks/registry.ts";
import type { Check, Source } from "../engine/check.ts";
import type { Category } from "../engine/finding.ts";
import type { LocalText } from "../engine/text.ts";

/** What a report says about a check beside its findings. */
export interface CatalogueEntry {
  readonly id: string;
  readonly category: Category;
  readonly title: LocalText;
  readonly explanation: LocalText;
  readonly remedy: LocalText;
  readonly source: readonly Source[];
}

/** The texts of every check by its id. */
export function catalogue(
  checks: readonly Check[] = allChecks,
): ReadonlyMap<string, CatalogueEntry> {
  return new Map(
    checks.map(({ id, category, title, explanation, remedy, source }) => [
      id,
      { id, category, title, explanation, remedy, source },
    ]),
  );
}
