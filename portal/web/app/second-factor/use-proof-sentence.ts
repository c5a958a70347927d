import { useLingui } from "@lingui/react/macro";
import type { ProofWay } from "./use-proof-form.ts";

/** What somebody has to do to prove the second factor by a way. */
export function useProofSentence(way: ProofWay): string {
  const { t } = useLingui();
  return way === "app"
    ? t`Open your authenticator app and enter the code it shows.`
    : t`Enter one of the recovery codes you saved when you added your authenticator app.`;
}
