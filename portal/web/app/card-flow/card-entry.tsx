import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Loading, Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { CardFields, type CardFieldsProps } from "../card-fields/card-fields.tsx";
import { acceptedBrands } from "../card-fields/card-text.ts";
import { language } from "../language.ts";
import { reportError } from "../sentences/report-error.ts";
import { EarlierAttempt } from "./earlier-attempt.tsx";
import { configurationQuery } from "./payment-configuration.ts";
import { PaymentProblem } from "./payment-problem.tsx";
import type { CardFlow } from "./use-card-flow.ts";

// Only where the company's fields come by a script; others need not load what handles them.
const ScriptedFields = lazy(async () => ({
  default: (await import("./scripted-card-fields.tsx")).ScriptedCardFields,
}));

function LateScriptedFields(props: CardFieldsProps) {
  return (
    <Suspense fallback={<FieldsSkeleton />}>
      <ScriptedFields {...props} />
    </Suspense>
  );
}

export interface CardEntryProps {
  readonly flow: CardFlow;
  /** What the card is charged as soon as it is saved; null: nothing, undefined: not known yet. */
  readonly charge: ReactNode;
}

/** The payment company's fields and what is said above them; or the attempt that is still open. */
export function CardEntry({ flow, charge }: CardEntryProps) {
  const { t } = useLingui();
  const configuration = useQuery(configurationQuery, queryClient);

  const Fields = configuration.data?.fields === "script" ? LateScriptedFields : CardFields;

  async function loadAgain() {
    await configuration.refetch();
    flow.exchanged();
  }

  const earlier = flow.open !== undefined && (
    <EarlierAttempt
      attempt={flow.open}
      onDone={() => flow.finish().catch(reportError)}
      onEnterAgain={flow.enterAgain}
      onExchanged={flow.exchanged}
    />
  );
  if (earlier && !flow.keepsFields) return earlier;
  if (!configuration.data) {
    return isApiError(configuration.error) ? (
      <PaymentProblem
        error={configuration.error}
        action={<Button onClick={loadAgain}>{t`Try again`}</Button>}
      />
    ) : (
      <FieldsSkeleton />
    );
  }
  return (
    <>
      {earlier}
      <div hidden={flow.open !== undefined} className="flex flex-col gap-6">
        {flow.failed && <PaymentProblem error={flow.failed} card={flow.card} />}
        {charge}
        <div className="rounded-8 border border-border bg-surface p-4 sm:p-6">
          <p className="mb-4 text-[0.875rem] text-muted">
            {t`Accepted cards: ${{ brands: acceptedBrands.join(", ") }}`}
          </p>
          <Fields
            ref={flow.fields}
            place={configuration.data}
            locale={language.current()}
            title={t`Card details, entered with the payment company`}
            loadingLabel={t`Loading the card fields`}
            onReady={flow.setReady}
            onEnter={() => void flow.submit()}
            failed={(retry) => (
              <EmptyState
                title={t`We couldn't load the card fields`}
                action={
                  <Button
                    onClick={() => {
                      retry();
                      flow.exchanged();
                    }}
                  >{t`Try again`}</Button>
                }
              >
                {t`We couldn't reach the payment company. Check your connection and try again.`}
              </EmptyState>
            )}
          />
        </div>
        <p className="text-[0.875rem] leading-[1.7] text-muted">
          {t`Your card details go straight to the payment company; we never store them. Your card issuer may ask you to verify your identity (3-D Secure).`}
          {charge === null && <span className="block">{t`You won't be charged now.`}</span>}
        </p>
      </div>
    </>
  );
}

function FieldsSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading the card fields`}>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="h-12 w-full" />
      </div>
    </Loading>
  );
}
