import { OneTimeCodeField } from "@sekimori/kit-web/primitives/one-time-code-field";
import { codeLength } from "@sekimori/portal-contract/constants";
import { ResendOtpButton } from "../resend/resend-otp-button.tsx";
import type { useCodeStep } from "./use-code-step.ts";

interface CodeFieldsProps {
  readonly step: Pick<ReturnType<typeof useCodeStep>, "code" | "again">;
}

/** The mailed code, and the button that has another one sent. */
export function CodeFields({ step }: CodeFieldsProps) {
  return (
    <>
      <OneTimeCodeField {...step.code.field("code")} length={codeLength} />
      <ResendOtpButton again={step.again} />
    </>
  );
}
