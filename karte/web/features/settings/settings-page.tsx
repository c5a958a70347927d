import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { useMay } from "../../app/session/session-query.ts";
import { PolicySection } from "./policy-section.tsx";
import { RuleSection } from "./rule-section.tsx";
import { StreamSection } from "./stream-section.tsx";
import { TicketSection } from "./ticket-section.tsx";
import { TokenSection } from "./token-section.tsx";
import { WebhookSection } from "./webhook-section.tsx";

/** /settings: of what people and programs are told. */
export function SettingsPage() {
  const { t } = useLingui();
  const mayManage = useMay("manage-webhooks");
  return (
    <>
      <PageHeader
        title={t`Settings`}
        description={t`Policies, alerts, webhooks, tickets, API tokens and the event stream of this workspace.`}
      />
      {mayManage ? (
        <>
          <PolicySection />
          <RuleSection />
          <WebhookSection />
          <TicketSection />
          <TokenSection />
          <StreamSection />
        </>
      ) : (
        <EmptyState title={t`For administrators`}>
          {t`Your role doesn't allow this. Ask a workspace administrator.`}
        </EmptyState>
      )}
    </>
  );
}
