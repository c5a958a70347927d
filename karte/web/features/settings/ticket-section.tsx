import { useLingui } from "@lingui/react/macro";
import {
  listenToTicketSystem,
  removeTicketSystem,
  stopListeningToTicketSystem,
  type TicketSystemView,
  tryTicketSystem,
} from "@sekimori/karte-contract/endpoints/tickets";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Menu } from "@sekimori/kit-web/primitives/menu";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
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
import { ticketKindNames, ticketProblemWords } from "../../app/tickets/ticket-words.ts";
import { ticketSystemsQuery } from "../../app/tickets/use-ticket-systems.ts";
import { Moment } from "../../app/words/moment.tsx";

const addDialog = fetchedDialog(async () => (await import("./ticket-dialog.tsx")).TicketDialog);
const keyDialog = fetchedDialog(
  async () => (await import("./ticket-change-dialogs.tsx")).TicketKeyDialog,
);
const nameDialog = fetchedDialog(
  async () => (await import("./ticket-change-dialogs.tsx")).TicketNameDialog,
);
const hookDialog = fetchedDialog(
  async () => (await import("./ticket-hook-dialog.tsx")).TicketHookDialog,
);

/** What a system answered when it was tried. */
interface Tried {
  readonly isWell: boolean;
  readonly title: string;
  readonly text: string;
}

