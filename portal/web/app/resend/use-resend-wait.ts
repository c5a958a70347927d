import { useEffect, useState } from "react";
import { resendWait } from "./resend-wait.ts";

const seconds = (milliseconds: number) => Math.max(0, Math.ceil(milliseconds / 1000));

/**
 * Whole seconds until a code may be sent again, counted down on a clock that nobody sets.
 *
 * @param resendAt as the server has just said it (ISO 8601).
 */
export function useResendWait(resendAt: string | null | undefined): number {
  const [left, setLeft] = useState(() => seconds(resendWait(resendAt, Date.now())));
  useEffect(() => {
    const end = performance.now() + resendWait(resendAt, Date.now());
    const look = () => {
      const present = seconds(end - performance.now());
      setLeft(present);
      if (present === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [resendAt]);
  return left;
}
