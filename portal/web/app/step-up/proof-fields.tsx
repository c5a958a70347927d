import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { Button } from "@sekimori/kit-web/primitives/button";
import { OtherWays } from "../second-factor/other-ways.tsx";
import { ProofField } from "../second-factor/proof-field.tsx";
import type { ProofForm, TypedWay } from "../second-factor/use-proof-form.ts";
import type { ProofStep } from "./use-code-step.ts";

/** After too many wrong codes, or too long a time, another try begins with the password. */
export const isProofOver = ({ problems: { error } }: ProofForm): boolean =>
  isApiError(error, "OTPExceeded", "OTPExpired");

interface ProofFieldsProps {
  readonly step: ProofStep;
  readonly way: TypedWay;
  readonly form: ProofForm;
}

/** The code of the authenticator app, or a recovery code, and the way from one to the other. */
export function ProofFields({ step, way, form }: ProofFieldsProps) {
  const { t } = useLingui();
  if (isProofOver(form)) {
    return (
      <Button variant="primary" onClick={step.restart}>
        {t`Enter your password again`}
      </Button>
    );
  }
  return (
    <>
      <ProofField way={way} form={form} />
      <OtherWays way={way} ways={step.ways} onChoose={step.choose} />
    </>
  );
}
