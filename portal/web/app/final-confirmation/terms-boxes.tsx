import { Trans, useLingui } from "@lingui/react/macro";
import type { Form, FormValues } from "@sekimori/kit-web/form/use-form";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { Link } from "@sekimori/kit-web/primitives/link";
import { pagePaths } from "@sekimori/portal-contract/page-routes";

export const termsBoxes = ["serviceTerms", "memberTerms"] as const;

type TermsBox = (typeof termsBoxes)[number];

/** What a form must know of the two boxes. */
export function useTermsFields() {
  const { t } = useLingui();
  return {
    serviceTerms: {
      label: t`Service Terms`,
      sentence: () => t`You need to agree to the Service Terms.`,
    },
    memberTerms: {
      label: t`Member Terms`,
      sentence: () => t`You need to agree to the Member Terms.`,
    },
  };
}

/** The boxes that are not ticked, as a form's problems. */
export function missingTerms(values: Readonly<Record<TermsBox, boolean>>) {
  return termsBoxes.filter((name) => !values[name]).map((name) => ({ name, code: "not_accepted" }));
}

interface TermsForm {
  control(name: TermsBox): ReturnType<Form<FormValues, FormValues>["control"]>;
  idOf(name: TermsBox): string;
  texts(name: TermsBox): ReturnType<Form<FormValues, FormValues>["texts"]>;
}

/** Agreement to both terms, each with its text in a new tab. */
export function TermsBoxes({ form }: { readonly form: TermsForm }) {
  const { t } = useLingui();
  const box = (name: TermsBox) => ({
    ...form.control(name),
    id: form.idOf(name),
    error: form.texts(name).error,
    mandatory: true,
  });
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-std-18B-160">
        <Trans>Agreement to the terms</Trans>
      </legend>
      <Checkbox
        {...box("serviceTerms")}
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
        {...box("memberTerms")}
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
  );
}
