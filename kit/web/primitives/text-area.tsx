import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { controlClass } from "./control-class.ts";
import { FieldShell, type FieldTexts } from "./field-shell.tsx";

export interface TextAreaProps extends FieldTexts, ComponentProps<"textarea"> {}

/** Several lines of text; grows with its content where the browser can. */
export function TextArea({
  label,
  requirement,
  help,
  error,
  id,
  className,
  "aria-describedby": describedBy,
  rows = 4,
  ...rest
}: TextAreaProps) {
  return (
    <FieldShell {...{ label, requirement, help, error, id, className, describedBy }}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          rows={rows}
          className={classNames(controlClass, "field-sizing-content max-h-96 resize-y")}
        />
      )}
    </FieldShell>
  );
}
