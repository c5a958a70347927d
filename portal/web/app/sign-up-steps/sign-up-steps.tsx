import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { StepIndicator } from "@sekimori/kit-web/primitives/step-indicator";
import type { SignUpFlow } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import { type WizardHints, type WizardStepName, wizardPlace } from "./wizard-steps.ts";

const stepNames: Readonly<Record<WizardStepName, MessageDescriptor>> = {
  verification: msg`Email verification`,
  "verification-and-information": msg`Email and your information`,
  information: msg`Your information`,
  confirmation: msg`Review`,
  payment: msg`Payment`,
  "sign-in": msg`Login`,
  agreement: msg`Agreement`,
  "payment-and-agreement": msg`Payment and agreement`,
};

interface SignUpStepsProps {
  readonly hints: WizardHints;
  readonly flow: SignUpFlow;
}

/** Where in the registration one is: above the wizard's pages, and on the way back from 3-D Secure. */
export function SignUpSteps({ hints, flow }: SignUpStepsProps) {
  const { i18n, t } = useLingui();
  const place = wizardPlace(hints, flow);
  return (
    <StepIndicator
      label={t`Step ${{ current: place.current }} of ${{ total: place.steps.length }}`}
      steps={place.steps.map((name) => i18n._(stepNames[name]))}
      current={place.current}
      doneLabel={t`done`}
    />
  );
}
