import { Trans, useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import type { Validator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Link } from "@sekimori/kit-web/primitives/link";
import { agreeConsent } from "@sekimori/portal-contract/endpoints/sign-up";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { queryClient } from "../../app/query-client.ts";
import { useNavigate } from "../../app/routing/navigation.ts";
import { session } from "../../app/session/current.ts";
import { type Agreement, flowQuery } from "../../app/sign-up-flow/flow-query.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { StepButton } from "./step-button.tsx";

type AgreementValues = {
  serviceTerms: boolean;
  memberTerms: boolean;
  promotionalMail: boolean;
};

const boxes = ["serviceTerms", "memberTerms"] as const;

const validate: Validator<AgreementValues, AgreementValues> = (values) => {
  const issues = boxes
    .filter((name) => !values[name])
    .map((name) => ({ name, code: "not_accepted" }));
  return issues.length > 0 ? { issues } : { values };
};

interface AgreementFormProps {
  readonly agreement: Agreement;
  /** What the button says; it must tell a paid application from a free one. */
  readonly action: string;
}

/** The two agree boxes, the opt-in and the button that completes the sign-up. */
export function AgreementForm({ agreement, action }: AgreementFormProps) {
  const { t } = useLingui();
  const { resume } = useWizard();
  const navigate = useNavigate();
  const form = useForm({
    defaultValues: { serviceTerms: false, memberTerms: false, promotionalMail: false },
    fields: {
      serviceTerms: {
        label: t`Service Terms`,
        sentence: () => t`You need to agree to the Service Terms.`,
      },
      memberTerms: {
        label: t`Member Terms`,
        sentence: () => t`You need to agree to the Member Terms.`,
      },
      promotionalMail: { label: t`News by email` },
    },
    validator: async () => validate,
    place: ({ type }) => (type === "TermsChanged" ? "form" : undefined),
    onSubmit: agree,
  });

  async function agree({ promotionalMail }: AgreementValues) {
    try {
      const { expiresAt } = await client.call(agreeConsent, {
        body: {
          documents: agreement.documents,
          agreed: true,
          promotionalMail,
          locale: language.current(),
        },
      });
      await navigate(session.signedIn(expiresAt), { replace: true });
      queryClient.removeQueries({ queryKey: flowQuery.queryKey });
    } catch (error) {
      if (isApiError(error, "TermsChanged", "StepOutOfOrder")) await resume();
      if (isApiError(error, "TermsChanged")) for (const name of boxes) form.set(name, false);
      if (!isApiError(error, "StepOutOfOrder")) throw error;
    }
  }

  return (
    <form {...form.props} className="mt-12 flex flex-col gap-6">
      <FormSummary form={form} />
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-3 text-std-18B-160">
          <Trans>Agreement to the terms</Trans>
        </legend>
        <Checkbox
          {...form.control("serviceTerms")}
          id={form.idOf("serviceTerms")}
          error={form.texts("serviceTerms").error}
          mandatory
          label={
            <Trans>
              I agree to the{" "}
              <Link href={`${pagePaths.terms}#service-terms`} newTabLabel={t`opens in a new tab`}>
                Service Terms
              </Link>
            </Trans>
          }
        />
        <Checkbox
          {...form.control("memberTerms")}
          id={form.idOf("memberTerms")}
          error={form.texts("memberTerms").error}
          mandatory
          label={
            <Trans>
              I agree to the{" "}
              <Link href={`${pagePaths.terms}#member-terms`} newTabLabel={t`opens in a new tab`}>
                Member Terms
              </Link>
            </Trans>
          }
        />
      </fieldset>
      <Checkbox
        {...form.control("promotionalMail")}
        id={form.idOf("promotionalMail")}
        className="border-t border-border pt-6"
        label={<Trans>Send me news about the service by email (optional)</Trans>}
        help={<Trans>You can stop it at any time with the link in each email.</Trans>}
      />
      <StepButton form={form} apart>
        {action}
      </StepButton>
    </form>
  );
}
