import { useLingui } from "@lingui/react/macro";
import { FormDialog } from "@sekimori/kit-web/shell/form-dialog";
import { OtherWays } from "../second-factor/other-ways.tsx";
import { usePasskeyForm } from "../second-factor/use-passkey-form.ts";
import { type TypedWay, useProofForm } from "../second-factor/use-proof-form.ts";
import { useProofSentence } from "../second-factor/use-proof-sentence.ts";
import { isProofOver, ProofFields } from "./proof-fields.tsx";
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
  const form = useProofForm({ way, onSubmit: step.prove });
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
      <ProofFields step={step} way={way} form={form} />
    </FormDialog>
  );
}

function PasskeyDialog({ step, onClose }: ProofDialogProps) {
  const { t } = useLingui();
  const sentence = useProofSentence("passkey");
  const form = usePasskeyForm(step.provePasskey);
  return (
    <FormDialog
      form={form}
      title={t`Confirm it's you`}
      submitLabel={t`Use passkey`}
      pendingLabel={t`Waiting for your passkey`}
      cancelLabel={t`Cancel`}
      onClose={onClose}
    >
      <p className="text-muted">{sentence}</p>
      <OtherWays way="passkey" ways={step.ways} onChoose={step.choose} />
    </FormDialog>
  );
}
