import { useLingui } from "@lingui/react/macro";
import { assetStates, assetTypes } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { assetStateWords, assetTypeWords } from "../../app/assets/asset-words.ts";
import { ListFilters } from "../../app/lists/list-filters.tsx";
import { SearchField } from "../../app/lists/search-field.tsx";
import { groupsQuery } from "../../app/session/workspace-queries.ts";
import { FilterChoice } from "../../app/views/filter-choice.tsx";

interface AssetFiltersProps {
  readonly address: URLSearchParams;
  readonly onChange: (values: Readonly<Record<string, string | null>>) => void;
  readonly tools?: ReactNode;
}

/** What narrows the assets; each is a part of the address, so a link shows the same. */
export function AssetFilters({ address, onChange, tools }: AssetFiltersProps) {
  const { t, i18n } = useLingui();
  const { data } = useQuery(groupsQuery, queryClient);
  const choice = (name: string) => ({
    chosen: address.get(name),
    onChange: (chosen: string | null) => onChange({ [name]: chosen }),
  });
  return (
    <ListFilters
      address={address}
      names={["type", "state", "group"]}
      onChange={onChange}
      tools={tools}
      search={
        <SearchField
          text={address.get("q") ?? ""}
          label={t`Search by name`}
          example={t`Search by name, such as *.dev.example.jp`}
          onSearch={(q) => onChange({ q })}
        />
      }
    >
      <FilterChoice
        label={t`Type`}
        options={assetTypes.map((one) => ({ value: one, words: i18n._(assetTypeWords[one]) }))}
        {...choice("type")}
      />
      <FilterChoice
        label={t`Status`}
        options={assetStates.map((one) => ({ value: one, words: i18n._(assetStateWords[one]) }))}
        {...choice("state")}
      />
      <FilterChoice
        label={t`Group`}
        options={(data?.groups ?? []).map(({ id, name }) => ({ value: id, words: name }))}
        {...choice("group")}
      />
    </ListFilters>
  );
}
