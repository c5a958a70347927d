import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { FunnelView } from "@sekimori/console-contract/endpoints/funnel";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useWriting } from "../../app/words/here.ts";
import { CountsTable } from "./counts-table.tsx";
import { funnelQuery } from "./funnel-query.ts";

const sourceWords: Readonly<Record<FunnelView["signUps"][number]["source"], MessageDescriptor>> = {
  register: msg`by email`,
  "external-id": msg`by an external ID`,
  login: msg`continued at login`,
};

/** How many register and how far they get, week by week. */
export function FunnelPage() {
  const { t, i18n } = useLingui();
  const { day } = useWriting();
  const { data, error, refetch } = useQuery(funnelQuery, queryClient);
  return (
    <>
      <PageHeader
        title={t`Registrations`}
        description={t`How far people get who register, and what becomes of their cards and free trials. These are counts: nobody is tracked.`}
      />
      {data === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} of={t`Registrations`} />
      ) : (
        <>
          <CountsTable
            title={t`By step`}
            columns={[
              t`Started`,
              t`Email verified`,
              t`Details entered`,
              t`Card asked for`,
              t`Terms shown`,
              t`Completed`,
            ]}
            rows={data.signUps.map((row) => ({
              id: `${row.week} ${row.source}`,
              name: `${day(row.week)} ${i18n._(sourceWords[row.source])}`,
              whole: row.began,
              counts: [
                row.began,
                row.information,
                row.confirmation,
                row.payment,
                row.agreement,
                row.finished,
              ],
            }))}
          />
          <CountsTable
            title={t`Cards`}
            columns={[
              t`Saved`,
              t`Card verification failed`,
              t`Declined by the issuer`,
              t`Failed otherwise`,
              t`Left during verification`,
            ]}
            rows={data.cards.map((row) => {
              const counts = [row.saved, row.threeDSecure, row.declined, row.otherwise, row.left];
              const whole = counts.reduce((sum, count) => sum + count, 0);
              return { id: row.week, name: day(row.week), whole, counts };
            })}
          />
          <CountsTable
            title={t`Free trials`}
            columns={[t`Started`, t`Paid afterwards`, t`Ended without a payment`]}
            rows={data.trials.map((row) => ({
              id: row.week,
              name: day(row.week),
              whole: row.began,
              counts: [row.began, row.paid, row.ended],
            }))}
          />
        </>
      )}
    </>
  );
}
