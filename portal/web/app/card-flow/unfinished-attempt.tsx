import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import { useState } from "react";
import { cardText } from "../card-fields/card-text.ts";
import { reportError } from "../sentences/report-error.ts";
import { giveUp, storedAttempt } from "./card-attempts.ts";
import { NothingCame } from "./nothing-came.tsx";

interface UnfinishedAttemptProps {
  readonly attempt: string;
  readonly redirectUrl: string;
  /** The card that stands meanwhile. */
  readonly card: CardView | null;
  readonly onGivenUp: () => void;
}

/** 3-D Secure was left before its end: it can go on, or another card can be used. */
export function UnfinishedAttempt({
  attempt,
  redirectUrl,
  card,
  onGivenUp,
}: UnfinishedAttemptProps) {
  const { t } = useLingui();
  const [leaving, setLeaving] = useState(false);
  const { brand, last4 } = storedAttempt() ?? {};

  return (
    <Banner
      tone="warning"
      role="status"
      title={t`Your card isn't verified yet`}
      action={
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            pending={leaving}
            onClick={() => {
              setLeaving(true);
              window.location.assign(redirectUrl);
            }}
          >
            <Trans>Continue with 3-D Secure</Trans>
          </Button>
          <EnterAnotherCard attempt={attempt} onGivenUp={onGivenUp} />
        </div>
      }
    >
      {brand !== undefined && last4 !== undefined && (
        <p className="font-700">{cardText({ brand, last4 }, t`ending in`)}</p>
      )}
      <p>
        <Trans>Continue on your card issuer's page, or use another card.</Trans>
      </p>
      <NothingCame card={card} />
    </Banner>
  );
}

/** Gives the attempt up and shows the fields again. */
export function EnterAnotherCard({
  attempt,
  onGivenUp,
}: Pick<UnfinishedAttemptProps, "attempt" | "onGivenUp">) {
  const { t } = useLingui();
  const [givingUp, setGivingUp] = useState(false);

  async function enterAnother() {
    setGivingUp(true);
    try {
      await giveUp(attempt);
      onGivenUp();
    } catch (error) {
      setGivingUp(false);
      reportError(error);
    }
  }

  return (
    <Button
      className="self-start"
      pending={givingUp}
      pendingLabel={t`Sending`}
      onClick={enterAnother}
    >
      <Trans>Use another card</Trans>
    </Button>
  );
}
