import { useLingui } from "@lingui/react/macro";
import { resendConfirmSignUpCode } from "@sekimori/portal-contract/endpoints/sign-up";
import { client } from "../../app/client.ts";
import { ResendButton } from "../../app/resend/resend-button.tsx";
import { useResend } from "../../app/resend/use-resend.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { toasts } from "../../app/toasts.ts";

/** Sends another code, at most once a minute. */
export function ResendCode() {
  const { t } = useLingui();
  const { flow, advance } = useWizard();
  const again = useResend(flow.resendAt, async () => {
    await advance(async () => (await client.call(resendConfirmSignUpCode, { body: {} })).flow);
    toasts.show({
      tone: "success",
      title: t`We sent a new code`,
      text: t`The previous code no longer works.`,
    });
  });

  return (
    <div className="mt-4">
      <ResendButton again={again} label={t`Resend the code`} />
    </div>
  );
}
