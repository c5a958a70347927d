import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface IconButtonProps
  extends Omit<ComponentProps<"button">, "children" | "aria-label" | "disabled"> {
  /** The accessible name; also shown as the browser's own hint. */
  label: string;
  icon: ReactNode;
  size?: "medium" | "small" | undefined;
  /** Present but not available; stays focusable. */
  unavailable?: boolean | undefined;
}

/** A square button that shows only an icon. */
export function IconButton({
  label,
  icon,
  size = "medium",
  unavailable = false,
  className,
  type = "button",
  onClick,
  ...rest
}: IconButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (unavailable) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }

  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      aria-disabled={unavailable || undefined}
      onClick={press}
      className={classNames(
        "inline-grid shrink-0 cursor-pointer place-items-center rounded-6 text-text transition-colors hover:bg-key-soft aria-disabled:cursor-not-allowed aria-disabled:text-muted",
        size === "medium" ? "size-11" : "size-8",
        className,
      )}
    >
      {icon}
    </button>
  );
}
