import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { workMost } from "@sekimori/console-contract/constants";
import { serverClock } from "@sekimori/kit-web/clock/server-clock";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import type { ReactNode } from "react";
import { useWriting } from "../../app/words/here.ts";
import { Section } from "../../app/words/section.tsx";

/** One thing that waits. */
export interface WorkRow {
  readonly id: string;
  readonly what: ReactNode;
  /** More about it, in small print. */
  readonly more?: ReactNode;
  /** Since when: a moment, or a day. */
  readonly since: string;
  readonly step: ReactNode;
}

interface WorkTableProps {
  readonly title: string;
  readonly rows: readonly WorkRow[];
}

/** What waits of one kind; nothing where that is nothing. */
export function WorkTable({ title, rows }: WorkTableProps) {
  const { t } = useLingui();
  const count = rows.length;
  if (count === 0) return null;
  return (
    <Section title={count < workMost ? t`${title} (${count})` : t`${title} (the oldest ${count})`}>
      <Table label={title} className="sm:table-fixed">
        <thead>
          <tr>
            <ColumnHeader className="sm:w-[45%]">{t`What`}</ColumnHeader>
            <ColumnHeader className="sm:w-[22%]">{t`Waiting for`}</ColumnHeader>
            <ColumnHeader>{t`Next step`}</ColumnHeader>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, what, more, since, step }) => (
            <Row key={id}>
              <RowHeader className="py-2 break-words">
                <div>{what}</div>
                {more && <div className="text-[0.875rem] font-400 text-muted">{more}</div>}
              </RowHeader>
              <Cell className="py-2">
                <Age since={since} />
              </Cell>
              <Cell className="py-2">{step}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

const minuteMs = 60_000;

/** For how long something has waited, and since when. */
function Age({ since }: { readonly since: string }) {
  const { moment } = useWriting();
  const minutes = Math.max(0, Math.floor((serverClock.now() - Date.parse(since)) / minuteMs));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const age =
    days > 0
      ? plural(days, { one: "# day", other: "# days" })
      : hours > 0
        ? plural(hours, { one: "# hour", other: "# hours" })
        : plural(minutes, { one: "# minute", other: "# minutes" });
  return (
    <>
      <p>{age}</p>
      <p className="text-[0.875rem] text-muted">{moment(since)}</p>
    </>
  );
}
