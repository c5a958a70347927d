import { Trans, useLingui } from "@lingui/react/macro";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { useLocation } from "@sekimori/kit-web/routing/navigation";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { useApplyLabel } from "../../app/final-confirmation/application-words.tsx";
import { useConfirmationRows } from "../../app/final-confirmation/confirmation-rows.tsx";
import { NoTrialNote } from "../../app/payment-dates/no-trial-note.tsx";
import type { Agreement } from "../../app/sign-up-flow/flow-query.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { AgreementForm } from "./agreement-form.tsx";

/** /account/agreement: the final confirmation of the application, and the agreement to it. */
export function AgreementPage() {
  const { t } = useLingui();
  const { flow, agreement, shown } = useWizard();
  if (!agreement || shown === null) return null;
  return (
    <>
      <PageHeader
        title={t`Terms of Service Agreement`}
        description={t`Review your order. It's complete when you press the button at the end.`}
      />
      <Confirmation plan={flow.plan} agreement={agreement} shown={shown} />
    </>
  );
}

interface ConfirmationProps {
  readonly plan: PlanId;
  readonly agreement: Agreement;
  readonly shown: string;
}

function Confirmation({ plan, agreement, shown }: ConfirmationProps) {
  const rows = useConfirmationRows(plan, agreement, <ChangeCard />);
  const action = useApplyLabel(agreement);
  return (
    <>
      <NoTrialNote confirmation={agreement} anotherCard={<AnotherCard />} />
      <section aria-labelledby="application">
        <h2 id="application" className="mb-2 text-std-18B-160">
          <Trans>Your order</Trans>
        </h2>
        <DescriptionList rows={rows} />
      </section>
      <AgreementForm agreement={agreement} shown={shown} action={action} />
    </>
  );
}

const cardPage = pageUrl("paymentInfo", { step: "method" });

function AnotherCard() {
  const { state } = useLocation();
  return (
    <Link to={cardPage} state={state} className={buttonClass({})}>
      <Trans>Use another card</Trans>
    </Link>
  );
}

function ChangeCard() {
  const { state } = useLocation();
  return (
    <Link to={cardPage} state={state} className={`${linkClass} inline-flex min-h-6 items-center`}>
      <Trans>Change</Trans>
      <span className="sr-only">
        {" "}
        (<Trans>Payment method</Trans>)
      </span>
    </Link>
  );
}
