import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { codeLength } from "@sekimori/portal-contract/constants";
import { ResendOtpButton } from "../resend/resend-otp-button.tsx";
import { StepOver } from "./step-over.tsx";
import type { useCodeStep } from "./use-code-step.ts";

interface CodeFieldsProps {
  readonly step: Pick<ReturnType<typeof useCodeStep>, "code" | "again" | "isOver" | "restart">;
}

/**
 * The mailed code, which its last digit sends, and the button that has another one sent. After too
 * many wrong codes the next step is the password again.
 */
export function CodeFields({ step }: CodeFieldsProps) {
  if (step.isOver) return <StepOver onRestart={step.restart} />;
  return (
    <>
      <OneTimeCodeField {...step.code.field("code")} length={codeLength} submits />
      <ResendOtpButton again={step.again} />
    </>
  );
}
