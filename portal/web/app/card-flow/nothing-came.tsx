import { useLingui } from "@lingui/react/macro";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import { cardText } from "../card-fields/card-text.ts";

/** What an attempt that ended without success leaves behind: the card that stands, if there is one. */
export function NothingCame({ card }: { readonly card: CardView | null }) {
  const { t } = useLingui();
  if (card === null) return <p>{t`No card was saved and nothing was charged.`}</p>;
  const name = cardText(card, t`ending in`);
  return (
    <p>
      {card.expired
        ? t`${{ name }} is still saved, but it has expired. Nothing was charged.`
        : t`${{ name }} is still saved. Nothing was charged.`}
    </p>
  );
}
