import { useState } from "react";
import { reportError } from "../sentences/report-error.ts";
import { useResendWait } from "./use-resend-wait.ts";

/**
 * Sending a code once more, when the pause is over; what goes wrong is reported.
 *
 * @param resendAt as the server has just said it (ISO 8601).
 */
export function useResend(resendAt: string | null | undefined, send: () => Promise<void>) {
  const [sending, setSending] = useState(false);
  /** Whole seconds until it may be pressed. */
  const seconds = useResendWait(resendAt);

  async function resend() {
    setSending(true);
    try {
      await send();
    } catch (error) {
      reportError(error);
    } finally {
      setSending(false);
    }
  }

  return { seconds, sending, resend };
}
