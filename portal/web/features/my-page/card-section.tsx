import { useLingui } from "@lingui/react/macro";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import { useEffect, useRef, useState } from "react";
import { cardText } from "../../app/card-fields/card-text.ts";
import { dialogs } from "./dialogs.ts";
import { Section } from "./section.tsx";
import { useCardDialog } from "./use-card-dialog.ts";

/** The registered card: replaced at any time, removed once it has expired. */
export function CardSection({ card }: { card: CardView | null }) {
  const { t } = useLingui();
  const [isRemoving, setIsRemoving] = useState(false);
  const [removed, setRemoved] = useState(false);
  const register = useRef<HTMLButtonElement>(null);
  const openCard = useCardDialog().open;

  useEffect(() => {
    // The button that opened the question went with the card and cannot take the focus back.
    if (removed) register.current?.focus();
  }, [removed]);

  function remove() {
    setRemoved(false);
    setIsRemoving(true);
  }

  function afterRemoval() {
    setIsRemoving(false);
    setRemoved(true);
  }

  return (
    <Section title={t`Credit card`}>
      {card ? (
        <DescriptionList rows={rowsOf(card)} />
      ) : (
        <p className="border-y border-border py-4 text-muted">{t`No card saved.`}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button ref={register} onClick={openCard}>
          {card ? t`Change card` : t`Add a card`}
        </Button>
        {card?.expired && <Button onClick={remove}>{t`Remove expired card`}</Button>}
      </div>
      {isRemoving && (
        <dialogs.removeCard.Dialog onClose={() => setIsRemoving(false)} onRemoved={afterRemoval} />
      )}
    </Section>
  );

  function rowsOf({ expiryMonth, expiryYear, ...shown }: CardView) {
    const expiry = `${String(expiryMonth).padStart(2, "0")}/${expiryYear}`;
    return [
      { id: "card", label: t`Card`, value: cardText(shown, t`ending in`) },
      {
        id: "expiry",
        label: t`Expiry date`,
        value: (
          <span className="inline-flex flex-wrap items-center gap-2">
            {expiry}
            {shown.expired && <Badge tone="danger">{t`Expired`}</Badge>}
          </span>
        ),
      },
      { id: "holder", label: t`Cardholder name`, value: shown.holder },
    ];
  }
}
