import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<"button">, "disabled"> {
  /** Before the label; decorative. */
  icon?: ReactNode;
  /**
   * Work is under way: the button keeps its width, its name and the focus, and
   * swallows every further press, the Enter key's implicit submit included.
   */
  pending?: boolean | undefined;
  /** Said to screen readers when `pending` begins, e.g. "Sending". */
  pendingLabel?: string | undefined;
  /**
   * Present but not available. It stays focusable so that a reason (see `UnavailableButton`)
   * can be reached; there is no `disabled`, which would hide it from the keyboard.
   */
  unavailable?: boolean | undefined;
}

/** A native button (`type="button"` unless told otherwise). */
export function Button({
  variant,
  size,
  wide,
  flush,
  icon,
  pending = false,
  pendingLabel,
  unavailable = false,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  const inert = pending || unavailable;

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (inert) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  }

  return (
    <>
      <button
        {...rest}
        type={type}
        aria-disabled={inert || undefined}
        aria-busy={pending || undefined}
        className={classNames(buttonClass({ variant, size, wide, flush }), className)}
        onClick={press}
      >
        <span
          className={classNames(
            "inline-flex items-center justify-center gap-2",
            pending && "opacity-0",
          )}
        >
          {icon}
          {children}
        </span>
        {pending && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
      </button>
      {pendingLabel !== undefined && (
        <span role="status" className="sr-only">
          {pending ? pendingLabel : ""}
        </span>
      )}
    </>
  );
}
