import { useLingui } from "@lingui/react/macro";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { codeLength, oneTimePasswordLifetimeMs } from "@sekimori/portal-contract/constants";
import { session } from "../session/current.ts";
import { PresentPasswordField } from "../shell/present-password-field.tsx";
import { CodeFields } from "./code-fields.tsx";
import { PasskeyInstead } from "./passkey-instead.tsx";
import { ProofDialog } from "./proof-dialog.tsx";
import { useOverSentence } from "./step-over.tsx";
import { useCodeStep } from "./use-code-step.ts";

interface StepUpDialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks for the password once more and, where two-factor is on, for the second factor. */
export function StepUpDialog({ onDone, onClose }: StepUpDialogProps) {
  const { t } = useLingui();
  const step = useCodeStep(t`Current password`, onDone);
  const overSentence = useOverSentence();
  const email = session.account()?.email_address ?? "";
  const minutes = oneTimePasswordLifetimeMs / 60_000;
  const common = { submitLabel: t`Continue`, cancelLabel: t`Cancel`, onClose };
  if (step.proof) return <ProofDialog key={step.proof.way} step={step.proof} onClose={onClose} />;
  if (step.asksCode) {
    return (
      <FormDialog
        {...common}
        key="code"
        form={step.code}
        errorSentence={overSentence}
        unavailable={step.isOver}
        title={t`Confirm it's you`}
        pendingLabel={t`Checking`}
      >
        <p className="text-muted">
          {t`We sent a ${{ codeLength }}-digit one-time password to ${{ email }}. It expires in ${{ minutes }} minutes.`}
        </p>
        <CodeFields step={step} />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      {...common}
      key="password"
      form={step.password}
      title={t`Confirm your password`}
      pendingLabel={t`Checking`}
    >
      <p className="text-muted">
        {t`This is a sensitive change. To protect your account, confirm it's you.`}
      </p>
      <PresentPasswordField {...step.password.field("password")} email={email} />
      <PasskeyInstead passkey={step.passkey} />
    </FormDialog>
  );
}
