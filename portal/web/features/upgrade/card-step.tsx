import { Trans } from "@lingui/react/macro";
import { replaceCard } from "@sekimori/portal-contract/endpoints/card";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useRef } from "react";
import { CardForm } from "../../app/card-flow/card-form.tsx";
import { useCardFlow } from "../../app/card-flow/use-card-flow.ts";
import { client } from "../../app/client.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";

interface CardStepProps {
  readonly replaces: boolean;
  readonly onDone: () => Promise<unknown>;
}

/** The card that the plan is paid with; the company's own fields, and 3-D Secure if it wants it. */
export function CardStep({ replaces, onDone }: CardStepProps) {
  const stepUp = useStepUp();
  const region = useRef<HTMLElement>(null);
  const flow = useCardFlow({
    register: (body) => stepUp.run(() => client.call(replaceCard, { body })),
    onDone,
    replaces,
    page: pagePaths.upgrade,
    onExchanged: () => region.current?.focus({ preventScroll: true }),
  });
  return (
    <section ref={region} tabIndex={-1} aria-labelledby="card-step" className="outline-none">
      <h2 id="card-step" className="text-std-20B-150">
        <Trans>Payment method</Trans>
      </h2>
      <p className="mt-1 mb-6 text-muted">
        <Trans>
          Register the credit card you'll use to pay for your plan. You'll review your whole order
          before we charge anything.
        </Trans>
      </p>
      <CardForm flow={flow} />
      {stepUp.dialog}
    </section>
  );
}
