import { OtherWays } from "../second-factor/other-ways.tsx";
import { ProofField } from "../second-factor/proof-field.tsx";
import type { ProofForm, TypedWay } from "../second-factor/use-proof-form.ts";
import { isStepOver, StepOver } from "./step-over.tsx";
import type { ProofStep } from "./use-code-step.ts";

interface ProofFieldsProps {
  readonly step: ProofStep;
  readonly way: TypedWay;
  readonly form: ProofForm;
}

/** The code of the authenticator app, or a recovery code, and the way from one to the other. */
export function ProofFields({ step, way, form }: ProofFieldsProps) {
  if (isStepOver(form.problems.error)) return <StepOver onRestart={step.restart} />;
  return (
    <>
      <ProofField way={way} form={form} />
      <OtherWays way={way} ways={step.ways} onChoose={step.choose} />
    </>
  );
}
