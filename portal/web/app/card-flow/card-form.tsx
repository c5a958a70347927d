import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { CardEntry, type CardEntryProps } from "./card-entry.tsx";

interface CardFormProps extends CardEntryProps {
  /** What the card is charged as soon as it is saved, as amounts are written; nothing unless given. */
  readonly sum?: string | undefined;
}

/** A card on a page of its own: the fields, and the button while no attempt is open. */
export function CardForm({ flow, charge, sum }: CardFormProps) {
  const { t } = useLingui();
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void flow.submit();
      }}
    >
      <CardEntry flow={flow} charge={charge} />
      {flow.open === undefined && (
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="sm:self-start"
          unavailable={!flow.ready}
          pending={flow.busy}
          pendingLabel={t`Registering the card`}
        >
          {sum === undefined ? (
            <Trans>Register this card</Trans>
          ) : (
            <Trans>Register this card and pay {sum}</Trans>
          )}
        </Button>
      )}
    </form>
  );
}
