import { Trans, useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { useLocation } from "@sekimori/kit-web/routing/navigation";
import { confirmInformation } from "@sekimori/portal-contract/endpoints/sign-up";
import type { EnteredInformation } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { planNames, planNeedsCard } from "@sekimori/portal-contract/plan-ids";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { addressLines, memberName } from "../../app/registered-details/address-lines.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { AccountExists } from "./account-exists.tsx";
import type { InformationValues } from "./information-values.ts";
import { StepButton } from "./step-button.tsx";

// Known from the page where the plan was chosen; only who begins here fetches it.
const PlanPrice = lazy(async () => ({
  default: (await import("./plan-price.tsx")).PlanPrice,
}));

/** /account/confirm-info: everything entered, read as a document, each block with a way back. */
export function ConfirmationPage() {
  const { t } = useLingui();
  const { flow, advance } = useWizard();
  const [exists, setExists] = useState(false);
  const form = useForm({
    defaultValues: {},
    fields: {},
    validator: async () => () => ({ values: {} }),
    async onSubmit(body) {
      try {
        await advance(async () => (await client.call(confirmInformation, { body })).flow);
      } catch (error) {
        if (!isApiError(error, "LoginIDExists")) throw error;
        setExists(true);
      }
    },
  });
  const information = flow.information;
  if (exists) return <AccountExists />;
  if (!information) return null;

  return (
    <>
      <PageHeader
        title={t`User Information Confirmation`}
        description={t`Review your details. You haven't registered yet, so you can still go back and make changes.`}
      />
      <div className="flex flex-col gap-10">
        <Block title={t`Order`}>
          <DescriptionList
            rows={[
              { id: "plan", label: t`Plan`, value: <Plan plan={flow.plan} /> },
              {
                id: "email",
                label: t`Email address`,
                value: <span className="wrap-anywhere">{flow.email}</span>,
              },
            ]}
          />
          <p className="mt-3 text-[0.875rem]">
            <Link to={pagePaths.register} className={linkClass}>
              <Trans>Use another plan or email address</Trans>
            </Link>
          </p>
        </Block>
        <MemberBlock information={information} hasPassword={flow.hasPassword} />
        <Block title={t`Address`} edit="postalCode">
          <address className="border-y border-border py-4 leading-[1.9] not-italic">
            {addressLines(information, language.current()).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </Block>
      </div>
      <form {...form.props} className="mt-12 flex flex-col gap-6">
        <FormSummary form={form} />
        <StepButton form={form}>
          {planNeedsCard[flow.plan] ? t`Register and go to payment` : t`Register and continue`}
        </StepButton>
      </form>
    </>
  );
}

/** The plan and, where it costs something, its price; what one agrees to follows two pages on. */
function Plan({ plan }: { readonly plan: keyof typeof planNames }) {
  return (
    <>
      {planNames[plan][language.current()]}
      {planNeedsCard[plan] && (
        <span className="block min-h-[1.7em] text-[0.875rem] text-muted">
          <Suspense>
            <PlanPrice />
          </Suspense>
        </span>
      )}
    </>
  );
}

interface MemberBlockProps {
  readonly information: EnteredInformation;
  readonly hasPassword: boolean;
}

function MemberBlock({ information, hasPassword }: MemberBlockProps) {
  const { t } = useLingui();
  const organisation = information.userType === "1";
  return (
    <Block title={t`Your details`} edit="userType">
      <DescriptionList
        rows={[
          {
            id: "type",
            label: t`User type`,
            value: organisation ? t`Organization` : t`Personal`,
          },
          ...(organisation
            ? [
                { id: "company", label: t`Organization name`, value: information.companyName },
                {
                  id: "number",
                  label: t`Corporate number`,
                  value: <span className="tabular-nums">{information.corporateNumber}</span>,
                },
              ]
            : []),
          { id: "name", label: t`Full name`, value: memberName(information, language.current()) },
          ...(hasPassword
            ? [
                {
                  id: "password",
                  label: t`Password`,
                  value: t`Set (not shown)`,
                  action: <EditLink field="password" what={t`Password`} />,
                },
              ]
            : []),
        ]}
      />
    </Block>
  );
}

interface BlockProps {
  readonly title: string;
  /** The field that the edit link leads to. */
  readonly edit?: keyof InformationValues;
  readonly children: ReactNode;
}

function Block({ title, edit, children }: BlockProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-std-18B-160">
          {title}
        </h2>
        {edit && <EditLink field={edit} what={title} />}
      </div>
      {children}
    </section>
  );
}

function EditLink({ field, what }: { field: keyof InformationValues; what: string }) {
  const { state } = useLocation();
  return (
    <Link
      to={`${pagePaths.registerInfo}#${field}`}
      state={state}
      className={`${linkClass} inline-flex min-h-6 items-center text-[0.875rem]`}
    >
      <Trans>Change</Trans>
      <span className="sr-only"> ({what})</span>
    </Link>
  );
}
