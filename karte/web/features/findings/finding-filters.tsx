import { useLingui } from "@lingui/react/macro";
import { categories, findingStates, severities } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { findingGroupsQuery } from "../../app/findings/finding-groups-query.ts";
import { language } from "../../app/language.ts";
import { FilterSelect } from "../../app/lists/filter-field.tsx";
import { ListFilters } from "../../app/lists/list-filters.tsx";
import { knownValues } from "../../app/query/known-values.ts";
import { QueryField } from "../../app/query/query-field.tsx";
import { colleaguesQuery, groupsQuery } from "../../app/session/workspace-queries.ts";
import { FilterChoice } from "../../app/views/filter-choice.tsx";
import { categoryWords, findingStateWords, severityWords } from "../../app/words/words.ts";
import { queryIn } from "./list-address.ts";

interface FindingFiltersProps {
  readonly address: URLSearchParams;
  readonly onChange: (values: Readonly<Record<string, string | null>>) => void;
  readonly tools?: ReactNode;
}

/** Days within which a finding was first seen, or before which. */
const ages = [7, 30, 90];

const noAge = { newerThanDays: null, olderThanDays: null };

/** The filters of the line; the domain and the host are named above the list. */
const folded = ["check", "state", "severity", "category", "group", "assignee", Object.keys(noAge)];

/** The age that the address has, as the part of it that says so. */
const ageIn = (address: URLSearchParams) =>
  Object.keys(noAge).flatMap((name) => {
    const days = address.get(name);
    return days ? [`${name}=${days}`] : [];
  })[0] ?? "";

/** What narrows the list; without a state it shows what is open. */
export function FindingFilters({ address, onChange, tools }: FindingFiltersProps) {
  const { t, i18n } = useLingui();
  const groups = useQuery(groupsQuery, queryClient).data?.groups ?? [];
  const people = useQuery(colleaguesQuery, queryClient).data?.people ?? [];
  const check = address.get("check");
  // Of what is found in the states that the list shows, and of what the address names.
  const state = address.get("state");
  const kinds =
    useQuery(findingGroupsQuery(state ? { state } : {}), queryClient).data?.groups ?? [];
  const [named] = kinds.filter((kind) => kind.check === check);
  const age = ageIn(address);
  const choice = (name: string) => ({
    chosen: address.get(name),
    onChange: (chosen: string | null) => onChange({ [name]: chosen }),
  });
  return (
    <ListFilters
      address={address}
      names={folded}
      onChange={onChange}
      tools={tools}
      search={
        <QueryField
          text={queryIn(address)}
          label={t`Search or conditions`}
          placeholder={t`Search, or severity:high owner:none`}
          known={knownValues({ people, groups, kinds })}
          onAsk={(query) => onChange({ query, q: null })}
        />
      }
    >
      <FilterSelect
        label={t`Finding type`}
        value={check ?? ""}
        onChange={(event) => onChange({ check: event.currentTarget.value })}
      >
        <option value="">{t`All`}</option>
        {check !== null && named === undefined && <option value={check}>{check}</option>}
        {kinds.map((kind) => (
          <option key={kind.check} value={kind.check}>
            {kind.title[language.current()]}
          </option>
        ))}
      </FilterSelect>
      <FilterChoice
        label={t`Status`}
        unchosen={t`All open`}
        options={findingStates.map((one) => ({
          value: one,
          words: i18n._(findingStateWords[one]),
        }))}
        {...choice("state")}
      />
      <FilterChoice
        label={t`Severity`}
        options={severities.map((one) => ({ value: one, words: i18n._(severityWords[one]) }))}
        {...choice("severity")}
      />
      <FilterChoice
        label={t`Area`}
        options={categories.map((one) => ({ value: one, words: i18n._(categoryWords[one]) }))}
        {...choice("category")}
      />
      <FilterChoice
        label={t`Group`}
        options={groups.map(({ id, name }) => ({ value: id, words: name }))}
        {...choice("group")}
      />
      <FilterChoice
        label={t`Assigned to`}
        options={[
          { value: "none", words: t`No one` },
          ...people.map(({ id, name }) => ({ value: id, words: name })),
        ]}
        {...choice("assignee")}
      />
      <FilterSelect
        label={t`First seen`}
        value={age}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            ...noAge,
            ...Object.fromEntries(new URLSearchParams(value)),
          })
        }
      >
        <option value="">{t`At any time`}</option>
        {ages.map((days) => (
          <option key={days} value={`newerThanDays=${days}`}>
            {t`In the last ${{ days: i18n.number(days) }} days`}
          </option>
        ))}
        {ages.map((days) => (
          <option key={days} value={`olderThanDays=${days}`}>
            {t`${{ days: i18n.number(days) }} days ago or earlier`}
          </option>
        ))}
      </FilterSelect>
    </ListFilters>
  );
}
