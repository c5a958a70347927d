import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { pagePaths, pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { attemptOutcome } from "../../app/card-fields/attempt-outcome.ts";
import { queryClient } from "../../app/query-client.ts";
import { Link } from "../../app/routing/link.tsx";
import { useNavigate, useSearchParams } from "../../app/routing/navigation.ts";
import { session } from "../../app/session/current.ts";
import { ErrorText } from "../../app/shell/error-text.tsx";
import { attemptQuery, forgetAttempt, storedAttempt } from "./card-attempts.ts";
import { paymentError } from "./payment-problem.tsx";
import { UnfinishedAttempt } from "./unfinished-attempt.tsx";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Where the card is entered again: within the sign-up, or on My Page. */
function cardPage(): string {
  return session.isLoggedIn() ? pagePaths.security : pageUrl("paymentInfo", { step: "method" });
}

/**
 * /tds: the way back from 3-D Secure. The browser's return proves nothing; the page waits for what
 * the server has heard from the payment company itself.
 */
export function TdsPage() {
  const [query] = useSearchParams();
  const named = query.get(queryNames.attempt) ?? storedAttempt()?.attempt;
  return (
    <div className="mx-auto flex w-full max-w-[36rem] flex-1 flex-col justify-center px-4 py-12">
      {named !== undefined && uuid.test(named) ? (
        <Return attempt={named} />
      ) : (
        <Failure error={paymentError("PaymentNotRestored")} />
      )}
    </div>
  );
}

function Return({ attempt }: { attempt: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(attemptQuery(attempt), queryClient);
  const outcome = data && attemptOutcome(data);
  const done = outcome?.kind === "done";
  const next =
    data?.purpose === "replace" ? pagePaths.security : pageUrl("agreement", { from: "3ds" });

  useEffect(() => {
    if (!done) return;
    forgetAttempt();
    if (next !== pagePaths.security) session.flowMovedTo(next);
    void navigate(next, { replace: true });
  }, [done, next, navigate]);

  if (outcome?.kind === "failed") return <Failure error={paymentError(outcome.type)} settled />;
  if (outcome?.kind === "unfinished") {
    return (
      <>
        <PageHeader title={t`Identity check of your card`} />
        <UnfinishedAttempt
          attempt={attempt}
          redirectUrl={outcome.redirectUrl}
          onGivenUp={() => void navigate(cardPage(), { replace: true })}
        />
      </>
    );
  }
  if (outcome?.kind === "over") {
    return (
      <Problem
        title={
          outcome.state === "expired"
            ? t`The identity check of your card took too long`
            : t`The identity check of your card was cancelled`
        }
      >
        {t`Nothing was registered or charged.`}
      </Problem>
    );
  }
  if (isApiError(error)) {
    const lost = error.type === "PaymentNotRestored";
    return <Failure error={error} {...(!lost && { onRetry: () => void refetch() })} />;
  }
  return (
    <>
      <h1 tabIndex={-1} className="mb-6 text-std-20B-150">
        {t`Confirming your card`}
      </h1>
      <ProgressBar label={t`We are asking the payment company for the result. Please wait.`} />
    </>
  );
}

interface FailureProps {
  readonly error: ApiError;
  /** It is certain that nothing came of it. */
  readonly settled?: boolean;
  readonly onRetry?: () => void;
}

function Failure({ error, settled, onRetry }: FailureProps) {
  const { t } = useLingui();
  return (
    <Problem title={t`Payment error`} {...(onRetry && { onRetry })}>
      <ErrorText error={error}>
        {settled && <p>{t`No card was registered and nothing was charged.`}</p>}
      </ErrorText>
    </Problem>
  );
}

interface ProblemProps {
  readonly title: string;
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}

function Problem({ title, onRetry, children }: ProblemProps) {
  const { t } = useLingui();
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={title}
        action={
          <>
            {onRetry && <Button variant="primary" onClick={onRetry}>{t`Check again`}</Button>}
            <Link
              to={cardPage()}
              replace
              onClick={forgetAttempt}
              className={buttonClass({ variant: onRetry ? "secondary" : "primary" })}
            >
              {t`Enter the card again`}
            </Link>
          </>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
