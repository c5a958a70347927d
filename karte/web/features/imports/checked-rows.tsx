import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  type ImportRow,
  type ImportView,
  type ReadColumn,
  refusedRows,
} from "@sekimori/karte-contract/endpoints/imports";
import { type ImportEncoding, importEncodings } from "@sekimori/karte-contract/words";
import { saveFile } from "@sekimori/kit-web/client/save-file";
import { DownloadIcon } from "@sekimori/kit-web/icons";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Select } from "@sekimori/kit-web/primitives/select";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useEffect, useRef } from "react";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { Section } from "../../app/shell/section.tsx";
import { DomainName } from "../../app/words/domain-name.tsx";
import { problemWords } from "../../app/words/problem-words.ts";
import { columnWords, encodingNames, outcomeWords } from "./import-words.ts";

interface CheckedRowsProps {
  readonly checked: {
    readonly import: ImportView;
    readonly rows: readonly ImportRow[];
    readonly columns: readonly ReadColumn[];
  };
  readonly busy: "check" | "apply" | undefined;
  /** Reads the same file in another encoding; undefined for what was pasted. */
  readonly onEncoding: ((encoding: ImportEncoding) => void) | undefined;
  readonly onApply: () => void;
}

const tones = { add: "success", exists: "neutral", refused: "danger" } as const;

/** What will happen, row by row; refused rows first, since they are what one has to mend. */
export function CheckedRows({ checked, busy, onEncoding, onApply }: CheckedRowsProps) {
  const { t, i18n } = useLingui();
  const banner = useRef<HTMLDivElement>(null);
  const { id, counts, encoding, newGroups } = checked.import;
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
              pending={busy === "apply"}
              pendingLabel={t`Adding`}
              unavailable={counts.add === 0 || busy === "check"}
              onClick={onApply}
            >
              {t`Add domains`}
            </Button>
          )
        }
      >
        {refused && (
          <span>{t`Nothing is added while any row has an error. Fix the errors and check again.`}</span>
        )}
        {!refused && newGroups.length > 0 && (
          <p>{t`New groups: ${{ groups: newGroups.join(", ") }}`}</p>
        )}
      </Banner>
      <div className="mb-6 grid gap-6 sm:grid-cols-2">
        <div>
          <h3 className="mb-1 font-700">{t`How we read the file`}</h3>
          <ReadColumns columns={checked.columns} />
        </div>
        {onEncoding && (
          <Select
            label={t`Character encoding`}
            help={t`If text looks wrong, choose another.`}
            value={encoding}
            disabled={busy !== undefined}
            onChange={({ currentTarget }) => {
              const chosen = importEncodings.find((one) => one === currentTarget.value);
              if (chosen) onEncoding(chosen);
            }}
          >
            {importEncodings.map((one) => (
              <option key={one} value={one}>
                {encodingNames[one]}
              </option>
            ))}
          </Select>
        )}
      </div>
      <Table label={t`Rows`}>
        <thead>
          <tr>
            <ColumnHeader numeric>{t`Row`}</ColumnHeader>
            <ColumnHeader>{t`Name`}</ColumnHeader>
            <ColumnHeader>{i18n._(columnWords.groups)}</ColumnHeader>
            <ColumnHeader>{i18n._(columnWords.label)}</ColumnHeader>
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
                <bdi>{row.groups.join(", ")}</bdi>
              </Cell>
              <Cell>
                <bdi>{row.label}</bdi>
              </Cell>
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

/** Every column of the file, and what it was taken for. */
function ReadColumns({ columns }: { readonly columns: readonly ReadColumn[] }) {
  const { t, i18n } = useLingui();
  return (
    <ul aria-label={t`Columns`}>
      {columns.map(({ position, heading, column }) => (
        <li key={position}>
          <span className="text-muted">{t`Column ${{ position }}`}</span>
          {heading && <bdi className="ml-1 text-muted">({heading})</bdi>}
          <span>{": "}</span>
          <span>{column ? i18n._(columnWords[column]) : t`Not used`}</span>
        </li>
      ))}
    </ul>
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
