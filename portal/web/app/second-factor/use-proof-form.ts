import { useLingui } from "@lingui/react/macro";
import { useForm } from "@sekimori/kit-web/form/use-form";
import type {
  SecondFactorProof,
  TypedProof,
} from "@sekimori/portal-contract/endpoints/authenticators";
import "./error-sentences.ts";
import { codeValidator, recoveryCodeValidator } from "./proof-validators.ts";

/** A way that no mail brings. */
export type ProofWay = SecondFactorProof["way"];

/** One of them that is typed. */
export type TypedWay = TypedProof["way"];

interface ProofFormSettings {
  readonly way: TypedWay;
  readonly onSubmit: (proof: TypedProof) => Promise<unknown>;
}

/** A form for one typed way of proving the second factor; another way has a form of its own. */
export function useProofForm({ way, onSubmit }: ProofFormSettings) {
  const { t } = useLingui();
  const isApp = way === "app";
  return useForm<{ code: string }, { code: string }>({
    defaultValues: { code: "" },
    fields: {
      code: {
        label: isApp ? t`Code from your authenticator app` : t`Recovery code`,
        digits: isApp,
      },
    },
    validator: async () => (isApp ? codeValidator : recoveryCodeValidator),
    onSubmit: ({ code }) => onSubmit({ way, code }),
    place: ({ type }) => {
      if (["AppCodeInvalid", "AppClockOff", "RecoveryCodeInvalid"].includes(type)) return "code";
      return ["OTPExceeded", "OTPExpired", "TooManyRequest"].includes(type) ? "form" : undefined;
    },
  });
}

export type ProofForm = ReturnType<typeof useProofForm>;
