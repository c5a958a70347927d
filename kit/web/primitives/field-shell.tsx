import { type ReactNode, useId } from "react";
import { FieldError } from "./field-error.tsx";

/** Whether a value must be given, and the word that says so ("Required", "任意"). */
export interface Requirement {
  kind: "required" | "optional";
  text: string;
}

/** What every field with a label takes. */
export interface FieldTexts {
  label: ReactNode;
  /** Only for screen readers: for a lone field whose placeholder or icon says the same to the eye. */
  labelHidden?: boolean | undefined;
  requirement?: Requirement | undefined;
  /** Below the label, above the control. */
  help?: ReactNode;
  /** Below the control. Anything but undefined, null, false or "" makes the field invalid. */
  error?: ReactNode;
}

/** What the control inside a shell must carry for the wiring to hold. */
export interface ControlAttributes {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

export interface FieldShellProps extends FieldTexts {
  /** The control's id; made up when absent. Error summaries link to it. */
  id?: string | undefined;
  /** Ids of further descriptions, read after help and before the error. */
  describedBy?: string | undefined;
  className?: string | undefined;
  children: (control: ControlAttributes) => ReactNode;
}

/** Ids and ARIA states shared by a label, its texts and its control. */
export function useFieldWiring({
  id,
  requirement,
  help,
  error,
  describedBy,
}: Omit<FieldShellProps, "label" | "children" | "className">) {
  const made = useId();
  const controlId = id ?? made;
  const ids = {
    control: controlId,
    label: `${controlId}-label`,
    badge: `${controlId}-requirement`,
    help: `${controlId}-help`,
    error: `${controlId}-error`,
  };
  const invalid = Boolean(error);
  const described = [
    requirement?.kind === "optional" && ids.badge,
    help && ids.help,
    describedBy,
    invalid && ids.error,
  ].filter(Boolean);
  const attributes: ControlAttributes = {
    id: ids.control,
    "aria-describedby": described.join(" ") || undefined,
    "aria-invalid": invalid || undefined,
    "aria-required": requirement?.kind === "required" || undefined,
  };
  return { ids, invalid, attributes };
}

/** `required` reaches screen readers as a state, `optional` as a description, so names stay clean. */
export function RequirementBadge({ requirement, id }: { requirement: Requirement; id: string }) {
  return (
    <span
      id={id}
      aria-hidden={requirement.kind === "required" || undefined}
      className={`text-[0.8125rem] leading-[1.6] ${requirement.kind === "required" ? "text-danger" : "text-muted"}`}
    >
      {requirement.text}
    </span>
  );
}

/** Label, badge and help above a control, the error below it. */
export function FieldShell({
  label,
  labelHidden = false,
  requirement,
  help,
  error,
  className,
  children,
  ...rest
}: FieldShellProps) {
  const { ids, invalid, attributes } = useFieldWiring({ requirement, help, error, ...rest });
  return (
    <div className={className}>
      <div
        className={labelHidden ? "sr-only" : "mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1"}
      >
        <label id={ids.label} htmlFor={ids.control} className="text-std-16N-170 font-700">
          {label}
        </label>
        {requirement && <RequirementBadge requirement={requirement} id={ids.badge} />}
      </div>
      {help && (
        <div id={ids.help} className="-mt-1 mb-2 text-[0.875rem] leading-[1.6] text-muted">
          {help}
        </div>
      )}
      {children(attributes)}
      {invalid && <FieldError id={ids.error}>{error}</FieldError>}
    </div>
  );
}
