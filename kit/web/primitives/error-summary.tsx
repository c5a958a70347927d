import type { MouseEvent, ReactNode, Ref } from "react";
import { DangerIcon } from "../icons/first-icons.tsx";

export interface SummarisedError {
  /** The id of the field's control. */
  fieldId: string;
  message: ReactNode;
}

export interface ErrorSummaryProps {
  title: ReactNode;
  errors: readonly SummarisedError[];
  /** Give it the focus after a submit that failed. */
  ref?: Ref<HTMLDivElement> | undefined;
  /** Moves to a field in the caller's own way, e.g. react-hook-form's `setFocus`. */
  onSelect?: ((fieldId: string) => void) | undefined;
}

/** Moves to a field that was refused; a code that is wrong is typed over. */
export function focusField(fieldId: string): void {
  const field = document.getElementById(fieldId);
  // A radio group takes the focus in its chosen radio, or in its first.
  const target =
    field?.querySelector<HTMLElement>("input:checked, input:not([type=hidden])") ?? field;
  target?.focus({ preventScroll: true });
  if (target instanceof HTMLInputElement && target.autocomplete === "one-time-code")
    target.select();
  (field ?? target)?.scrollIntoView({ block: "center" });
}

/** What is wrong in a form, above it, each line a link to its field. */
export function ErrorSummary({ title, errors, ref, onSelect }: ErrorSummaryProps) {
  function select(event: MouseEvent, fieldId: string) {
    // The address must not change: a fragment would be one more step for the back button.
    event.preventDefault();
    if (onSelect) onSelect(fieldId);
    else focusField(fieldId);
  }

  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-8 border-2 border-danger bg-danger-soft px-4 py-3.5"
    >
      <DangerIcon width="1.5em" height="1.5em" className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-700 text-danger">{title}</p>
        <ul className="mt-1 list-disc pl-5 text-[0.9375rem] marker:text-danger">
          {errors.map(({ fieldId, message }) => (
            <li key={fieldId}>
              <a
                href={`#${fieldId}`}
                onClick={(event) => select(event, fieldId)}
                className="text-danger underline underline-offset-[0.2em] hover:decoration-2"
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
