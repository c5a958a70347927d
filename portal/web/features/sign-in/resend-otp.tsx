import { useLingui } from "@lingui/react/macro";
import { resendOtp } from "@sekimori/portal-contract/endpoints/sign-in";
import { useEffect, useState } from "react";
import { client } from "../../app/client.ts";
import { readDraft, writeDraft } from "../../app/draft/history-draft.ts";
import { ResendOtpButton } from "../../app/resend/resend-otp-button.tsx";
import { useResend } from "../../app/resend/use-resend.ts";
import { session } from "../../app/session/current.ts";
import { toasts } from "../../app/toasts.ts";

/** Asks for a new one-time password, at most once a minute. */
export function ResendOtp() {
  const { t } = useLingui();
  // A reload keeps the countdown: what it counts to belongs to this entry of the history.
  const [resendAt, setResendAt] = useState(
    () => session.pendingSignIn?.resendAt ?? readDraft().resendAt,
  );
  useEffect(() => {
    if (resendAt !== undefined) writeDraft({ resendAt });
  }, [resendAt]);
  const again = useResend(resendAt, async () => {
    const answer = await client.call(resendOtp, { body: {} });
    setResendAt(answer.resendAt);
    toasts.show({ tone: "success", title: t`One-time password resent` });
  });

  return <ResendOtpButton again={again} />;
}
