import { Trans, useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import type { Validator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { agreeConsent } from "@sekimori/portal-contract/endpoints/sign-up";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { PaidApplicationNote } from "../../app/final-confirmation/application-words.tsx";
import {
  missingTerms,
  TermsBoxes,
  termsBoxes,
  useTermsFields,
} from "../../app/final-confirmation/terms-boxes.tsx";
import { language } from "../../app/language.ts";
import { session } from "../../app/session/current.ts";
import { type Agreement, flowQuery } from "../../app/sign-up-flow/flow-query.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { StepButton } from "./step-button.tsx";

type AgreementValues = {
  serviceTerms: boolean;
  memberTerms: boolean;
  promotionalMail: boolean;
};

const validate: Validator<AgreementValues, AgreementValues> = (values) => {
  const issues = missingTerms(values);
  return issues.length > 0 ? { issues } : { values };
};

interface AgreementFormProps {
  readonly agreement: Agreement;
  /** What the agreement shown is called; agreed to is exactly that. */
  readonly shown: string;
  /** What the button says; it must tell a paid application from a free one. */
  readonly action: string;
}

/** The two agree boxes, the opt-in and the button that completes the sign-up. */
export function AgreementForm({ agreement, shown, action }: AgreementFormProps) {
  const { t } = useLingui();
  const { resume } = useWizard();
  const navigate = useNavigate();
  const form = useForm({
    defaultValues: { serviceTerms: false, memberTerms: false, promotionalMail: false },
    fields: {
      ...useTermsFields(),
      promotionalMail: { label: t`News by email` },
    },
    validator: async () => validate,
    place: ({ type }) => (type === "TermsChanged" ? "form" : undefined),
    onSubmit: agree,
  });

  async function agree({ promotionalMail }: AgreementValues) {
    try {
      await client.call(agreeConsent, {
        body: {
          documents: agreement.documents,
          shown,
          agreed: true,
          promotionalMail,
          locale: language.current(),
        },
      });
      const waiting = session.signedIn();
      // An application that sent the person here comes first; the mail confirms in any case.
      const next = waiting === pagePaths.security ? pagePaths.registrationComplete : waiting;
      await navigate(next, { replace: true, state: { registeredOn: new Date().toDateString() } });
      queryClient.removeQueries({ queryKey: flowQuery.queryKey });
    } catch (error) {
      if (isApiError(error, "TermsChanged", "StepOutOfOrder", "ContinuedElsewhere")) await resume();
      if (isApiError(error, "TermsChanged")) for (const name of termsBoxes) form.set(name, false);
      if (!isApiError(error, "StepOutOfOrder")) throw error;
    }
  }

  return (
    <form {...form.props} className="mt-12 flex flex-col gap-6">
      <FormSummary form={form} />
      <TermsBoxes form={form} />
      <Checkbox
        {...form.control("promotionalMail")}
        id={form.idOf("promotionalMail")}
        className="border-t border-border pt-6"
        label={<Trans>Send me news about the service by email (optional)</Trans>}
        help={<Trans>You can stop it at any time on My Page.</Trans>}
      />
      <PaidApplicationNote confirmation={agreement} />
      <StepButton form={form} apart>
        {action}
      </StepButton>
    </form>
  );
}
