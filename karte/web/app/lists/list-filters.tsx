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
  /** Columns of a window that is wide enough for them. */
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * What narrows a list. On a phone the filters fold behind a button that says how many are set, so that
 * the list begins in the first window.
 */
export function ListFilters({ search, address, names, className, children }: ListFiltersProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const active = activeFilters(address, names);
  const figure = i18n.number(active);
  return (
    <search className={`mb-5 grid items-end gap-4 ${className}`}>
      {search}
      <Button
        icon={<FilterIcon />}
        className="justify-self-start md:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {active === 0 ? t`Filters` : t`Filters (${{ figure }})`}
      </Button>
      <div
        id={id}
        className={`grid-cols-2 items-end gap-4 max-md:[&>:first-child:nth-last-child(odd)]:col-span-2 md:contents ${isOpen ? "grid" : "hidden"}`}
      >
        {children}
      </div>
    </search>
  );
}
