import { useLingui } from "@lingui/react/macro";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { useProofForm } from "../second-factor/use-proof-form.ts";
import { useProofSentence } from "../second-factor/use-proof-sentence.ts";
import { isProofOver, ProofFields } from "./proof-fields.tsx";
import type { ProofStep } from "./use-code-step.ts";

interface ProofDialogProps {
  readonly step: ProofStep;
  readonly onClose: () => void;
}

/** The second half of asking again, where the account has an authenticator app. */
export function ProofDialog({ step, onClose }: ProofDialogProps) {
  const { t } = useLingui();
  const sentence = useProofSentence(step.way);
  const form = useProofForm({ way: step.way, onSubmit: step.prove });
  return (
    <FormDialog
      form={form}
      unavailable={isProofOver(form)}
      title={t`Confirm it's you`}
      submitLabel={t`Continue`}
      pendingLabel={t`Checking`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p className="text-muted">{sentence}</p>
      <ProofFields step={step} form={form} />
    </FormDialog>
  );
}
