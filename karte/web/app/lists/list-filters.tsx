import { useLingui } from "@lingui/react/macro";
import { FilterIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { type ReactNode, useId, useState } from "react";
import { activeFilters, type FilterNames } from "./active-filters.ts";

interface ListFiltersProps {
  /** The field for words, which always stands. */
  readonly search?: ReactNode;
  readonly address: URLSearchParams;
  /** Of the filters beside it. */
  readonly names: FilterNames;
  readonly onChange: (values: Readonly<Record<string, string | null>>) => void;
  /** How many entries match, and how one likes to see them. */
  readonly tools?: ReactNode;
  /** The filters, each with `data-set` where it narrows. */
  readonly children: ReactNode;
}

/**
 * What narrows a list, in one line: those filters stand there that are set, the others fold behind a
 * button, so that the list begins in the upper third of a window.
 */
export function ListFilters({
  search,
  address,
  names,
  onChange,
  tools,
  children,
}: ListFiltersProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const active = activeFilters(address, names);
  const figure = i18n.number(active);
  const isShown = isOpen || active > 0;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <search className="contents">
        {search && <div className="min-w-0 max-w-[36rem] flex-[1_1_12rem]">{search}</div>}
        <Button
          size="small"
          icon={<FilterIcon />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {active === 0 ? t`Filters` : t`Filters (${{ figure }})`}
        </Button>
        <div
          id={id}
          hidden={!isShown}
          className={`order-1 flex basis-full flex-wrap items-center gap-1.5 ${isOpen ? "" : "[&>:not([data-set])]:hidden"}`}
        >
          {children}
          {active > 0 && (
            <button
              type="button"
              data-set
              onClick={() => onChange(Object.fromEntries(names.flat().map((name) => [name, null])))}
              className="min-h-7 cursor-pointer rounded-4 px-2 text-[0.875rem] text-link hover:underline"
            >
              {t`Clear all filters`}
            </button>
          )}
        </div>
      </search>
      {tools && (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-sm:gap-1.5 max-sm:[&_button]:px-2 max-sm:[&_button]:text-[0.8125rem]">
          {tools}
        </div>
      )}
    </div>
  );
}
