import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { changeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useResendWait } from "../../app/resend/use-resend-wait.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";

/** Sends another code to the new address, at most once a minute. */
export function ResendChangeEmail({ email }: { email: string }) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const [resendAt, setResendAt] = useState<string>();
  const [busy, setBusy] = useState(false);
  const seconds = useResendWait(resendAt);

  async function resend() {
    setBusy(true);
    try {
      const body = { email, agreed: true } as const;
      const answer = await stepUp.run(() => client.call(changeEmail, { body }));
      setResendAt(answer.resendAt);
      toasts.show({ tone: "success", title: t`We sent a new code` });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        variant="plain"
        className="-ml-5"
        pending={busy}
        unavailable={seconds > 0}
        onClick={() => void resend()}
      >
        {seconds > 0 ? t`Resend the code (in ${{ seconds }} s)` : t`Resend the code`}
      </Button>
      {stepUp.dialog}
    </>
  );
}
