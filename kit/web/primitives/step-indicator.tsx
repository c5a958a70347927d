import { CheckIcon } from "../icons/icons.tsx";
import { classNames } from "./class-names.ts";

export interface StepIndicatorProps {
  /** Names the list, e.g. "Step 2 of 3". Also shown on narrow screens. */
  label: string;
  /** The steps' names in order. */
  steps: readonly string[];
  /** The step one is at, from 1. */
  current: number;
  /** Said after the name of a step that is done, e.g. "done". */
  doneLabel: string;
}

type State = "done" | "current" | "ahead";

const circle: Record<State, string> = {
  done: "border-key bg-surface text-key",
  current: "border-key bg-key text-on-key",
  ahead: "border-border-strong bg-surface text-muted",
};

/** Where one is in a sequence of pages. It tells; it does not navigate. */
export function StepIndicator({ label, steps, current, doneLabel }: StepIndicatorProps) {
  return (
    <div>
      <p className="mb-3 text-[0.875rem] text-muted sm:sr-only">{label}</p>
      <ol aria-label={label} className="flex">
        {steps.map((step, index) => {
          const number = index + 1;
          const state: State = number < current ? "done" : number === current ? "current" : "ahead";
          return (
            <li
              key={step}
              aria-current={state === "current" ? "step" : undefined}
              className="relative flex min-w-0 flex-1 flex-col items-center gap-2 px-1 text-center"
            >
              {index > 0 && (
                <span
                  aria-hidden="true"
                  className={classNames(
                    "absolute top-4 h-px",
                    state === "ahead" ? "bg-border-strong" : "bg-key",
                  )}
                  style={{ right: "calc(50% + 1.375rem)", left: "calc(-50% + 1.375rem)" }}
                />
              )}
              <span
                aria-hidden="true"
                className={classNames(
                  "grid size-8 place-items-center rounded-full border-[1.5px] text-[0.875rem] leading-none font-700 tabular-nums",
                  circle[state],
                )}
              >
                {state === "done" ? <CheckIcon strokeWidth={2.5} /> : number}
              </span>
              <span
                className={classNames(
                  "text-[0.8125rem] leading-[1.5] text-balance",
                  state === "current" ? "font-700 text-text" : "text-muted",
                )}
                style={{ wordBreak: "auto-phrase" }}
              >
                {step}
                {state === "done" && <span className="sr-only"> ({doneLabel})</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