/** Ticket systems of the organization's own. */
export function TicketSection() {
  const { t, i18n } = useLingui();
  const [address, setAddress] = useSearchParams();
  // Who was away to confirm a sign-in comes back to what was begun.
  const [isAdding, setIsAdding] = useState(address.get("act") === "ticket-system");
  const [rekeying, setRekeying] = useState<TicketSystemView>();
  const [renaming, setRenaming] = useState<TicketSystemView>();
  const [removing, setRemoving] = useState<TicketSystemView>();
  const [hook, setHook] = useState<{ project: string; url: string; secret: string }>();
  const [tried, setTried] = useState<Tried>();
  const recent = useRecentSignIn();
  const hasPlan = useSession().data?.workspace?.plan.tickets ?? false;
  const { data, error, refetch } = useQuery(ticketSystemsQuery, queryClient);

  function close() {
    setIsAdding(false);
    if (address.has("act")) void setAddress({}, { replace: true, animated: false });
  }

  async function act(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (failure) {
      reportError(failure);
    }
    await queryClient.invalidateQueries({ queryKey: ["ticket-systems"] });
  }

  async function tryOne({ id, label, project, author }: TicketSystemView) {
    const { problem, status } = await client.call(tryTicketSystem, { params: { id }, body: {} });
    setTried({
      isWell: problem === null,
      title: label,
      text:
        problem === null
          ? t`It answered: we can create tickets in ${{ project }} as ${{ author }}.`
          : status === null
            ? i18n._(ticketProblemWords[problem])
            : `${i18n._(ticketProblemWords[problem])} (${status})`,
    });
  }

  async function listen({ id, project }: TicketSystemView) {
    const params = { id };
    setHook({ project, ...(await client.call(listenToTicketSystem, { params, body: {} })) });
  }

  return (
    <Section
      title={t`Tickets`}
      description={
        hasPlan
          ? t`One ticket for each cause, in your own ticket system. We recheck a ticket once someone marks it as done; a scan closes it when the problem is gone, and reopens it when the problem comes back.`
          : t`Tickets are part of the detailed diagnosis plan.`
      }
      actions={
        hasPlan && (
          <Button
            onClick={() =>
              recent.begin(() => setIsAdding(true), `${pagePaths.settings}?act=ticket-system`)
            }
          >
            {t`Connect a ticket system`}
          </Button>
        )
      }
    >
      {tried && (
        <Banner
          tone={tried.isWell ? "success" : "warning"}
          role="status"
          className="mb-4"
          title={<bdi>{tried.title}</bdi>}
          closeLabel={t`Close`}
          onClose={() => setTried(undefined)}
        >
          {tried.text}
        </Banner>
      )}
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.systems.length === 0 && (
        <p className="text-muted">{t`No ticket systems connected yet.`}</p>
      )}
      {data && data.systems.length > 0 && (
        <Table label={t`Tickets`}>
          <thead>
            <tr>
              <ColumnHeader>{t`Name`}</ColumnHeader>
              <ColumnHeader>{t`Project`}</ColumnHeader>
              <ColumnHeader>{t`Status`}</ColumnHeader>
              <ColumnHeader>{t`Last heard`}</ColumnHeader>
              <ColumnHeader>{t`Change`}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {data.systems.map((system) => (
              <Row key={system.id}>
                <RowHeader>
                  <bdi>{system.label}</bdi>
                  <span className="block text-[0.875rem] font-400 text-muted">
                    {ticketKindNames[system.kind]}
                  </span>
                </RowHeader>
                <Cell>
                  <span className="break-all">{system.project}</span>
                  <span className="block break-all text-[0.875rem] text-muted">
                    {new URL(system.origin).host}
                  </span>
                </Cell>
                <Cell>
                  <Badge tone={system.problem === null ? "success" : "warning"}>
                    {system.problem === null ? t`In use` : t`Not working`}
                  </Badge>
                  {system.problem !== null && (
                    <span className="block text-[0.875rem] text-muted">
                      {i18n._(ticketProblemWords[system.problem])}
                    </span>
                  )}
                </Cell>
                <Cell>
                  <Moment at={system.heardAt} />
                  {system.webhook !== null && (
                    <span className="block text-[0.875rem] text-muted">
                      {system.webhook.heardAt === null
                        ? t`Webhook: nothing heard yet`
                        : t`Also by webhook`}
                    </span>
                  )}
                </Cell>
                <Cell>
                  <div className="flex flex-wrap gap-2">
                    <Button
                      size="small"
                      aria-label={t`Test ${{ name: system.label }}`}
                      onClick={() => void act(() => tryOne(system))}
                    >
                      {t`Test`}
                    </Button>
                    <Menu
                      label={t`More actions for ${{ name: system.label }}`}
                      trigger={
                        <Button
                          size="small"
                          aria-label={t`More actions for ${{ name: system.label }}`}
                        >
                          {t`More`}
                        </Button>
                      }
                      items={[
                        {
                          id: "name",
                          label: t`Change name and language`,
                          onAction: () =>
                            recent.begin(() => setRenaming(system), pagePaths.settings),
                        },
                        {
                          id: "key",
                          label: t`Replace the key`,
                          onAction: () =>
                            recent.begin(() => setRekeying(system), pagePaths.settings),
                        },
                        ...(system.kind === "github"
                          ? [
                              {
                                id: "listen",
                                label:
                                  system.webhook === null
                                    ? t`Receive changes by webhook`
                                    : t`New secret for the webhook`,
                                onAction: () =>
                                  recent.begin(
                                    () => void act(() => listen(system)),
                                    pagePaths.settings,
                                  ),
                              },
                            ]
                          : []),
                        ...(system.webhook === null
                          ? []
                          : [
                              {
                                id: "stop",
                                label: t`Stop the webhook`,
                                onAction: () =>
                                  void act(() =>
                                    client.call(stopListeningToTicketSystem, {
                                      params: { id: system.id },
                                    }),
                                  ),
                              },
                            ]),
                        {
                          id: "remove",
                          label: t`Remove`,
                          onAction: () =>
                            recent.begin(() => setRemoving(system), pagePaths.settings),
                        },
                      ]}
                    />
                  </div>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      {isAdding && <addDialog.Dialog onClose={close} />}
      {renaming && <nameDialog.Dialog system={renaming} onClose={() => setRenaming(undefined)} />}
      {rekeying && <keyDialog.Dialog system={rekeying} onClose={() => setRekeying(undefined)} />}
      {hook && (
        <hookDialog.Dialog project={hook.project} hook={hook} onClose={() => setHook(undefined)} />
      )}
      {removing && (
        <ConfirmDialog
          title={t`Remove “${{ name: removing.label }}”?`}
          confirmLabel={t`Remove`}
          danger
          onConfirm={async () => {
            const params = { id: removing.id };
            const isDone = await reportedAct(() => client.call(removeTicketSystem, { params }));
            if (isDone) setRemoving(undefined);
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t`Its tickets stay in your ticket system, and we stop updating them. To connect it again, you need its key.`}</p>
        </ConfirmDialog>
      )}
      {recent.dialog}
    </Section>
  );
}
