import { useLingui } from "@lingui/react/macro";
import { isApiError, referenceOf } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { ErrorWait } from "@sekimori/kit-web/errors/error-wait";
import { Button } from "@sekimori/kit-web/primitives/button";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Tabs } from "@sekimori/kit-web/primitives/tabs";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { profileQuery } from "../../app/profile-query.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { toasts } from "../../app/toasts.ts";
import { AccountTab } from "./account-tab.tsx";
import { ContractTab } from "./contract-tab.tsx";
import { dialogs, fetchDialogsSoon } from "./dialogs.ts";
import { MyPageSkeleton } from "./my-page-skeleton.tsx";
import { SecurityTab } from "./security-tab.tsx";
import { useCardDialog } from "./use-card-dialog.ts";

/** As the address names them; mails lead to them. */
const tabs = ["account", "security", "contract"] as const;

/** /setting/security: the account's own page (specification 2). */
export function MyPage() {
  const { t } = useLingui();
  useEffect(fetchDialogsSoon, []);
  return (
    <div className="mx-auto w-full max-w-[60rem] px-4 py-8 sm:px-8 sm:py-12">
      <PageHeader title={t`My Page`} />
      <MyPageTabs />
    </div>
  );
}

function MyPageTabs() {
  const { t, i18n } = useLingui();
  const [query, setQuery] = useSearchParams();
  const { data: profile, error, refetch } = useQuery(profileQuery, queryClient);
  const card = useCardDialog();
  const unpaid = useRef<HTMLDivElement>(null);
  if (!profile) {
    if (!isApiError(error)) return <MyPageSkeleton />;
    const requestId = referenceOf(error);
    return (
      <EmptyState
        title={t`We couldn't load your account`}
        action={<Button onClick={() => void refetch()}>{t`Try again`}</Button>}
      >
        <p>
          {errorSentence(error, i18n)} <ErrorWait error={error} />
        </p>
        {requestId && <p>{t`Reference: ${{ requestId }}`}</p>}
      </EmptyState>
    );
  }

  function select(tab: string) {
    // What is said of one tab is over on the next, as on any page.
    toasts.clear();
    void setQuery(tab === "account" ? {} : { tab }, { replace: true, animated: false });
  }

  return (
    <>
      <Tabs
        label={t`Settings`}
        selected={
          tabs.find((tab) => tab === query.get("tab")) ?? (card.isOpen ? "contract" : "account")
        }
        onSelect={select}
        items={[
          {
            id: "account",
            label: t`Account management`,
            shortLabel: t`Account`,
            content: <AccountTab profile={profile} />,
          },
          {
            id: "security",
            label: t`Password and security`,
            shortLabel: t`Security`,
            content: <SecurityTab profile={profile} />,
          },
          {
            id: "contract",
            label: t`Contract and invoices`,
            shortLabel: t`Contract`,
            content: <ContractTab profile={profile} unpaid={unpaid} />,
          },
        ]}
      />
      {card.isOpen && (
        <dialogs.card.Dialog
          card={profile.card}
          returnTo={() => unpaid.current}
          onClose={card.close}
          onCharged={card.charged}
        />
      )}
    </>
  );
}
