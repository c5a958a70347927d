import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { codeLength, typedRecoveryCodeMost } from "@sekimori/portal-contract/constants";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import type { ProofForm, ProofWay } from "./use-proof-form.ts";

interface ProofFieldProps {
  readonly way: ProofWay;
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

interface OtherWayProps {
  readonly way: ProofWay;
  readonly ways: readonly SecondFactorWay[];
  readonly onChoose: (way: ProofWay) => void;
}

/** Leads to the other way of proving the second factor, where there is one. */
export function OtherWay({ way, ways, onChoose }: OtherWayProps) {
  const { t } = useLingui();
  const other = way === "app" ? "recovery-code" : "app";
  if (!ways.includes(other)) return null;
  return (
    <Button variant="plain" className="-ml-5 justify-self-start" onClick={() => onChoose(other)}>
      {other === "app"
        ? t`Use your authenticator app instead`
        : t`Try another way: a recovery code`}
    </Button>
  );
}
