import { useEffect, useState } from "react";

const secondsUntil = (moment: string | undefined) =>
  moment === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000));

/** Whole seconds until a moment (ISO 8601), counted down; 0 once it is past or unknown. */
export function useSecondsUntil(moment: string | undefined): number {
  const [left, setLeft] = useState(() => secondsUntil(moment));
  useEffect(() => {
    setLeft(secondsUntil(moment));
    if (secondsUntil(moment) === 0) return;
    const timer = setInterval(() => {
      const seconds = secondsUntil(moment);
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}
