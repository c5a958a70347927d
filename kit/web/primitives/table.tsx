import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from "react";
import { SortAscendingIcon, SortDescendingIcon, SortIcon } from "../icons/icons.tsx";
import { keepCellLabels } from "./cell-labels.ts";
import { classNames } from "./class-names.ts";
import "./line-tables.css";
import "./narrow-tables.css";

export interface TableProps extends ComponentProps<"table"> {
  /** Names the table and, when it is wider than the screen, the region one scrolls. */
  label: string;
  /**
   * A row of a phone has two lines: what names it, and below it the cells that say where they stand
   * there (`data-phone="start"`, "middle" or "end"). The others are left to the row's own page.
   */
  hasLines?: boolean | undefined;
  children: ReactNode;
}

/** What is hidden from the eye in a cell is placed in the frame, not beside the page. */
const frame = "relative overflow-x-auto border-y border-border";

/**
 * A native table in a frame that scrolls sideways by touch and by arrow keys; on a phone each row is
 * a block with labels over its values, or two lines (narrow-tables.css, line-tables.css).
 */
export function Table({ label, hasLines = false, className, children, ...rest }: TableProps) {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => (table.current ? keepCellLabels(table.current) : undefined), []);
  return (
    // A region that scrolls must be reachable by the keyboard (WCAG 2.1.1).
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section aria-label={label} tabIndex={0} className={frame}>
      <table
        {...rest}
        ref={table}
        data-stacks={hasLines ? undefined : ""}
        data-lines={hasLines ? "" : undefined}
        aria-label={label}
        className={classNames("w-full border-collapse text-left text-[0.9375rem]", className)}
      >
        {children}
      </table>
    </section>
  );
}

export type SortDirection = "ascending" | "descending";

export interface ColumnHeaderProps extends Omit<ComponentProps<"th">, "aria-sort" | "scope"> {
  /** Makes the column sortable: its direction when it is the sorted one, else "none". */
  sort?: SortDirection | "none" | undefined;
  onSort?: ((next: SortDirection) => void) | undefined;
  /** Figures stand at the right. */
  numeric?: boolean | undefined;
}

/** A column's header; with `sort` it holds a button that turns the direction. */
export function ColumnHeader({
  sort,
  onSort,
  numeric,
  className,
  children,
  ...rest
}: ColumnHeaderProps) {
  const Icon =
    sort === "ascending"
      ? SortAscendingIcon
      : sort === "descending"
        ? SortDescendingIcon
        : SortIcon;
  return (
    <th
      {...rest}
      scope="col"
      aria-sort={sort}
      className={classNames(
        "border-b border-border-strong px-4 py-2.5 text-[0.8125rem] leading-[1.5] font-700 whitespace-nowrap text-muted",
        numeric && "text-right",
        className,
      )}
    >
      {sort === undefined ? (
        children
      ) : (
        <button
          type="button"
          onClick={() => onSort?.(sort === "ascending" ? "descending" : "ascending")}
          className="-mx-2 -my-1 inline-flex cursor-pointer items-center gap-1 rounded-4 px-2 py-1 text-left font-700 hover:bg-key-soft hover:text-text"
        >
          {children}
          <Icon className={sort === "none" ? "text-border-strong" : "text-key"} />
        </button>
      )}
    </th>
  );
}

export interface CellProps extends ComponentProps<"td"> {
  numeric?: boolean | undefined;
}

/** A data cell. */
export function Cell({ numeric, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={classNames(
        "border-b border-border px-4 py-3 align-top",
        numeric && "text-right tabular-nums",
        className,
      )}
    />
  );
}

/** The cell that names its row. */
export function RowHeader({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      {...rest}
      scope="row"
      className={classNames("border-b border-border px-4 py-3 align-top font-700", className)}
    />
  );
}

/** A row that answers to the pointer. */
export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr
      {...rest}
      className={classNames("transition-colors last:*:border-b-0 hover:bg-key-soft", className)}
    />
  );
}
