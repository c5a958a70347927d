import { useLingui } from "@lingui/react/macro";
import { signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import { useRef } from "react";
import { CardForm } from "../../app/card-flow/card-form.tsx";
import { useCardFlow } from "../../app/card-flow/use-card-flow.ts";
import { client } from "../../app/client.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";

/** The card of the sign-up. After each answer the server says where the sign-up stands. */
export function PaymentMethod() {
  const { t } = useLingui();
  const { resume, flow: signUp } = useWizard();
  const region = useRef<HTMLElement>(null);
  const flow = useCardFlow({
    register: (body) => client.call(signUpWithCard, { body }),
    onDone: resume,
    takes(error) {
      if (!["StepOutOfOrder", "ContinuedElsewhere"].includes(error.type)) return false;
      void resume();
      return true;
    },
    card: signUp.card,
    // What was pressed makes way for something else; the focus stays where it was.
    onExchanged: () => region.current?.focus({ preventScroll: true }),
  });
  return (
    <section ref={region} tabIndex={-1} aria-label={t`Credit card`} className="outline-none">
      <CardForm flow={flow} charge={null} />
    </section>
  );
}
