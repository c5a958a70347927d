import { useEffect, useState } from "react";
import { useFormSentences } from "./form-sentences.ts";

const pad = (value: number) => String(value).padStart(2, "0");

/** A wait as a clock shows it: minutes and seconds, with hours where there are any. */
export function clockOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = pad(seconds % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Counts whole seconds down to 0, on a clock that nobody sets. */
export function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const look = () => {
      const present = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(present);
      if (present === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

/** When something that was refused may be tried again. Screen readers hear it when they ask. */
export function WaitClock({ seconds }: { readonly seconds: number }) {
  const sentences = useFormSentences();
  const left = useSecondsLeft(seconds);
  return (
    <span role="timer" aria-live="off" className="tabular-nums">
      {sentences.wait(left === 0 ? undefined : clockOf(left))}
    </span>
  );
}
