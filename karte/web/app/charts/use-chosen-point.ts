import type { TrendShape } from "@sekimori/kit-charts/trend";
import { type KeyboardEvent, type PointerEvent, useState } from "react";

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** The dot of a drawing that is nearest to a place. */
export function nearestDot(dots: TrendShape["dots"], x: number): number | undefined {
  const distances = dots.map((dot) => Math.abs(dot.x - x));
  const nearest = distances.indexOf(Math.min(...distances));
  return nearest < 0 ? undefined : nearest;
}

/** Which of a drawing's dots is read: the nearest to the pointer, or that of the arrow keys. */
export function useChosenPoint(dots: TrendShape["dots"]) {
  const [at, setAt] = useState<number>();
  const last = dots.length - 1;
  return {
    chosen: at === undefined ? undefined : dots[at],
    handlers: {
      onPointerMove: (event: PointerEvent<SVGSVGElement>) =>
        setAt(nearestDot(dots, event.clientX - event.currentTarget.getBoundingClientRect().left)),
      onPointerLeave: () => setAt(undefined),
      onFocus: () => setAt(last < 0 ? undefined : last),
      onBlur: () => setAt(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        const step = steps[event.key];
        if (step === undefined || last < 0) return;
        event.preventDefault();
        setAt(step(at ?? last, last));
      },
    },
  };
}
