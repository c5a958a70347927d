import { Trans, useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-contract/yen";
import { replaceCard } from "@sekimori/portal-contract/endpoints/card";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { useRef } from "react";
import { CardForm } from "../../app/card-flow/card-form.tsx";
import { useCardFlow } from "../../app/card-flow/use-card-flow.ts";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { NoTrialNote } from "../../app/payment-dates/no-trial-note.tsx";
import { PaymentTimeline } from "../../app/payment-dates/payment-timeline.tsx";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { chargeNote } from "../../app/unpaid/charged-at-once.tsx";
import { namesOf, sumOf } from "../../app/unpaid/owed.ts";
import { useOwed } from "../../app/unpaid/use-owed.ts";
import { afterCard } from "./steps.ts";
import type { Offer } from "./upgrade-query.ts";

interface CardStepProps {
  readonly confirmation: Offer["confirmation"];
  /** @param charged the names of the invoices that the new card is charged for. */
  readonly onDone: (charged: string) => Promise<unknown>;
}

/** What the plan costs and when, then the card that it is paid with; the company's own fields, and 3-D Secure if it wants it. */
export function CardStep({ confirmation, onDone }: CardStepProps) {
  const stepUp = useStepUp();
  const region = useRef<HTMLElement>(null);
  const owed = useOwed();
  const charged = namesOf(owed.invoices ?? []);
  const sum =
    charged === "" ? undefined : formatYen(sumOf(owed.invoices ?? []), language.current());
  const flow = useCardFlow({
    register: (body) =>
      stepUp.run(() => client.call(replaceCard, { body: { ...body, shown: owed.shown } })),
    known: owed.invoices !== undefined,
    onChanged: owed.askAgain,
    onDone: () => onDone(charged),
    card: confirmation.card,
    page: pageUrl("upgrade", afterCard(charged)),
    onExchanged: () => region.current?.focus({ preventScroll: true }),
  });
  return (
    <>
      <Cost confirmation={confirmation} />
      <section ref={region} tabIndex={-1} aria-labelledby="card-step" className="outline-none">
        <h2 id="card-step" className="text-std-20B-150">
          <Trans>Payment method</Trans>
        </h2>
        <p className="mt-1 mb-6 text-muted">
          <Trans>
            Add the credit card you'll use to pay for your plan. You'll review your whole order
            before you place it.
          </Trans>
        </p>
        <CardForm flow={flow} charge={chargeNote(owed)} sum={sum} />
        {stepUp.dialog}
      </section>
    </>
  );
}

/** Before anything is asked for: the price with its tax, and the day of the first charge. */
function Cost({ confirmation }: Pick<CardStepProps, "confirmation">) {
  const { trialEndsOn, hasTrial, firstChargeOn, monthlyPrice, taxPercent } = confirmation;
  const { t } = useLingui();
  if (firstChargeOn === null || monthlyPrice === null) return null;
  const dates = { freeUntil: trialEndsOn, hasTrial, firstChargeOn, monthlyPrice, taxPercent };
  return (
    <section aria-labelledby="cost" className="mb-12">
      <h2 id="cost" className="mb-4 text-std-20B-150">
        {planNames.detailed[language.current()]}
      </h2>
      <NoTrialNote confirmation={confirmation} />
      <PaymentTimeline dates={dates} />
      {hasTrial && (
        <p className="mt-4 text-[0.875rem] text-muted">
          {t`One free trial per account and card. You'll see the final dates before you order.`}
        </p>
      )}
    </section>
  );
}
