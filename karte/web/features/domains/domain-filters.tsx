import { useLingui } from "@lingui/react/macro";
import { grades, proofStates, schedules, severities } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ListFilters } from "../../app/lists/list-filters.tsx";
import { SearchField } from "../../app/lists/search-field.tsx";
import { colleaguesQuery, groupsQuery } from "../../app/session/workspace-queries.ts";
import { FilterChoice } from "../../app/views/filter-choice.tsx";
import { proofWords, scheduleWords, severityWords } from "../../app/words/words.ts";

interface DomainFiltersProps {
  readonly address: URLSearchParams;
  readonly onChange: (values: Readonly<Record<string, string | null>>) => void;
  readonly tools?: ReactNode;
}

const noGroup = "none";

/** What narrows the list. Each is a part of the address, so a link shows the same. */
export function DomainFilters({ address, onChange, tools }: DomainFiltersProps) {
  const { t, i18n } = useLingui();
  const { data } = useQuery(groupsQuery, queryClient);
  const choice = (name: string) => ({
    chosen: address.get(name),
    onChange: (chosen: string | null) => onChange({ [name]: chosen }),
  });
  const groups = data?.groups ?? [];
  const people = useQuery(colleaguesQuery, queryClient).data?.people ?? [];
  // Of domains in no group, the API is asked by a name of its own.
  const inNone = address.get("grouped") === "none";
  return (
    <ListFilters
      address={address}
      names={["grade", "severity", "proof", "schedule", ["group", "grouped"], "responsible"]}
      onChange={onChange}
      tools={tools}
      search={
        <SearchField
          text={address.get("q") ?? ""}
          label={t`Search by name or label`}
          onSearch={(q) => onChange({ q })}
        />
      }
    >
      <FilterChoice
        label={t`Grade`}
        options={[
          ...grades.map((grade) => ({ value: grade, words: grade })),
          { value: "none", words: t`Not scanned yet` },
        ]}
        {...choice("grade")}
      />
      <FilterChoice
        label={t`Open findings`}
        options={[
          ...severities.map((one) => ({ value: one, words: i18n._(severityWords[one]) })),
          { value: "none", words: t`No open findings` },
        ]}
        {...choice("severity")}
      />
      <FilterChoice
        label={t`Ownership`}
        options={proofStates.map((one) => ({ value: one, words: i18n._(proofWords[one]) }))}
        {...choice("proof")}
      />
      <FilterChoice
        label={t`Schedule`}
        options={schedules.map((one) => ({ value: one, words: i18n._(scheduleWords[one]) }))}
        {...choice("schedule")}
      />
      <FilterChoice
        label={t`Group`}
        options={[
          ...groups.map(({ id, name }) => ({ value: id, words: name })),
          { value: noGroup, words: t`No group` },
        ]}
        chosen={inNone ? noGroup : address.get("group")}
        onChange={(chosen) => {
          const values = chosen?.split(",") ?? [];
          // "In no group" excludes all others: whichever was ticked last counts.
          const isNone = values.includes(noGroup) && !inNone;
          const named = values.filter((value) => value !== noGroup).join(",");
          onChange({ group: isNone ? null : named, grouped: isNone ? "none" : null });
        }}
      />
      <FilterChoice
        label={t`Responsible`}
        options={[
          ...people.map(({ id, name, email }) => ({ value: id, words: name || email })),
          { value: "none", words: t`No one named` },
        ]}
        {...choice("responsible")}
      />
    </ListFilters>
  );
}
