import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  type DeliveryView,
  replayDelivery,
  type WebhookView,
} from "@sekimori/karte-contract/endpoints/webhooks";
import { alertKinds } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge, type BadgeTone } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { alertWords } from "../../app/words/alert-words.ts";
import { Moment } from "../../app/words/moment.tsx";

const states: Readonly<Record<DeliveryView["state"], readonly [BadgeTone, MessageDescriptor]>> = {
  queued: ["key", msg`Sending`],
  delivered: ["success", msg`Delivered`],
  failed: ["danger", msg`Gave up`],
};

const problems: Readonly<Record<NonNullable<DeliveryView["problem"]>, MessageDescriptor>> = {
  "refused-address": msg`We can't reach the URL anymore`,
  unreachable: msg`No response`,
  timeout: msg`Timed out`,
  redirect: msg`Redirects aren't followed`,
  gone: msg`The receiver is gone (410)`,
  status: msg`Rejected by the receiver`,
};

interface DeliveryTableProps {
  readonly deliveries: readonly DeliveryView[];
  readonly webhooks: readonly WebhookView[];
}

/** What was sent, how it went, and the way to send it again. */
export function DeliveryTable({ deliveries, webhooks }: DeliveryTableProps) {
  const { t, i18n } = useLingui();

  async function replay(id: string) {
    try {
      await client.call(replayDelivery, { params: { id }, body: {} });
    } catch (failure) {
      reportError(failure);
    }
    await queryClient.invalidateQueries({ queryKey: ["webhook-deliveries"] });
  }

  const receiverOf = ({ webhook }: DeliveryView) =>
    webhooks.find(({ id }) => id === webhook)?.label ?? "–";
  const eventWord = (event: string) => {
    const kind = alertKinds.find((one) => one === event);
    return kind === undefined ? t`Test` : i18n._(alertWords[kind]);
  };
  return (
    <Table label={t`Delivery log`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Time`}</ColumnHeader>
          <ColumnHeader>{t`Webhook`}</ColumnHeader>
          <ColumnHeader>{t`Event`}</ColumnHeader>
          <ColumnHeader>{t`Status`}</ColumnHeader>
          <ColumnHeader numeric>{t`Attempts`}</ColumnHeader>
          <ColumnHeader>{t`Resend`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((one) => {
          const [tone, word] = states[one.state];
          const event = eventWord(one.event);
          return (
            <Row key={one.id}>
              <RowHeader>
                <Moment at={one.createdAt} withExact />
              </RowHeader>
              <Cell>{receiverOf(one)}</Cell>
              <Cell>{event}</Cell>
              <Cell>
                <Badge tone={tone}>{i18n._(word)}</Badge>
                {(one.problem !== null || one.status !== null) && (
                  <span className="block text-[0.875rem] text-muted">
                    {one.problem && <span>{i18n._(problems[one.problem])}</span>}
                    {one.status !== null && <span>{` HTTP ${one.status}`}</span>}
                    {one.ms !== null && <span>{` (${i18n.number(one.ms)} ms)`}</span>}
                  </span>
                )}
                {one.nextAt !== null && one.attempts > 0 && (
                  <span className="block text-[0.875rem] text-muted">
                    {t`Next attempt:`} <Moment at={one.nextAt} withExact />
                  </span>
                )}
              </Cell>
              <Cell numeric>{i18n.number(one.attempts)}</Cell>
              <Cell>
                {one.state !== "queued" && (
                  <Button
                    size="small"
                    aria-label={t`Resend ${{ event }} to ${{ name: receiverOf(one) }}`}
                    onClick={() => void replay(one.id)}
                  >
                    {t`Resend`}
                  </Button>
                )}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
