import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import type { CardAttempt } from "@sekimori/portal-contract/endpoints/sign-up";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { attemptOutcome } from "../../app/card-fields/attempt-outcome.ts";
import { queryClient } from "../../app/query-client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";
import { attemptQuery, forgetAttempt, storedAttempt } from "./card-attempts.ts";
import { CardStep } from "./card-step.tsx";
import { configurationQuery } from "./payment-configuration.ts";
import { PaymentProblem, paymentError } from "./payment-problem.tsx";
import { EnterAnotherCard, UnfinishedAttempt } from "./unfinished-attempt.tsx";

/**
 * The card: takes up an attempt that this browser began earlier, else shows the fields. After each
 * answer the server says where the sign-up stands.
 */
export function PaymentMethod() {
  const { t } = useLingui();
  const region = useRef<HTMLElement>(null);
  return (
    <section ref={region} tabIndex={-1} aria-label={t`Credit card`} className="outline-none">
      {/* What was pressed makes way for something else; the focus stays where it was. */}
      <CardOfSignUp onExchanged={() => region.current?.focus({ preventScroll: true })} />
    </section>
  );
}

function CardOfSignUp({ onExchanged }: { readonly onExchanged: () => void }) {
  const { t } = useLingui();
  const { resume } = useWizard();
  const [open, setOpen] = useState(() => storedAttempt()?.attempt);
  const [failed, setFailed] = useState<ApiError>();
  const unanswered = useRef<ApiError>(undefined);
  const configuration = useQuery(configurationQuery, queryClient);

  function enterAgain(error: ApiError | undefined) {
    forgetAttempt();
    setOpen(undefined);
    // A card that never reached the server failed for the reason that the browser gave.
    const reason = error?.type === "PaymentNotRestored" ? unanswered.current : undefined;
    setFailed(reason ?? error);
    if (!error) onExchanged();
  }

  function ask(attempt: string, reason?: ApiError) {
    unanswered.current = reason;
    setOpen(attempt);
    onExchanged();
  }

  async function goOn() {
    // The page may be opened again to use another card.
    forgetAttempt();
    await resume();
  }

  async function settle(attempt: CardAttempt) {
    const outcome = attemptOutcome(attempt);
    if (outcome.kind === "unfinished") window.location.assign(outcome.redirectUrl);
    else if (outcome.kind === "done") await goOn();
    else if (outcome.kind === "failed") enterAgain(paymentError(outcome.type));
    else ask(attempt.attempt);
  }

  async function loadAgain() {
    await configuration.refetch();
    onExchanged();
  }

  if (open !== undefined) {
    return (
      <EarlierAttempt
        attempt={open}
        onDone={() => goOn().catch(reportError)}
        onEnterAgain={enterAgain}
        onExchanged={onExchanged}
      />
    );
  }
  if (!configuration.data) {
    if (!isApiError(configuration.error))
      return <FieldsSkeleton label={t`Loading the card fields`} />;
    return (
      <PaymentProblem
        error={configuration.error}
        action={<Button onClick={loadAgain}>{t`Try again`}</Button>}
      />
    );
  }
  return (
    <CardStep
      configuration={configuration.data}
      failed={failed}
      onFailed={(error) => {
        if (isApiError(error, "StepOutOfOrder")) void resume();
        else setFailed(error);
      }}
      onAnswer={settle}
      onUnknown={ask}
      onExchanged={onExchanged}
    />
  );
}

interface EarlierAttemptProps {
  readonly attempt: string;
  readonly onDone: () => Promise<void>;
  readonly onEnterAgain: (error: ApiError | undefined) => void;
  readonly onExchanged: () => void;
}

function EarlierAttempt({ attempt, onDone, onEnterAgain, onExchanged }: EarlierAttemptProps) {
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
            ? t`The identity check of your card took too long`
            : t`The identity check of your card was cancelled`
        }
        action={
          <Button
            variant="primary"
            onClick={() => onEnterAgain(undefined)}
          >{t`Enter the card again`}</Button>
        }
      >
        {t`Nothing was registered or charged.`}
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

function FieldsSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="h-12 w-full" />
      </div>
    </Loading>
  );
}
