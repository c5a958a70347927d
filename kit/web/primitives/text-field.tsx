import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { controlClass, denseControlClass } from "./control-class.ts";
import { FieldShell, type FieldTexts } from "./field-shell.tsx";

export interface TextFieldProps extends FieldTexts, ComponentProps<"input"> {
  /** Inside the control's row, after it: a unit, or a button that acts on the value. */
  after?: ReactNode;
  /** As wide as what is expected: a width in characters instead of the whole column. */
  characters?: number | undefined;
  /** As high as a small button beside it. */
  dense?: boolean | undefined;
}

/**
 * One line of text. `className` goes to the shell; every other native attribute,
 * `ref` included, goes to the input, so `register()` of react-hook-form spreads in.
 */
export function TextField({
  label,
  labelHidden,
  dense = false,
  requirement,
  help,
  error,
  after,
  characters,
  id,
  className,
  style,
  "aria-describedby": describedBy,
  type = "text",
  ...rest
}: TextFieldProps) {
  return (
    <FieldShell {...{ label, labelHidden, requirement, help, error, id, className, describedBy }}>
      {(control) => (
        <div className="flex items-center gap-3">
          <input
            {...rest}
            {...control}
            type={type}
            className={classNames(dense ? denseControlClass : controlClass, "min-w-0")}
            style={
              characters === undefined
                ? style
                : { ...style, width: `calc(${characters}ch + 2.5rem)`, maxWidth: "100%" }
            }
          />
          {after}
        </div>
      )}
    </FieldShell>
  );
}
