import "../../app/payment-errors/payment-error-sentences.ts";
import "./error-titles.ts";
import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { ErrorWait } from "@sekimori/kit-web/errors/error-wait";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { useLocation, useNavigate, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { Outlet } from "@sekimori/kit-web/routing/outlet";
import type { SignUpFlow } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import { pagePaths, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { session } from "../../app/session/current.ts";
import { pageInstead, pageOfStep } from "../../app/sign-up-flow/flow-pages.ts";
import { flowQuery, keepFlow } from "../../app/sign-up-flow/flow-query.ts";
import { isWizardEntry, type Wizard, WizardContext } from "../../app/sign-up-flow/wizard.ts";
import { SignUpSteps } from "../../app/sign-up-steps/sign-up-steps.tsx";
import { ResumeByLink } from "./resume-by-link.tsx";

/** /account: the wizard around its pages. Which page may be shown is the server's to say. */
export function AccountShell() {
  const [query] = useSearchParams();
  const token = query.get(queryNames.token);
  if (token !== null) return <Frame>{<ResumeByLink token={token} />}</Frame>;
  return (
    <Frame>
      <WizardPages />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[42rem] px-4 py-8 sm:py-12">{children}</div>;
}

/** Where the reading of a page begins. */
const focusHeading = () => document.querySelector<HTMLElement>("main h1")?.focus();

function WizardPages() {
  const { i18n, t } = useLingui();
  const [ended, setEnded] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const end = useCallback(() => setEnded(true), []);
  const { data: known, error, refetch } = useQuery({ ...flowQuery, enabled: !ended }, queryClient);
  // The step before left without the figures that the last one shows.
  const data = known?.flow.step === "agreement" && !known.agreement ? undefined : known;
  const location = useLocation();
  const navigate = useNavigate();
  const advancing = useRef(false);
  const shown = useRef<string>(undefined);
  const instead = data && pageInstead(data.flow, location.pathname);

  useEffect(() => {
    if (instead === undefined || advancing.current) return;
    void navigate(instead, { replace: true, state: location.state });
  }, [instead, navigate, location.state]);

  const isThere = data !== undefined;
  useEffect(() => {
    // Whoever came before the heading was there stands at the top of the page.
    if (isThere && document.activeElement?.matches("main")) focusHeading();
  }, [isThere]);

  const totalStep = new URLSearchParams(location.search).get(queryNames.totalStep);
  useEffect(() => {
    // It decides on the pages that follow, too, and after the way through 3-D Secure.
    if (totalStep !== null) session.wantsSteps(totalStep);
  }, [totalStep]);

  const continuesAt = data && (instead ?? location.pathname);
  useEffect(() => {
    // A reload stays at the page that is shown, also at an earlier one whose answers are being
    // changed. Another tab, another device or the way through 3-D Secure may have moved the flow.
    if (continuesAt) session.flowMovedTo(continuesAt);
  }, [continuesAt]);

  async function go(flow: SignUpFlow) {
    // A page that is behind us for good leaves no entry for the back button to bounce off.
    const replace = pageInstead(flow, location.pathname) !== undefined;
    await navigate(pageOfStep(flow.step), { replace, state: location.state });
  }

  async function resume() {
    advancing.current = true;
    try {
      await go((await queryClient.fetchQuery(flowQuery)).flow);
    } catch (failure) {
      // The page says so in the place of the step.
      if (!isApiError(failure, "ContinuedElsewhere")) throw failure;
      setElsewhere(true);
    } finally {
      advancing.current = false;
    }
  }

  async function advance(call: () => Promise<SignUpFlow>) {
    advancing.current = true;
    try {
      const flow = await call();
      keepFlow(flow);
      await go(flow);
    } catch (failure) {
      if (!isApiError(failure, "StepOutOfOrder", "ContinuedElsewhere")) throw failure;
      await resume();
    } finally {
      advancing.current = false;
    }
  }

  async function retry() {
    await refetch();
    // The button that was pressed has made way for the page.
    requestAnimationFrame(focusHeading);
  }

  if (elsewhere || isApiError(error, "ContinuedElsewhere")) return <ContinuedElsewhere />;
  if (!data) {
    if (!isApiError(error)) return <ShellSkeleton />;
    return (
      <StatePage
        title={t`We couldn't load your registration`}
        action={<Button size="large" wide onClick={retry}>{t`Try again`}</Button>}
      >
        {errorSentence(error, i18n)} <ErrorWait error={error} />
      </StatePage>
    );
  }
  if (instead === undefined) shown.current = location.pathname;
  // A page that has just done its work stays until the next one is there.
  if (shown.current !== location.pathname) return <ShellSkeleton />;

  const { flow, agreement, shown: shownTerms } = data;
  const hints = {
    totalStep,
    earlierTotalStep: session.totalStep(),
    previousPath: isWizardEntry(location.state) ? location.state.from : undefined,
  };
  const wizard: Wizard = { flow, agreement, shown: shownTerms, advance, resume, end };
  return (
    <>
      <SignUpSteps hints={hints} flow={flow} />
      <div className="mt-10 sm:mt-14">
        <WizardContext value={wizard}>
          <Outlet />
        </WizardContext>
      </div>
    </>
  );
}

/**
 * Told as what it is: the registration has not expired. Whether it goes on or is complete is told to
 * its owner alone, by a login.
 */
function ContinuedElsewhere() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const heading = useRef<HTMLDivElement>(null);

  useEffect(() => {
    heading.current?.focus();
  }, []);

  async function logIn() {
    session.ended("left");
    queryClient.removeQueries({ queryKey: flowQuery.queryKey });
    await navigate(pagePaths.login);
  }

  return (
    <div ref={heading} tabIndex={-1} className="outline-none">
      <StatePage
        title={t`Your registration went on elsewhere`}
        action={
          <Button
            variant="primary"
            size="large"
            wide
            onClick={() => void logIn()}
          >{t`Log in`}</Button>
        }
      >
        {t`You continued it in another browser or on another device. Log in to continue here, or to use your account once you've registered.`}
      </StatePage>
    </div>
  );
}

function ShellSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading`}>
      <div className="flex justify-around">
        {[1, 2, 3].map((step) => (
          <Skeleton key={step} className="size-8 rounded-full" />
        ))}
      </div>
      <div className="mt-20 flex flex-col gap-6">
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="mt-4 h-12 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    </Loading>
  );
}
