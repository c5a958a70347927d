import { useLingui } from "@lingui/react/macro";
import type { ProofWay } from "./use-proof-form.ts";

/** What somebody has to do to prove the second factor by a way. */
export function useProofSentence(way: ProofWay): string {
  const { t } = useLingui();
  if (way === "passkey")
    return t`Use the passkey on this device, on your phone or on a security key.`;
  return way === "app"
    ? t`Open your authenticator app and enter the code it shows.`
    : t`Enter one of the recovery codes you saved when you added your passkey or authenticator app.`;
}
