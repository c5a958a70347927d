import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { attemptOutcome } from "./attempt-outcome.ts";
import { attemptQuery } from "./card-attempts.ts";
import { NothingCame } from "./nothing-came.tsx";
import { paymentError } from "./payment-error.ts";
import { PaymentProblem } from "./payment-problem.tsx";
import { EnterAnotherCard, UnfinishedAttempt } from "./unfinished-attempt.tsx";

interface EarlierAttemptProps {
  readonly attempt: string;
  readonly onDone: () => Promise<void>;
  readonly onEnterAgain: (error: ApiError | undefined) => void;
  readonly onExchanged: () => void;
}

/** An attempt that is not decided: it is asked for until it is, or until it is the person's turn. */
export function EarlierAttempt({
  attempt,
  onDone,
  onEnterAgain,
  onExchanged,
}: EarlierAttemptProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(attemptQuery(attempt), queryClient);
  const outcome = data && attemptOutcome(data);
  const lost = isApiError(error, "PaymentNotRestored");

  const ended: PortalErrorType | undefined = lost
    ? "PaymentNotRestored"
    : outcome?.kind === "failed"
      ? outcome.type
      : undefined;
  const done = outcome?.kind === "done";
  const latest = useRef({ onDone, onEnterAgain });

  useEffect(() => {
    latest.current = { onDone, onEnterAgain };
  });

  useEffect(() => {
    if (done) void latest.current.onDone();
    if (ended) latest.current.onEnterAgain(paymentError(ended));
  }, [done, ended]);

  if (outcome?.kind === "unfinished") {
    return (
      <UnfinishedAttempt
        attempt={attempt}
        redirectUrl={outcome.redirectUrl}
        card={data?.card ?? null}
        onGivenUp={() => onEnterAgain(undefined)}
      />
    );
  }
  if (outcome?.kind === "over") {
    return (
      <Banner
        tone="info"
        title={
          outcome.state === "expired"
            ? t`Your card verification timed out`
            : t`Your card verification was canceled`
        }
        action={
          <Button
            variant="primary"
            onClick={() => onEnterAgain(undefined)}
          >{t`Re-enter your card`}</Button>
        }
      >
        <NothingCame card={data?.card ?? null} />
      </Banner>
    );
  }
  if (isApiError(error) && !lost) {
    return (
      <PaymentProblem
        error={error}
        action={<Button onClick={() => refetch().then(onExchanged)}>{t`Check again`}</Button>}
      />
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <ProgressBar label={t`Checking your card with the payment company`} />
      <EnterAnotherCard attempt={attempt} onGivenUp={() => onEnterAgain(undefined)} />
    </div>
  );
}
