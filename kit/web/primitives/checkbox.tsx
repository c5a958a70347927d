import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { CheckIcon, MinusIcon } from "../icons/icons.tsx";
import { classNames } from "./class-names.ts";
import { FieldError } from "./field-error.tsx";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  /** Must be ticked. */
  mandatory?: boolean | undefined;
  /** Some but not all of what it stands for. */
  indeterminate?: boolean | undefined;
  /** The label is read but not seen (a row's tick in a table). */
  labelHidden?: boolean | undefined;
}

/** A native checkbox with its label at its right and its error below. */
export function Checkbox({
  label,
  help,
  error,
  mandatory,
  indeterminate = false,
  labelHidden,
  id,
  className,
  ref,
  "aria-describedby": describedBy,
  ...rest
}: CheckboxProps) {
  const made = useId();
  const controlId = id ?? made;
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);

  function attach(element: HTMLInputElement | null) {
    input.current = element;
    if (typeof ref === "function") return ref(element);
    if (ref) ref.current = element;
  }

  const described = [help && `${controlId}-help`, describedBy, error && `${controlId}-error`];
  return (
    <div className={className}>
      <label className="flex w-fit cursor-pointer items-start gap-3 has-disabled:cursor-not-allowed has-disabled:text-muted">
        <span className="relative mt-[0.1rem] inline-grid size-6 shrink-0">
          <input
            {...rest}
            ref={attach}
            id={controlId}
            type="checkbox"
            aria-describedby={described.filter(Boolean).join(" ") || undefined}
            aria-invalid={error ? true : undefined}
            aria-required={mandatory || undefined}
            className="peer size-6 cursor-[inherit] appearance-none rounded-4 border-[1.5px] border-border-strong bg-surface transition-colors checked:border-key checked:bg-key indeterminate:border-key indeterminate:bg-key not-checked:hover:border-key aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)] disabled:border-border disabled:bg-sunken forced-colors:appearance-auto"
          />
          <CheckIcon
            strokeWidth={2.75}
            className="pointer-events-none absolute inset-0 m-auto hidden size-[1.15rem] text-on-key peer-checked:not-peer-indeterminate:block peer-disabled:text-muted forced-colors:hidden"
          />
          <MinusIcon
            strokeWidth={2.75}
            className="pointer-events-none absolute inset-0 m-auto hidden size-[1.15rem] text-on-key peer-indeterminate:block peer-disabled:text-muted forced-colors:hidden"
          />
        </span>
        <span className={classNames("text-std-16N-170", labelHidden && "sr-only")}>{label}</span>
      </label>
      {help && (
        <div id={`${controlId}-help`} className="ml-9 text-[0.875rem] leading-[1.6] text-muted">
          {help}
        </div>
      )}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
    </div>
  );
}
