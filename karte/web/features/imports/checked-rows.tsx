import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  type ImportRow,
  type ImportView,
  refusedRows,
} from "@sekimori/karte-contract/endpoints/imports";
import { saveFile } from "@sekimori/kit-web/client/save-file";
import { DownloadIcon } from "@sekimori/kit-web/icons";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useEffect, useRef } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { Section } from "../../app/shell/section.tsx";
import { DomainName } from "../../app/words/domain-name.tsx";
import { problemWords } from "../../app/words/problem-words.ts";
import { columnWords, outcomeWords } from "./import-words.ts";

interface CheckedRowsProps {
  readonly checked: { readonly import: ImportView; readonly rows: readonly ImportRow[] };
  readonly busy: boolean;
  readonly onApply: () => void;
}

const tones = { add: "success", exists: "neutral", refused: "danger" } as const;

/** What will happen, row by row; refused rows first, since they are what one has to mend. */
export function CheckedRows({ checked, busy, onApply }: CheckedRowsProps) {
  const { t, i18n } = useLingui();
  const banner = useRef<HTMLDivElement>(null);
  const { id, counts, newGroups } = checked.import;
  const refused = counts.refused > 0;
  const rows = checked.rows.toSorted(
    (a, b) => Number(b.outcome === "refused") - Number(a.outcome === "refused"),
  );
  // Of many rows the answer has some, the refused ones first; the file to mend has every refused one.
  const left = counts.rows - rows.length;

  // What was just checked is read, wherever the focus was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each check
  useEffect(() => banner.current?.focus(), [id]);

  async function saveRefused() {
    try {
      const file = await client.call(refusedRows, {
        params: { id },
        query: { language: language.current() },
      });
      saveFile(file.fileName, file.text);
    } catch (error) {
      reportError(error);
    }
  }

  return (
    <Section title={t`Results of the check`}>
      <Banner
        ref={banner}
        role="status"
        className="mb-5"
        tone={refused ? "danger" : "success"}
        title={
          refused
            ? plural(counts.refused, { one: "# row has an error", other: "# rows have errors" })
            : plural(counts.add, {
                one: "# domain will be added",
                other: "# domains will be added",
              })
        }
        action={
          refused ? (
            <Button size="small" icon={<DownloadIcon />} onClick={() => void saveRefused()}>
              {t`Save rejected rows`}
            </Button>
          ) : (
            <Button
              variant="primary"
              pending={busy}
              pendingLabel={t`Adding`}
              unavailable={counts.add === 0}
              onClick={onApply}
            >
              {t`Add domains`}
            </Button>
          )
        }
      >
        {refused && t`Nothing is added while any row has an error. Fix the errors and check again.`}
        {!refused && newGroups.length > 0 && (
          <p>{t`New groups: ${{ groups: newGroups.join(", ") }}`}</p>
        )}
      </Banner>
      <Table label={t`Rows`}>
        <thead>
          <tr>
            <ColumnHeader numeric>{t`Row`}</ColumnHeader>
            <ColumnHeader>{t`Name`}</ColumnHeader>
            <ColumnHeader>{t`Result`}</ColumnHeader>
            <ColumnHeader>{t`Reason`}</ColumnHeader>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one line may hold several names, and nothing moves
            <Row key={index}>
              <Cell numeric>{row.row}</Cell>
              <RowHeader>
                {row.name ? <DomainName name={row.name} /> : <bdi>{row.input}</bdi>}
              </RowHeader>
              <Cell>
                <Badge tone={tones[row.outcome]}>{i18n._(outcomeWords[row.outcome])}</Badge>
              </Cell>
              <Cell>
                <Problems row={row} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {left > 0 && (
        <p className="mt-3 text-muted">
          {plural(left, { one: "# more row isn't shown.", other: "# more rows aren't shown." })}
        </p>
      )}
    </Section>
  );
}

function Problems({ row }: { readonly row: ImportRow }) {
  const { i18n } = useLingui();
  return (
    <ul>
      {row.problems.map(({ column, problem, hint }) => (
        <li key={`${column} ${problem}`}>
          <span className="text-muted">{i18n._(columnWords[column])}: </span>
          {i18n._(problemWords[problem])}
          {hint !== null && <bdi className="ml-1 text-muted">({hint})</bdi>}
        </li>
      ))}
    </ul>
  );
}
