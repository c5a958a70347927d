import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { useLocation, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { useStepArrival } from "@sekimori/kit-web/shell/use-arrival";
import { pagePaths, pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { cardText } from "../../app/card-fields/card-text.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { PaymentMethod } from "./payment-method.tsx";
import { PlanSummary } from "./plan-summary.tsx";

const methodStep = "method";

/**
 * /account/payment-info in its two steps (specification 4): what is paid for, and with which card. The step
 * stands in the address, so a reload and the back button keep it.
 */
export function PaymentPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const atMethod = query.get(queryNames.step) === methodStep;
  useStepArrival(atMethod ? methodStep : "plan");

  if (atMethod) {
    return (
      <>
        <PageHeader
          title={t`Payment Method`}
          description={t`Enter the credit card you'll use to pay for your plan.`}
        />
        <RegisteredCard />
        <PaymentMethod />
        <p className="mt-8 border-t border-border pt-6">
          <Link to={pagePaths.paymentInfo} state={state} className={linkClass}>
            <Trans>Back to plan and price</Trans>
          </Link>
        </p>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t`Payment Information`}
        description={t`You won't be charged now. You'll review your whole order before you place it.`}
      />
      <PlanSummary />
      <Link
        to={pageUrl("paymentInfo", { step: methodStep })}
        state={state}
        className={`${buttonClass({ variant: "primary", size: "large" })} mt-8 max-sm:w-full`}
      >
        <Trans>Go to the payment method</Trans>
      </Link>
    </>
  );
}

/** A card is registered already and the person has come back to use another one. */
function RegisteredCard() {
  const { t } = useLingui();
  const { card } = useWizard().flow;
  const { state } = useLocation();
  if (!card) return null;
  return (
    <Banner
      className="mb-6"
      title={t`Your saved card: ${{ card: cardText(card, t`ending in`) }}`}
      action={
        <Link to={pagePaths.agreement} state={state} className={buttonClass({})}>
          <Trans>Continue with this card</Trans>
        </Link>
      }
    >
      <Trans>To use a different card, enter it below.</Trans>
    </Banner>
  );
}
