import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import type { Validator } from "@sekimori/kit-web/form/schema-validator";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { joinOrganisation } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { client } from "../../app/client.ts";
import {
  missingTerms,
  TermsBoxes,
  termsBoxes,
  useTermsFields,
} from "../../app/final-confirmation/terms-boxes.tsx";
import { language } from "../../app/language.ts";
import { profileQuery } from "../../app/profile-query.ts";
import "./unshown-letter.ts";
import { session } from "../../app/session/current.ts";
import { pageAfter } from "../../app/sign-up-flow/page-after-sign-in.ts";
import type { Joining } from "./joining-query.ts";

type Values = {
  firstName: string;
  lastName: string;
  serviceTerms: boolean;
  memberTerms: boolean;
};

async function validator(): Promise<Validator<Values, Values>> {
  const names = schemaValidator((await import("./schemas.ts")).nameSchema);
  return (values) => {
    const { firstName, lastName } = values;
    const checked = names({ firstName, lastName });
    const issues = [...("issues" in checked ? checked.issues : []), ...missingTerms(values)];
    if (issues.length > 0 || !("values" in checked)) return { issues };
    return { values: { ...values, ...checked.values } };
  };
}

interface JoinFormProps {
  readonly joining: Joining;
  /** What was shown is no longer so. */
  readonly onChanged: () => void;
}

/** The name, which the provider may have said, and the agreement that makes the account. */
export function JoinForm({ joining, onChanged }: JoinFormProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const firstName = { label: t`First name`, requirement: "required" } as const;
  const lastName = { label: t`Last name`, requirement: "required" } as const;
  const familyFirst = language.current() === "ja";
  const form = useForm<Values, Values>({
    defaultValues: {
      firstName: joining.name?.firstName ?? "",
      lastName: joining.name?.lastName ?? "",
      serviceTerms: false,
      memberTerms: false,
    },
    fields: {
      ...(familyFirst ? { lastName, firstName } : { firstName, lastName }),
      ...useTermsFields(),
    },
    validator,
    place: ({ type }) =>
      ["TermsChanged", "LoginIDExists", "TooManyRequest"].includes(type) ? "form" : undefined,
    async onSubmit(values) {
      const { documents, shown } = joining;
      try {
        const outcome = await client.call(joinOrganisation, {
          body: {
            firstName: values.firstName,
            lastName: values.lastName,
            documents,
            shown,
            agreed: true,
            locale: language.current(),
          },
        });
        queryClient.removeQueries({ queryKey: profileQuery.queryKey });
        await navigate(pageAfter(session, outcome, joining.email), { replace: true });
      } catch (error) {
        if (isApiError(error, "TermsChanged", "LoginIDExists", "SingleSignOnFailed")) onChanged();
        if (isApiError(error, "TermsChanged")) for (const name of termsBoxes) form.set(name, false);
        throw error;
      }
    },
  });
  const names = [
    <TextField key="last" {...form.field("lastName")} autoComplete="family-name" />,
    <TextField key="first" {...form.field("firstName")} autoComplete="given-name" />,
  ];
  return (
    <PageForm form={form} submitLabel={t`Agree and join`} pendingLabel={t`Joining`}>
      {familyFirst ? names : names.toReversed()}
      <TermsBoxes form={form} />
    </PageForm>
  );
}
