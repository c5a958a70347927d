import { useLingui } from "@lingui/react/macro";
import {
  answerOffer,
  type Offer,
  type OfferKind,
  withdrawOffer,
} from "@sekimori/karte-contract/endpoints/workspaces";
import { Button } from "@sekimori/kit-web/primitives/button";
import { client } from "../../app/client.ts";
import { Moment } from "../../app/words/moment.tsx";

interface OfferListProps {
  readonly offers: readonly Offer[];
  /** Whether the person may take such an offer back. */
  readonly mayWithdraw: (what: OfferKind) => boolean;
  readonly act: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Accepting wants a recent sign-in; declining does not. */
  readonly onAccept: (offer: Offer) => void;
}

/** What waits for somebody's word. */
export function OfferList({ offers, mayWithdraw, act, onAccept }: OfferListProps) {
  const { t } = useLingui();
  return (
    <ul className="grid gap-4">
      {offers.map((offer) => {
        const { id, toYou } = offer;
        const from = offer.from?.name ?? "–";
        const to = offer.to?.name ?? "–";
        const params = { id };
        return (
          <li key={id} className="rounded-8 border border-border bg-surface p-4">
            <p>
              {offer.what === "ownership"
                ? t`${{ from }} asked ${{ to }} to become an owner.`
                : t`${{ from }} asked ${{ to }} to move the workspace to their contract.`}
            </p>
            <p className="text-[0.875rem] text-muted">
              {t`Respond by:`} <Moment at={offer.expiresAt} withExact />
            </p>
            <div className="mt-3 flex flex-wrap gap-3">
              {toYou && (
                <>
                  <Button variant="primary" size="small" onClick={() => onAccept(offer)}>
                    {t`Accept`}
                  </Button>
                  <Button
                    size="small"
                    onClick={() =>
                      void act(() =>
                        client.call(answerOffer, { params, body: { accepted: false } }),
                      )
                    }
                  >
                    {t`Decline`}
                  </Button>
                </>
              )}
              {mayWithdraw(offer.what) && !toYou && (
                <Button
                  size="small"
                  onClick={() => void act(() => client.call(withdrawOffer, { params }))}
                >
                  {t`Withdraw request`}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
