import { Trans, useLingui } from "@lingui/react/macro";
import { FormSummary } from "@sekimori/kit-web/form/form-summary";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { useLocation } from "@sekimori/kit-web/routing/navigation";
import { editInformation } from "@sekimori/portal-contract/endpoints/sign-up";
import { type ReactNode, useEffect, useId } from "react";
import { client } from "../../app/client.ts";
import { useDraft } from "../../app/draft/history-draft.ts";
import { AddressFields } from "../../app/registered-details/address-fields.tsx";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { useInformationForm } from "./information-form.ts";
import { MemberFields } from "./member-fields.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { StepButton } from "./step-button.tsx";

/** /account/register-info: who signs up, with which password, and where they are. */
export function InformationPage() {
  const { t } = useLingui();
  const { flow, advance } = useWizard();
  const { email } = flow;
  const { form, need, passwordMaximum } = useInformationForm((body) =>
    advance(async () => (await client.call(editInformation, { body })).flow),
  );
  const saveDraft = useDraft(() => {
    const { password: _secret, ...values } = form.values();
    return values;
  });
  useEditTarget(form.idOf);

  return (
    <>
      <PageHeader
        title={t`User Information Registration`}
        description={t`You can review everything on the next page before you register.`}
      />
      {flow.origin === "external-id" && (
        <Banner className="mb-8" title={t`You're registering with your external ID`}>
          <Trans>
            Your account will belong to <span className="wrap-anywhere">{email}</span>. You'll log
            in with your external ID, so you don't need a password.
          </Trans>
        </Banner>
      )}
      <form {...form.props} onInput={saveDraft} className="flex flex-col gap-12">
        <FormSummary form={form} />
        <Section title={t`Your details`}>
          <MemberFields form={form} />
        </Section>
        {need !== "none" && (
          <Section title={t`Password`}>
            <NewPasswordFields
              form={form}
              email={email}
              isSet={need === "optional"}
              maximum={passwordMaximum}
            />
          </Section>
        )}
        <Section title={t`Address`}>
          <AddressFields form={form} />
        </Section>
        <StepButton form={form}>
          <Trans>Review your information</Trans>
        </StepButton>
      </form>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-7">
      <h2 id={id} className="border-b border-border pb-2 text-std-20B-150">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Moves to the field that an edit link of the next page has named. */
function useEditTarget(idOf: (name: string) => string): void {
  const { hash } = useLocation();

  useEffect(() => {
    if (hash === "") return;
    // After the shell has put the focus on the heading of the page it arrived at.
    const frame = requestAnimationFrame(() => {
      const field = document.getElementById(idOf(hash.slice(1)));
      const control = field?.querySelector<HTMLElement>("input:checked, input") ?? field;
      control?.focus({ preventScroll: true });
      field?.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, idOf]);
}
