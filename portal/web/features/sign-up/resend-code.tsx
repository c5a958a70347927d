import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { resendConfirmSignUpCode } from "@sekimori/portal-contract/endpoints/sign-up";
import { client } from "../../app/client.ts";
import { useResend } from "../../app/resend/use-resend.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { toasts } from "../../app/toasts.ts";

/** Sends another code, at most once a minute. */
export function ResendCode() {
  const { t } = useLingui();
  const { flow, advance } = useWizard();
  const {
    seconds: left,
    sending,
    resend,
  } = useResend(flow.resendAt, async () => {
    await advance(async () => (await client.call(resendConfirmSignUpCode, { body: {} })).flow);
    toasts.show({
      tone: "success",
      title: t`We sent a new code`,
      text: t`The previous code no longer works.`,
    });
  });

  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button
        size="small"
        pending={sending}
        pendingLabel={t`Sending`}
        unavailable={left > 0}
        onClick={resend}
      >
        <Trans>Resend the code</Trans>
      </Button>
      {left > 0 && (
        <span className="text-[0.875rem] text-muted tabular-nums">
          <Trans>available in {left} s</Trans>
        </span>
      )}
    </div>
  );
}
