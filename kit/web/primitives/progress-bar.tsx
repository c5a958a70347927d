import { type ReactNode, useId } from "react";

export interface ProgressBarProps {
  label: ReactNode;
  /** From 0 to `max`; undefined while nobody knows how much is left. */
  value?: number | undefined;
  max?: number | undefined;
  /** The value in words, shown at the right and read ("3 of 12 domains"). */
  valueText?: string | undefined;
}

/** How far a piece of work has come. */
export function ProgressBar({ label, value, max = 100, valueText }: ProgressBarProps) {
  const id = useId();
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value / max));
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4 text-[0.875rem]">
        <span id={id} className="font-700">
          {label}
        </span>
        {valueText && <span className="text-muted tabular-nums">{valueText}</span>}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={valueText}
        className="h-2 overflow-hidden rounded-full border border-border-strong bg-surface"
      >
        <div
          className={
            share === undefined
              ? // Where nothing moves it is empty: a bar that stands would tell of a share.
                "h-full w-0 animate-travel rounded-full bg-key"
              : "h-full bg-key transition-[width] duration-300"
          }
          style={share === undefined ? undefined : { width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
