import { useLingui } from "@lingui/react/macro";
import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import type { payInvoice } from "@sekimori/portal-contract/endpoints/invoice";
import { useEffect, useRef } from "react";

type Failed = NonNullable<EndpointResponse<typeof payInvoice>["failedCard"]>;

/** The card that was entered for this invoice alone and was not charged, and what to do; it takes the focus. */
export function FailedCard({ last4, failure }: Failed) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const next = {
    declined: t`Your card issuer declined the payment. Use another card, or contact the issuer.`,
    card: t`Your card issuer no longer accepts this card. Use another card, or contact the issuer.`,
    authentication: t`We couldn't verify your identity (3-D Secure). Try again, or use another card.`,
    gateway: t`The payment company couldn't process the card. Try again later, or use another card.`,
  }[failure];

  useEffect(() => {
    box.current?.focus();
  }, []);

  return (
    <Banner
      ref={box}
      className="mt-6"
      tone="danger"
      role="alert"
      title={t`The card ending in ${{ last4 }} wasn't charged`}
    >
      {next}
    </Banner>
  );
}
