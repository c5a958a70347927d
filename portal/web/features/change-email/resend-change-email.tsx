import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { changeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useResend } from "../../app/resend/use-resend.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";

/** Sends another code to the new address, at most once a minute. */
export function ResendChangeEmail({ email }: { email: string }) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const [resendAt, setResendAt] = useState<string>();
  const { seconds, sending, resend } = useResend(resendAt, async () => {
    const body = { email, agreed: true } as const;
    const answer = await stepUp.run(() => client.call(changeEmail, { body }));
    setResendAt(answer.resendAt);
    toasts.show({ tone: "success", title: t`We sent a new code` });
  });

  return (
    <>
      <Button
        variant="plain"
        className="-ml-5"
        pending={sending}
        unavailable={seconds > 0}
        onClick={() => void resend()}
      >
        {seconds > 0 ? t`Resend the code (in ${{ seconds }} s)` : t`Resend the code`}
      </Button>
      {stepUp.dialog}
    </>
  );
}
