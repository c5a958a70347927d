import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { webhookLogDays } from "@sekimori/karte-contract/constants";
import {
  changeWebhook,
  changeWebhookSecret,
  removeWebhook,
  testWebhook,
  type WebhookView,
} from "@sekimori/karte-contract/endpoints/webhooks";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { webhookForms } from "@sekimori/karte-contract/words";
import { webhookPatienceDays } from "@sekimori/kit-contract/webhook-patience";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { reportedAct } from "../../app/session/reported-act.ts";
import { useSession } from "../../app/session/session-query.ts";
import { ConfirmDialog } from "../../app/shell/confirm-dialog.tsx";
import { useRecentSignIn } from "../../app/shell/recent-sign-in.tsx";
import { Section } from "../../app/shell/section.tsx";
import { alertWords } from "../../app/words/alert-words.ts";
import { formNames } from "../../app/words/webhook-forms.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { deliveriesQuery, webhooksQuery } from "./settings-queries.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";

const whyWords: Readonly<Record<NonNullable<WebhookView["disabledWhy"]>, MessageDescriptor>> = {
  person: msg`Turned off`,
  gone: msg`Off: the receiver is gone (410)`,
  failing: msg`Off: nothing delivered for ${{ webhookPatienceDays }} days`,
};

/** Addresses that are told of events, and the log of what was sent. */
export function WebhookSection() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  // Who was away to confirm a sign-in comes back to what was begun.
  const [isAdding, setIsAdding] = useState(address.get("act") === "webhook");
  const recent = useRecentSignIn();
  const [secret, setSecret] = useState<string>();
  const [removing, setRemoving] = useState<Pick<WebhookView, "id" | "label">>();
  const hasPlan = useSession().data?.workspace?.plan.webhooks ?? false;
  const { data, error, refetch } = useQuery(webhooksQuery, queryClient);
  const { data: log } = useQuery(deliveriesQuery, queryClient);
  function close() {
    setIsAdding(false);
    // Opened once: neither a reload nor the way back opens it again.
    if (address.has("act")) void setAddress({}, { replace: true, animated: false });
  }
  return (
    <>
      <Section
        title={t`Webhooks`}
        description={
          hasPlan
            ? t`Signed to the Standard Webhooks specification, or one message per scan for Slack, Microsoft Teams, Google Chat or LINE WORKS. It gets the serious alerts among its events; for other events, and to narrow one, add a rule above.`
            : t`Webhooks are part of the detailed diagnosis plan.`
        }
        actions={
          hasPlan && (
            <Button
              onClick={() =>
                recent.begin(() => setIsAdding(true), `${pagePaths.settings}?act=webhook`)
              }
            >
              {t`Add a webhook`}
            </Button>
          )
        }
      >
        {!data && <QueryState error={error} onRetry={() => void refetch()} />}
        {data?.webhooks.length === 0 && <p className="text-muted">{t`No webhooks yet.`}</p>}
        {data && data.webhooks.length > 0 && (
          <WebhookTable
            webhooks={data.webhooks}
            begin={(work) => recent.begin(work, pagePaths.settings)}
            onSecret={setSecret}
            onRemove={setRemoving}
          />
        )}
      </Section>
      {data && log && log.deliveries.length > 0 && (
        <Section
          title={t`Delivery log`}
          description={t`The last ${{ webhookLogDays }} days. We retry failed deliveries for a day.`}
        >
          <DeliveryTable deliveries={log.deliveries} webhooks={data.webhooks} />
        </Section>
      )}
      {isAdding && (
        <WebhookDialog
          form={webhookForms.find((form) => form === address.get("form")) ?? "standard"}
          onClose={close}
          onAdded={(fresh) => {
            close();
            setSecret(fresh ?? undefined);
          }}
        />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t`Signing secret`}
          explanation={t`The receiver uses it to check that a message is from us (Standard Webhooks). We show it only once.`}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t`Remove “${{ name: removing.label }}”?`}
          confirmLabel={t`Remove`}
          danger
          onConfirm={async () => {
            const params = { id: removing.id };
            const isDone = await reportedAct(() => client.call(removeWebhook, { params }));
            if (isDone) setRemoving(undefined);
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t`It gets no more messages. If you add it again, it gets a new signing secret.`}</p>
        </ConfirmDialog>
      )}
      {recent.dialog}
    </>
  );
}

interface WebhookTableProps {
  readonly webhooks: readonly WebhookView[];
  /** Does what takes a recent sign-in, after asking for one where it is old. */
  readonly begin: (work: () => void) => void;
  readonly onSecret: (secret: string) => void;
  readonly onRemove: (webhook: Pick<WebhookView, "id" | "label">) => void;
}

function WebhookTable({ webhooks, begin, onSecret, onRemove }: WebhookTableProps) {
  const { t, i18n } = useLingui();

  async function act(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (failure) {
      reportError(failure);
    }
    await queryClient.invalidateQueries({ queryKey: ["webhooks"] });
    await queryClient.invalidateQueries({ queryKey: ["webhook-deliveries"] });
  }

  return (
    <Table label={t`Webhooks`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Name`}</ColumnHeader>
          <ColumnHeader>{t`URL`}</ColumnHeader>
          <ColumnHeader>{t`Events`}</ColumnHeader>
          <ColumnHeader>{t`Status`}</ColumnHeader>
          <ColumnHeader>{t`Change`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {webhooks.map(({ id, label, form, host, events, disabledWhy, failingSince }) => (
          <Row key={id}>
            <RowHeader>
              <bdi>{label}</bdi>
              <span className="block text-[0.875rem] font-400 text-muted">{formNames[form]}</span>
            </RowHeader>
            <Cell>
              <span className="break-all">{host}</span>
            </Cell>
            <Cell>{events.map((kind) => i18n._(alertWords[kind])).join(", ") || "–"}</Cell>
            <Cell>
              {disabledWhy !== null ? (
                <Badge tone="neutral">{i18n._(whyWords[disabledWhy])}</Badge>
              ) : (
                <Badge tone={failingSince === null ? "success" : "warning"}>
                  {failingSince === null ? t`In use` : t`Not being delivered`}
                </Badge>
              )}
            </Cell>
            <Cell>
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  unavailable={disabledWhy !== null}
                  aria-label={t`Test ${{ name: label }}`}
                  onClick={() =>
                    void act(() => client.call(testWebhook, { params: { id }, body: {} }))
                  }
                >
                  {t`Test`}
                </Button>
                <Menu
                  label={t`More actions for ${{ name: label }}`}
                  trigger={
                    <Button size="small" aria-label={t`More actions for ${{ name: label }}`}>
                      {t`More`}
                    </Button>
                  }
                  items={[
                    {
                      id: "use",
                      label: disabledWhy === null ? t`Turn off` : t`Turn on`,
                      onAction: () =>
                        begin(
                          () =>
                            void act(() =>
                              client.call(changeWebhook, {
                                params: { id },
                                body: { enabled: disabledWhy !== null },
                              }),
                            ),
                        ),
                    },
                    ...(form === "standard"
                      ? [
                          {
                            id: "secret",
                            label: t`Regenerate signing secret`,
                            onAction: () =>
                              begin(
                                () =>
                                  void act(async () => {
                                    const answer = await client.call(changeWebhookSecret, {
                                      params: { id },
                                      body: {},
                                    });
                                    onSecret(answer.secret);
                                  }),
                              ),
                          },
                        ]
                      : []),
                    {
                      id: "remove",
                      label: t`Remove`,
                      onAction: () => begin(() => onRemove({ id, label })),
                    },
                  ]}
                />
              </div>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
