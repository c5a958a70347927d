import { isApiError, waitOf } from "../client/api-error.ts";
import { WaitClock } from "../form/wait-clock.tsx";

/** The clock of a refusal that ends by itself; nothing for other errors. */
export function ErrorWait({ error }: { readonly error: unknown }) {
  const seconds = waitOf(error);
  if (seconds === undefined || !isApiError(error)) return null;
  // Another refusal of as many seconds begins the clock anew.
  return <WaitClock key={error.requestId} seconds={seconds} />;
}
