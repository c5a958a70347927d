import { useLingui } from "@lingui/react/macro";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { codeLength, typedRecoveryCodeMost } from "@sekimori/portal-contract/constants";
import type { ProofForm, TypedWay } from "./use-proof-form.ts";

interface ProofFieldProps {
  readonly way: TypedWay;
  readonly form: ProofForm;
}

/** What a way of proving the second factor asks for. */
export function ProofField({ way, form }: ProofFieldProps) {
  const { t } = useLingui();
  return way === "app" ? (
    <OneTimeCodeField {...form.field("code")} length={codeLength} submits first />
  ) : (
    <TextField
      {...form.field("code")}
      help={t`Each recovery code works once. Spaces and hyphens don't matter.`}
      maxLength={typedRecoveryCodeMost}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      autoFocus
      data-page-field
    />
  );
}
