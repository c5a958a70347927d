import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { FieldError } from "./field-error.tsx";
import { type FieldTexts, RequirementBadge, useFieldWiring } from "./field-shell.tsx";

export interface RadioGroupProps extends FieldTexts {
  id?: string | undefined;
  /** Side by side where there is room, instead of one below the other. */
  inline?: boolean | undefined;
  className?: string | undefined;
  /** `Radio`s of one `name`. */
  children: ReactNode;
}

/** Native radios under one name: the browser's own arrow keys, form data and reset. */
export function RadioGroup({
  label,
  requirement,
  help,
  error,
  id,
  inline,
  className,
  children,
}: RadioGroupProps) {
  const { ids, invalid, attributes } = useFieldWiring({ id, requirement, help, error });
  return (
    <div
      role="radiogroup"
      aria-labelledby={ids.label}
      {...attributes}
      className={classNames("group/radios min-w-0", className)}
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span id={ids.label} className="text-std-16N-170 font-700">
          {label}
        </span>
        {requirement && <RequirementBadge requirement={requirement} id={ids.badge} />}
      </div>
      {help && (
        <div id={ids.help} className="-mt-1 mb-2 text-[0.875rem] leading-[1.6] text-muted">
          {help}
        </div>
      )}
      <div className={classNames("flex", inline ? "flex-wrap gap-x-8 gap-y-3" : "flex-col gap-3")}>
        {children}
      </div>
      {invalid && <FieldError id={ids.error}>{error}</FieldError>}
    </div>
  );
}

export interface RadioProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  /** A line below the label, part of the description. */
  help?: ReactNode;
  /** Framed, for a choice that deserves room, such as a plan. */
  framed?: boolean | undefined;
}

/** One choice. `ref`, `name`, `value`, `onChange`, `onBlur` go to the native input. */
export function Radio({ label, help, framed, id, className, ...rest }: RadioProps) {
  return (
    <label
      className={classNames(
        "flex cursor-pointer items-start gap-3 has-disabled:cursor-not-allowed has-disabled:text-muted",
        framed &&
          "rounded-8 border border-border-strong bg-surface p-4 transition-colors hover:border-key has-checked:border-key has-checked:bg-key-soft has-checked:shadow-[inset_0_0_0_1px_var(--key)]",
        className,
      )}
    >
      <input
        {...rest}
        id={id}
        type="radio"
        className="mt-[0.1rem] size-6 shrink-0 cursor-[inherit] appearance-none rounded-full border-[1.5px] border-border-strong bg-surface transition-colors checked:border-[7px] checked:border-key not-checked:hover:border-key not-checked:group-aria-invalid/radios:border-danger disabled:border-border disabled:bg-sunken forced-colors:appearance-auto"
      />
      <span className="min-w-0 flex-1">
        <span className="text-std-16N-170">{label}</span>
        {help && <span className="block text-[0.875rem] leading-[1.6] text-muted">{help}</span>}
      </span>
    </label>
  );
}
