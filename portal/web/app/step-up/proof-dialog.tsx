import { useLingui } from "@lingui/react/macro";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { OtherWays } from "../second-factor/other-ways.tsx";
import { usePasskeyForm } from "../second-factor/use-passkey-form.ts";
import { type TypedWay, useProofForm } from "../second-factor/use-proof-form.ts";
import { useProofSentence } from "../second-factor/use-proof-sentence.ts";
import { ProofFields } from "./proof-fields.tsx";
import { isStepOver, StepOver, useOverSentence } from "./step-over.tsx";
import type { ProofStep } from "./use-code-step.ts";

interface ProofDialogProps {
  readonly step: ProofStep;
  readonly onClose: () => void;
}

/** The second half of asking again, where no mail brings the second factor. */
export function ProofDialog({ step, onClose }: ProofDialogProps) {
  return step.way === "passkey" ? (
    <PasskeyDialog step={step} onClose={onClose} />
  ) : (
    <TypedDialog step={step} way={step.way} onClose={onClose} />
  );
}

function TypedDialog({ step, way, onClose }: ProofDialogProps & { readonly way: TypedWay }) {
  const { t } = useLingui();
  const sentence = useProofSentence(way);
  const overSentence = useOverSentence();
  const form = useProofForm({ way, onSubmit: step.prove });
  return (
    <FormDialog
      form={form}
      errorSentence={overSentence}
      unavailable={isStepOver(form.problems.error)}
      title={t`Confirm it's you`}
      submitLabel={t`Continue`}
      pendingLabel={t`Checking`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p className="text-muted">{sentence}</p>
      <ProofFields step={step} way={way} form={form} />
    </FormDialog>
  );
}

function PasskeyDialog({ step, onClose }: ProofDialogProps) {
  const { t } = useLingui();
  const sentence = useProofSentence("passkey");
  const overSentence = useOverSentence();
  const form = usePasskeyForm(step.provePasskey);
  const isOver = isStepOver(form.problems.error);
  return (
    <FormDialog
      form={form}
      errorSentence={overSentence}
      unavailable={isOver}
      title={t`Confirm it's you`}
      submitLabel={t`Use passkey`}
      pendingLabel={t`Waiting for your passkey`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p className="text-muted">{sentence}</p>
      {isOver ? (
        <StepOver onRestart={step.restart} />
      ) : (
        <OtherWays way="passkey" ways={step.ways} onChoose={step.choose} />
      )}
    </FormDialog>
  );
}
