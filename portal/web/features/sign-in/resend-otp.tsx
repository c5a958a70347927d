import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { resendOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { useResend } from "../../app/resend/use-resend.ts";
import { session } from "../../app/session/current.ts";
import { toasts } from "../../app/toasts.ts";

/** Asks for a new one-time password, at most once a minute. */
export function ResendOtp() {
  const { t } = useLingui();
  const [resendAt, setResendAt] = useState(session.pendingSignIn?.resendAt);
  const { seconds, sending, resend } = useResend(resendAt, async () => {
    const answer = await client.call(resendOtp, { body: {} });
    setResendAt(answer.resendAt);
    toasts.show({ tone: "success", title: t`One-time password resent` });
  });

  return (
    <Button
      variant="plain"
      className="-ml-5"
      pending={sending}
      unavailable={seconds > 0}
      onClick={() => void resend()}
    >
      {seconds > 0
        ? t`Resend the one-time password (in ${{ seconds }} s)`
        : t`Resend the one-time password`}
    </Button>
  );
}
