import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { resendOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useResendWait } from "../../app/resend/use-resend-wait.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { session } from "../../app/session/current.ts";
import { toasts } from "../../app/toasts.ts";

/** Asks for a new one-time password, at most once a minute. */
export function ResendOtp() {
  const { t } = useLingui();
  const [resendAt, setResendAt] = useState(session.pendingSignIn?.resendAt);
  const [busy, setBusy] = useState(false);
  const seconds = useResendWait(resendAt);

  async function resend() {
    setBusy(true);
    try {
      const answer = await client.call(resendOtp, { body: {} });
      setResendAt(answer.resendAt);
      toasts.show({ tone: "success", title: t`One-time password resent` });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="plain"
      className="-ml-5"
      pending={busy}
      unavailable={seconds > 0}
      onClick={() => void resend()}
    >
      {seconds > 0
        ? t`Resend the one-time password (in ${{ seconds }} s)`
        : t`Resend the one-time password`}
    </Button>
  );
}
