import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { pagePaths, pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useEffect, useRef } from "react";
import { cardText } from "../../app/card-fields/card-text.ts";
import { Link } from "../../app/routing/link.tsx";
import { useLocation, useSearchParams } from "../../app/routing/navigation.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { PaymentMethod } from "./payment-method.tsx";
import { PlanSummary } from "./plan-summary.tsx";

const methodStep = "method";

/**
 * /account/payment-info in its two steps (SPEC 4): what is paid for, and with which card. The step
 * stands in the address, so a reload and the back button keep it.
 */
export function PaymentPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const atMethod = query.get(queryNames.step) === methodStep;
  const heading = useStepHeading(atMethod);

  if (atMethod) {
    return (
      <>
        <PageHeader
          headingRef={heading}
          title={t`Payment method`}
          description={t`Step 2 of 2: the credit card that the plan is paid with.`}
        />
        <RegisteredCard />
        <PaymentMethod />
        <p className="mt-8 border-t border-border pt-6">
          <Link to={pagePaths.paymentInfo} state={state} className={linkClass}>
            <Trans>Back to the plan and its price</Trans>
          </Link>
        </p>
      </>
    );
  }
  return (
    <>
      <PageHeader
        headingRef={heading}
        title={t`Payment information`}
        description={t`Step 1 of 2: what you pay for, and when.`}
      />
      <PlanSummary />
      <p className="mt-6 text-muted">
        <Trans>
          You register a card now. Nothing is charged before the free trial ends, and you confirm
          the whole application before it is complete.
        </Trans>
      </p>
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
      title={t`Your registered card: ${{ card: cardText(card, t`ending in`) }}`}
      action={
        <Link to={pagePaths.agreement} state={state} className={buttonClass({})}>
          <Trans>Continue with this card</Trans>
        </Link>
      }
    >
      <Trans>To use another card instead, enter it below.</Trans>
    </Banner>
  );
}

/** The shell moves the focus when the path changes; between the two steps it does not. */
function useStepHeading(atMethod: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(atMethod);

  useEffect(() => {
    if (shown.current === atMethod) return;
    shown.current = atMethod;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [atMethod]);

  return heading;
}
