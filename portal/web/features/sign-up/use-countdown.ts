import { useEffect, useState } from "react";

function secondsUntil(deadline: number): number {
  return Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
}

/**
 * Whole seconds until a moment of the server's clock. Never more than `longest`, because this
 * machine's clock may be wrong and nobody should wait for the difference.
 *
 * @param until ISO 8601, null for a moment that is past.
 * @param longest milliseconds.
 */
export function useCountdown(until: string | null, longest: number): number {
  const [left, setLeft] = useState(0);

  useEffect(() => {
    const wait = until === null ? 0 : Date.parse(until) - Date.now();
    const deadline = performance.now() + Math.min(Math.max(wait, 0), longest);
    setLeft(secondsUntil(deadline));
    const timer = setInterval(() => {
      const now = secondsUntil(deadline);
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until, longest]);

  return left;
}
