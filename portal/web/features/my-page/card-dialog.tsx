import { useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-contract/yen";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Dialog } from "@sekimori/kit-web/primitives/dialog";
import { replaceCard } from "@sekimori/portal-contract/endpoints/card";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import { useRef } from "react";
import { CardEntry } from "../../app/card-flow/card-entry.tsx";
import { useCardFlow } from "../../app/card-flow/use-card-flow.ts";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { useStepUp } from "../../app/step-up/use-step-up.tsx";
import { toasts } from "../../app/toasts.ts";
import { chargeNote } from "../../app/unpaid/charged-at-once.tsx";
import { namesOf, sumOf } from "../../app/unpaid/owed.ts";
import { useOwed } from "../../app/unpaid/use-owed.ts";
import { afterCharge } from "./use-card-dialog.ts";

interface CardDialogProps {
  /** The present card. */
  readonly card: CardView | null;
  /** What takes the focus where nothing on the page has opened it, or that has gone. */
  readonly returnTo: () => HTMLElement | null;
  readonly onClose: () => void;
  /** Closes as well: invoices of these names are charged to the new card. */
  readonly onCharged: (names: string) => Promise<unknown>;
}

/** The payment company's fields in a modal; the present card goes only after success. */
export function CardDialog({ card, returnTo, onClose, onCharged }: CardDialogProps) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const place = useRef<HTMLDivElement>(null);
  const owed = useOwed();
  const charged = owed.invoices ?? [];
  const isCharged = charged.length > 0;
  const flow = useCardFlow({
    register: (body) =>
      stepUp.run(() => client.call(replaceCard, { body: { ...body, shown: owed.shown } })),
    known: owed.invoices !== undefined,
    onChanged: owed.askAgain,
    async onDone() {
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      toasts.show({ tone: "success", title: card ? t`Card changed` : t`Card added` });
      if (!isCharged) return onClose();
      await queryClient.invalidateQueries({ queryKey: ["invoices"] });
      await onCharged(namesOf(charged));
    },
    card,
    // What the issuer's page leads back to says what came of the charge.
    ...(isCharged && { page: afterCharge(namesOf(charged)) }),
    onExchanged: () => place.current?.focus({ preventScroll: true }),
  });

  const sum = formatYen(sumOf(charged), language.current());
  const saving = card ? t`Use this card` : t`Add card`;
  const charging = card ? t`Use this card and pay ${{ sum }}` : t`Add card and pay ${{ sum }}`;

  return (
    <>
      <Dialog
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={card ? t`Update Credit Card` : t`Register Credit Card`}
        closeLabel={t`Close`}
        locked={flow.busy}
        focusableBody
        returnTo={returnTo}
        actions={
          <>
            {flow.open === undefined && (
              <Button
                variant="primary"
                unavailable={!flow.ready}
                pending={flow.busy}
                pendingLabel={t`Registering the card`}
                onClick={() => void flow.submit()}
              >
                {isCharged ? charging : saving}
              </Button>
            )}
            <Button unavailable={flow.busy} onClick={onClose}>{t`Cancel`}</Button>
          </>
        }
      >
        <div ref={place} tabIndex={-1} className="outline-none">
          <CardEntry flow={flow} charge={chargeNote(owed)} />
        </div>
      </Dialog>
      {stepUp.dialog}
    </>
  );
}
