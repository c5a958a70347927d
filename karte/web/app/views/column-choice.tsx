import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { chooseColumns } from "@sekimori/karte-contract/endpoints/saved-views";
import {
  defaultColumns,
  type ListColumn,
  type ListName,
  listColumns,
} from "@sekimori/karte-contract/lists";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Popover } from "@sekimori/kit-web/primitives/popover";
import { client } from "../client.ts";
import { reportError } from "../sentences/report-error.ts";
import { columnsText } from "./chosen-columns.ts";
import { viewsQuery } from "./view-queries.ts";

export type ColumnWords<Name extends ListName> = Readonly<
  Record<ListColumn<Name>, MessageDescriptor>
>;

export interface ColumnChoiceProps<Name extends ListName> {
  readonly list: Name;
  readonly words: ColumnWords<Name>;
  readonly shown: ReadonlySet<ListColumn<Name>>;
  /** What the address then has of them. */
  readonly onChange: (columns: string | null) => void;
}

/** Which columns a list shows: kept for the person, and in the address for whoever gets the link. */
export function ColumnChoice<Name extends ListName>({
  list,
  words,
  shown,
  onChange,
}: ColumnChoiceProps<Name>) {
  const { t, i18n } = useLingui();
  const known: readonly ListColumn<Name>[] = listColumns[list];

  async function choose(columns: ReadonlySet<string>) {
    const text = columnsText(list, columns);
    onChange(text);
    const kept = text === null ? null : known.filter((column) => columns.has(column));
    queryClient.setQueryData(
      viewsQuery.queryKey,
      (now) => now && { ...now, columns: { ...now.columns, [list]: kept } },
    );
    try {
      await client.call(chooseColumns, { body: { list, columns: kept } });
    } catch (error) {
      reportError(error);
      await queryClient.invalidateQueries(viewsQuery);
    }
  }

  function toggle(column: ListColumn<Name>, isOn: boolean) {
    const next = new Set(shown);
    if (isOn) next.add(column);
    else next.delete(column);
    void choose(next);
  }

  return (
    <Popover label={t`Columns`} trigger={<Button size="small">{t`Columns`}</Button>}>
      <fieldset className="grid gap-3">
        <legend className="sr-only">{t`Columns`}</legend>
        {known.map((column) => (
          <Checkbox
            key={column}
            label={i18n._(words[column])}
            checked={shown.has(column)}
            onChange={(event) => toggle(column, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <Button
        size="small"
        variant="plain"
        className="mt-3"
        unavailable={columnsText(list, shown) === null}
        onClick={() => void choose(new Set(defaultColumns[list]))}
      >
        {t`Reset columns`}
      </Button>
    </Popover>
  );
}
