import { waitOf } from "../client/api-error.ts";
import { WaitClock } from "../form/wait-clock.tsx";

/** The clock of a refusal that ends by itself; nothing for other errors. */
export function ErrorWait({ error }: { readonly error: unknown }) {
  const seconds = waitOf(error);
  return seconds === undefined ? null : <WaitClock seconds={seconds} />;
}
