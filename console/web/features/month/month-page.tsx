import { useLingui } from "@lingui/react/macro";
import { formatMonth } from "@sekimori/kit-contract/dates";
import { tokyoMonth } from "@sekimori/kit-contract/tokyo";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { serverClock } from "@sekimori/kit-web/clock/server-clock";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWriting } from "../../app/words/here.ts";
import { ClosingSection } from "./closing-section.tsx";
import { DaysTable } from "./days-table.tsx";
import { DifferencesSection } from "./differences-section.tsx";
import { ExportSection } from "./export-section.tsx";
import { monthQuery } from "./month-query.ts";
import { monthBeside } from "./months.ts";

/** A month of the books: what was due, paid and failed, and what is left to do until it is closed. */
export function MonthPage() {
  const { t } = useLingui();
  const { locale } = useWriting();
  const present = tokyoMonth(new Date(serverClock.now()));
  const [month, setMonth] = useState(present);
  const { data, error, refetch } = useQuery(monthQuery(month), queryClient);
  const name = formatMonth(month, locale);
  return (
    <>
      <PageHeader
        title={t`Month: ${name}`}
        description={t`What was invoiced, paid and refunded, and what remains until the books of the month are closed.`}
        beside={
          data?.closed ? (
            <Badge tone="success">{t`Books closed`}</Badge>
          ) : (
            data && <Badge tone="neutral">{t`Books open`}</Badge>
          )
        }
        actions={
          <>
            <Button onClick={() => setMonth(monthBeside(month, -1))}>{t`Previous month`}</Button>
            {month < present && (
              <Button onClick={() => setMonth(monthBeside(month, 1))}>{t`Next month`}</Button>
            )}
          </>
        }
      />
      {data === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} of={name} />
      ) : (
        <>
          <ClosingSection view={data} onMonth={setMonth} />
          <DifferencesSection view={data} />
          <DaysTable view={data} />
          <ExportSection month={month} />
        </>
      )}
    </>
  );
}
