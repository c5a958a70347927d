import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useQuery } from "@tanstack/react-query";
import { FilterDay, FilterSelect } from "../../app/lists/filter-field.tsx";
import { ListFilters } from "../../app/lists/list-filters.tsx";
import { colleaguesQuery } from "../../app/session/workspace-queries.ts";
import { activityWords, knownActions } from "./activity-words.ts";

interface ActivityFiltersProps {
  readonly address: URLSearchParams;
  readonly onChange: (values: Readonly<Record<string, string | null>>) => void;
}

/** What was done, by whom and when. Each is a part of the address, so a link shows the same. */
export function ActivityFilters({ address, onChange }: ActivityFiltersProps) {
  const { t, i18n } = useLingui();
  const people = useQuery(colleaguesQuery, queryClient).data?.people ?? [];
  const by = address.get("by");
  return (
    <ListFilters address={address} names={["action", "by", "from", "to"]} onChange={onChange}>
      <FilterSelect
        label={t`Action`}
        value={knownActions.find((one) => one === address.get("action")) ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ action: value })}
      >
        <option value="">{t`All`}</option>
        {knownActions.map((action) => (
          <option key={action} value={action}>
            {i18n._(activityWords[action])}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={t`By`}
        value={by ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ by: value })}
      >
        <option value="">{t`Everyone`}</option>
        {by && !people.some(({ id }) => id === by) && (
          <option value={by}>{t`A former member`}</option>
        )}
        {people.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {name || email}
          </option>
        ))}
      </FilterSelect>
      <FilterDay
        label={t({ message: "From", context: "first day" })}
        value={address.get("from") ?? ""}
        onChange={(from) => onChange({ from })}
      />
      <FilterDay
        label={t({ message: "To", context: "last day" })}
        value={address.get("to") ?? ""}
        onChange={(to) => onChange({ to })}
      />
    </ListFilters>
  );
}
