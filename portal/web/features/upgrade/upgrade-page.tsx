import { Trans, useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useStepArrival } from "@sekimori/kit-web/shell/use-arrival";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { UnpaidBanner } from "../../app/unpaid/unpaid-banner.tsx";
import { CardStep } from "./card-step.tsx";
import { ConfirmationStep } from "./confirmation-step.tsx";
import { afterCard, cardStep } from "./steps.ts";
import { upgradeQuery } from "./upgrade-query.ts";

/**
 * /setting/security/upgrade: the application for the paid plan of somebody who is a member. First
 * a card, unless there is a good one; then the final confirmation (特定商取引法, article 12-6).
 */
export function UpgradePage() {
  const { t } = useLingui();
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-8 sm:px-8 sm:py-12">
      <PageHeader title={t`Order the paid plan`} />
      <Steps />
      <p className="mt-10 border-t border-border pt-6">
        <Link to={pageUrl("security", { tab: "contract" })} className={linkClass}>
          <Trans>Back to your contract</Trans>
        </Link>
      </p>
    </div>
  );
}

function Steps() {
  const [query, setQuery] = useSearchParams();
  const unpaid = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(upgradeQuery, queryClient);
  const card = data?.confirmation.card ?? null;
  const isGood = card !== null && !card.expired;
  const atCard = !isGood || query.get(queryNames.step) === cardStep;
  useStepArrival(data && (atCard ? cardStep : "confirmation"));
  if (isApiError(error, "Conflict")) return <NothingToApplyFor />;
  if (!data) return <QueryState error={error} onRetry={() => void refetch()} />;
  if (atCard) {
    return (
      <CardStep
        confirmation={data.confirmation}
        onDone={async (charged) => {
          await queryClient.invalidateQueries({ queryKey: ["invoices"] });
          await refetch();
          void setQuery(afterCard(charged), { replace: true });
        }}
      />
    );
  }
  return (
    <>
      <UnpaidBanner box={unpaid} />
      <ConfirmationStep
        offer={data}
        cardPage={pageUrl("upgrade", { step: cardStep })}
        onChanged={() => refetch()}
      />
    </>
  );
}

function NothingToApplyFor() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`There's nothing to order`}
      action={
        <Link
          to={pageUrl("security", { tab: "contract" })}
          className={buttonClass({ variant: "primary" })}
        >
          <Trans>View your contract</Trans>
        </Link>
      }
    >
      {t`You already have the paid plan, or your account is closing.`}
    </EmptyState>
  );
}
