import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type BadgeTone = "neutral" | "key" | "success" | "warning" | "danger";

const tones: Record<BadgeTone, string> = {
  neutral: "border-border bg-sunken text-text",
  key: "border-key-line bg-key-soft text-key",
  success: "border-success-line bg-success-soft text-success",
  warning: "border-warning-line bg-warning-soft text-warning",
  danger: "border-danger-line bg-danger-soft text-danger",
};

export interface BadgeProps {
  tone?: BadgeTone | undefined;
  icon?: ReactNode;
  children: ReactNode;
  /** Set when the same is said to screen readers elsewhere. */
  hidden?: boolean | undefined;
  id?: string | undefined;
}

/** A short word about the thing beside it. */
export function Badge({ tone = "neutral", icon, children, hidden, id }: BadgeProps) {
  return (
    <span
      id={id}
      aria-hidden={hidden || undefined}
      className={classNames(
        "inline-flex shrink-0 items-center gap-1 rounded-4 border px-1.5 py-0.5 text-[0.75rem] leading-[1.3] font-700 whitespace-nowrap",
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
