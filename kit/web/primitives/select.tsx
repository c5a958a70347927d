import type { ComponentProps } from "react";
import { ChevronDownIcon } from "../icons/icons.tsx";
import { classNames } from "./class-names.ts";
import { controlClass } from "./control-class.ts";
import { FieldShell, type FieldTexts } from "./field-shell.tsx";

export interface SelectProps extends FieldTexts, ComponentProps<"select"> {
  /** As wide as its longest option, in full-width characters (em), instead of the whole column. */
  characters?: number | undefined;
}

/** The native select: its list is the system's own, on phones too. Children are `<option>`s. */
export function Select({
  label,
  requirement,
  help,
  error,
  characters,
  id,
  className,
  "aria-describedby": describedBy,
  children,
  ...rest
}: SelectProps) {
  return (
    <FieldShell {...{ label, requirement, help, error, id, className, describedBy }}>
      {(control) => (
        <div
          className="relative max-w-full"
          style={
            characters === undefined ? undefined : { width: `calc(${characters}em + 4.25rem)` }
          }
        >
          <select
            {...rest}
            {...control}
            className={classNames(controlClass, "appearance-none pr-11")}
          >
            {children}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-muted" />
        </div>
      )}
    </FieldShell>
  );
}
