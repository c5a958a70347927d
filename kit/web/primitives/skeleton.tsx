import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A grey shape where something will be; give it the size of what comes by `className`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("block animate-breathe rounded-4 bg-border", className ?? "h-4 w-full")}
    />
  );
}

export interface LoadingProps {
  /** Said to screen readers, e.g. "Loading". */
  label: string;
  className?: string | undefined;
  /** `Skeleton`s shaped like what comes. */
  children: ReactNode;
}

/** Tells that something is on its way, in shapes for the eye and in words for the ear. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div className={className}>
      <span role="status" className="sr-only">
        {label}
      </span>
      {children}
    </div>
  );
}
