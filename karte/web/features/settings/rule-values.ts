import { useLingui } from "@lingui/react/macro";
import type { AlertRuleView } from "@sekimori/karte-contract/endpoints/alerts";
import type { SavedView } from "@sekimori/karte-contract/endpoints/saved-views";
import type { AlertKind } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useQuery } from "@tanstack/react-query";
import { colleaguesQuery, groupsQuery } from "../../app/session/workspace-queries.ts";
import { viewsQuery } from "../../app/views/view-queries.ts";
import { alertWords } from "../../app/words/alert-words.ts";

/** The fields of a rule's dialog. */
export type Values = {
  kind: string;
  severity: string;
  days: string;
  group: string;
  view: string;
  mail: boolean;
  bell: boolean;
  webhook: boolean;
  recipients: string;
};
type RuleView = NonNullable<AlertRuleView["view"]>;

/** Stands for the view that a rule has already: it may be another person's, or gone. */
const keptMark = "kept:";
export const asKept = (view: RuleView): string => keptMark + JSON.stringify(view);
const nameOfKept = (key: string): string => JSON.parse(key.slice(keptMark.length)).name;

/** The views that a kind of news can be narrowed by; only new findings are news of a finding. */
export function viewsFor(
  kind: string,
  present: AlertRuleView["view"] | undefined,
  saved: readonly SavedView[] = [],
): ReadonlyMap<string, RuleView> {
  const views = new Map<string, RuleView>();
  const add = (key: string, { list, name, query }: Pick<SavedView, "list" | "name" | "query">) => {
    if (list === "domains" || (list === "findings" && kind === "finding.new")) {
      views.set(key, { list, name, query });
    }
  };
  if (present) add(asKept(present), present);
  for (const view of saved) add(view.id, view);
  return views;
}

/** What a rule can be about, and how a field's value reads where two of them stand beside each other. */
export function useRuleNames() {
  const { t, i18n } = useLingui();
  const { data: people } = useQuery(colleaguesQuery, queryClient);
  const { data: groups } = useQuery(groupsQuery, queryClient);
  const { data: kept } = useQuery(viewsQuery, queryClient);
  const personOf = (id: string) => {
    const person = people?.people.find((one) => one.id === id);
    return person ? person.name || person.email : "";
  };
  const shown = (name: keyof Values, value: string): string => {
    switch (name) {
      case "kind":
        return i18n._(alertWords[value as AlertKind]);
      case "severity":
        return value === "critical" ? t`Critical only` : t`High and critical`;
      case "group":
        return groups?.groups.find(({ id }) => id === value)?.name ?? t`All domains`;
      case "view":
        return value.startsWith(keptMark)
          ? nameOfKept(value)
          : (kept?.views.find(({ id }) => id === value)?.name ?? "");
      case "recipients":
        return value.split(",").map(personOf).filter(Boolean).join(", ");
      case "days":
        return value;
      default:
        return value === "true" ? t`Yes` : t`No`;
    }
  };
  return { people, groups, kept, shown };
}
