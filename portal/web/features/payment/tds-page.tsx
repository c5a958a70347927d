import "../../app/payment-errors/payment-error-sentences.ts";
import { useLingui } from "@lingui/react/macro";
import { DeniedIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { ErrorText } from "@sekimori/kit-web/errors/error-text";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { useNavigate, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import type { CardView } from "@sekimori/portal-contract/endpoints/card-view";
import { pagePaths, pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { attemptOutcome } from "../../app/card-flow/attempt-outcome.ts";
import { attemptQuery, forgetAttempt, storedAttempt } from "../../app/card-flow/card-attempts.ts";
import { NothingCame } from "../../app/card-flow/nothing-came.tsx";
import { paymentError } from "../../app/card-flow/payment-error.ts";
import { UnfinishedAttempt } from "../../app/card-flow/unfinished-attempt.tsx";
import { session } from "../../app/session/current.ts";
import { flowQuery } from "../../app/sign-up-flow/flow-query.ts";
import { SignUpSteps } from "../../app/sign-up-steps/sign-up-steps.tsx";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Where a member goes on with the new card. */
const memberPage = () => storedAttempt()?.page?.path ?? pageUrl("security", { tab: "contract" });

/** Where the card is entered again: within the sign-up, the application, or in My Page's dialog. */
function cardPage(): string {
  if (!session.isLoggedIn()) return pageUrl("paymentInfo", { step: "method" });
  const isApplying = memberPage().startsWith(pagePaths.upgrade);
  return isApplying ? pagePaths.upgrade : pageUrl("security", { dialog: "card" });
}

/**
 * /tds: the way back from 3-D Secure. The browser's return proves nothing; the page waits for what
 * the server has heard from the payment company itself.
 */
export function TdsPage() {
  const [query] = useSearchParams();
  const named = query.get(queryNames.attempt) ?? storedAttempt()?.attempt;
  return (
    <>
      {isSigningUp() && <RegistrationSteps />}
      {named !== undefined && uuid.test(named) ? (
        <Return attempt={named} />
      ) : (
        <Failure error={paymentError("PaymentNotRestored")} />
      )}
    </>
  );
}

const isSigningUp = () => session.account() !== undefined && !session.isLoggedIn();

/** This browser knows neither a member nor a sign-up: without a login there is no card to enter. */
const isNobody = () => session.account() === undefined && !session.isLoggedIn();

/** Whoever registers sees that they still do; a flow that can't be asked for is the page's own matter. */
function RegistrationSteps() {
  const { data } = useQuery(flowQuery, queryClient);
  if (!data) return null;
  const hints = {
    totalStep: null,
    earlierTotalStep: session.totalStep(),
    previousPath: undefined,
  };
  return (
    <div className="mx-auto w-full max-w-[42rem] px-4 pt-8 sm:pt-12">
      <SignUpSteps hints={hints} flow={data.flow} />
    </div>
  );
}

function Return({ attempt }: { attempt: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  // Read while the attempt is stored still: giving it up forgets it.
  const [again] = useState(cardPage);
  const { data, error, refetch } = useQuery(attemptQuery(attempt), queryClient);
  const outcome = data && attemptOutcome(data);
  const done = outcome?.kind === "done";
  const replaces = data?.purpose === "replace";

  useEffect(() => {
    if (!done) return;
    const next = replaces ? memberPage() : pageUrl("agreement", { from: "3ds" });
    forgetAttempt();
    if (!replaces) session.flowMovedTo(next);
    void navigate(next, { replace: true });
  }, [done, replaces, navigate]);

  if (outcome?.kind === "failed") {
    return <Failure error={paymentError(outcome.type)} card={data?.card ?? null} />;
  }
  if (outcome?.kind === "unfinished") {
    return (
      <NarrowPage title={t`Card verification`}>
        <UnfinishedAttempt
          attempt={attempt}
          redirectUrl={outcome.redirectUrl}
          card={data?.card ?? null}
          onGivenUp={() => void navigate(again, { replace: true })}
        />
      </NarrowPage>
    );
  }
  if (outcome?.kind === "over") {
    return (
      <Problem
        title={
          outcome.state === "expired"
            ? t`Your card verification timed out`
            : t`Your card verification was canceled`
        }
      >
        <NothingCame card={data?.card ?? null} />
      </Problem>
    );
  }
  if (isApiError(error)) {
    const lost = error.type === "PaymentNotRestored";
    return <Failure error={error} {...(!lost && { onRetry: () => void refetch() })} />;
  }
  return <Confirming />;
}

function Confirming() {
  const { t } = useLingui();
  return (
    <NarrowPage title={t`Confirming your card`}>
      <ProgressBar label={t`We're checking the result with the payment company.`} />
    </NarrowPage>
  );
}

interface FailureProps {
  readonly error: ApiError;
  /** Set where it is certain that nothing came of it: the card that stands. */
  readonly card?: CardView | null;
  readonly onRetry?: () => void;
}

function Failure({ error, card, onRetry }: FailureProps) {
  const { t } = useLingui();
  return (
    <Problem title={t`Payment Error`} {...(onRetry && { onRetry })}>
      <ErrorText error={error}>
        {card !== undefined ? (
          <NothingCame card={card} />
        ) : (
          error.type === "PaymentNotRestored" && <WithoutAttempt />
        )}
      </ErrorText>
    </Problem>
  );
}

/** What is certain without knowing the attempt. A member's new card may have paid what was owed. */
function WithoutAttempt() {
  const { t } = useLingui();
  return (
    <p>
      {isSigningUp()
        ? t`You haven't been charged. Nothing is charged before you order. The details you entered are saved.`
        : session.isLoggedIn()
          ? t`My Page shows which card is saved and what has been paid.`
          : t`If you were registering, you haven't been charged: nothing is charged before you order. If you already have an account, log in to see your saved card and payments.`}
    </p>
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
    <StatePage
      role="alert"
      title={title}
      illustration={<DeniedIllustration />}
      action={
        <>
          {onRetry && (
            <Button variant="primary" size="large" wide onClick={onRetry}>{t`Check again`}</Button>
          )}
          <Link
            to={isNobody() ? pagePaths.login : cardPage()}
            replace
            onClick={forgetAttempt}
            className={buttonClass({
              variant: onRetry ? "secondary" : "primary",
              size: "large",
              wide: true,
            })}
          >
            {isNobody() ? t`Log in` : t`Re-enter your card`}
          </Link>
        </>
      }
    >
      {children}
    </StatePage>
  );
}
