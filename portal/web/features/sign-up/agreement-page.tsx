import { Trans, useLingui } from "@lingui/react/macro";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { Agreement } from "../../app/sign-up-flow/flow-query.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { AgreementForm } from "./agreement-form.tsx";
import { useAgreementRows } from "./agreement-rows.tsx";

/** /account/agreement: the final confirmation of the application, and the agreement to it. */
export function AgreementPage() {
  const { t } = useLingui();
  const { flow, agreement } = useWizard();
  if (!agreement) return null;
  return (
    <>
      <PageHeader
        title={t`Final confirmation`}
        description={t`Check what you apply for. The application is complete when you press the button at the end.`}
      />
      <Confirmation plan={flow.plan} agreement={agreement} />
    </>
  );
}

function Confirmation({ plan, agreement }: { plan: PlanId; agreement: Agreement }) {
  const { t } = useLingui();
  const rows = useAgreementRows(plan, agreement);
  const paid = agreement.monthlyPrice !== null;
  return (
    <>
      <section aria-labelledby="application">
        <h2 id="application" className="mb-2 text-std-18B-160">
          <Trans>Your application</Trans>
        </h2>
        <DescriptionList rows={rows} />
      </section>
      <AgreementForm
        agreement={agreement}
        action={
          paid ? t`Apply for the paid plan and start the free trial` : t`Agree and start for free`
        }
      />
      {paid && (
        <p className="mt-3 text-[0.875rem] text-muted">
          <Trans>
            This is an application for a paid service: after the free trial the monthly price is
            charged automatically.
          </Trans>
        </p>
      )}
    </>
  );
}
