import { useLingui } from "@lingui/react/macro";
import { resendOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { ResendOtpButton } from "../../app/resend/resend-otp-button.tsx";
import { useResend } from "../../app/resend/use-resend.ts";
import { session } from "../../app/session/current.ts";
import { toasts } from "../../app/toasts.ts";

/** Asks for a new one-time password, at most once a minute. */
export function ResendOtp() {
  const { t } = useLingui();
  const [resendAt, setResendAt] = useState(session.pendingSignIn?.resendAt);
  const again = useResend(resendAt, async () => {
    const answer = await client.call(resendOtp, { body: {} });
    setResendAt(answer.resendAt);
    toasts.show({ tone: "success", title: t`One-time password resent` });
  });

  return <ResendOtpButton again={again} />;
}
