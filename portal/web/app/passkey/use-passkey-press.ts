import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { passkeyErrors } from "@sekimori/portal-contract/passkey-errors";
import { useState } from "react";
import { reportError } from "../sentences/report-error.ts";

/** What a person can mend who was asked for a passkey. */
export const passkeyRefusals = [
  ...passkeyErrors,
  "PasskeyCancelled",
  "PasskeyImpossible",
  "NotFound",
  "TooManyRequest",
];

/** A button that has the browser ask for a passkey; what a person can mend is said beside it. */
export interface PasskeyPress {
  readonly busy: boolean;
  readonly problem: ApiError | undefined;
  readonly press: () => void;
}

/** @param run the whole of it, from the challenge to what follows. */
export function usePasskeyPress(run: () => Promise<unknown>): PasskeyPress {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();

  async function start() {
    setBusy(true);
    setProblem(undefined);
    try {
      await run();
    } catch (error) {
      if (isApiError(error, ...passkeyRefusals)) setProblem(error);
      else reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, press: () => void start() };
}
