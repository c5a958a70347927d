import { useLingui } from "@lingui/react/macro";
import { downloadReport, type ReportView } from "@sekimori/karte-contract/endpoints/reports";
import { formatDay } from "@sekimori/kit-contract/dates";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { Badge, type BadgeTone } from "@sekimori/kit-web/primitives/badge";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { ProgressBar } from "@sekimori/kit-web/primitives/progress-bar";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Moment } from "../../app/words/moment.tsx";
import { problemWords, stateWords } from "./report-words.ts";

const tones: Readonly<Record<ReportView["state"], BadgeTone>> = {
  waiting: "neutral",
  making: "key",
  ready: "success",
  failed: "danger",
};

/** What a report tells of, in words. */
export function useScopeWord(): (scope: ReportView["scope"]) => string {
  const { t } = useLingui();
  return (scope) => {
    if (scope.kind === "all") return t`All domains`;
    const { name } = scope;
    if (scope.kind === "view") {
      return scope.list === "domains" ? t`Domain view: ${{ name }}` : t`Findings view: ${{ name }}`;
    }
    return scope.kind === "group" ? t`Group: ${{ name }}` : t`Domain: ${{ name }}`;
  };
}

/** Bytes as people read them: "312 kB". */
function size(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < 1_000_000 ? [bytes / 1_000, "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    maximumSignificantDigits: 3,
  }).format(value);
}

/** Reports that were asked for, the latest first. */
export function ReportTable({ reports }: { readonly reports: readonly ReportView[] }) {
  const { t, i18n } = useLingui();
  const scopeWord = useScopeWord();
  const locale = i18n.locale === "en" ? "en" : "ja";
  return (
    <Table label={t`Reports`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Scope`}</ColumnHeader>
          <ColumnHeader>{t`Period`}</ColumnHeader>
          <ColumnHeader>{t`Status`}</ColumnHeader>
          <ColumnHeader>{t`Requested`}</ColumnHeader>
          <ColumnHeader>{t`Kept until`}</ColumnHeader>
          <ColumnHeader>{t`File`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <Row key={report.id}>
            <RowHeader>
              <bdi>{scopeWord(report.scope)}</bdi>
            </RowHeader>
            <Cell>
              <span className="whitespace-nowrap">{formatDay(report.from, locale)}</span>
              {" – "}
              <span className="whitespace-nowrap">{formatDay(report.to, locale)}</span>
            </Cell>
            <Cell>
              {report.state === "making" ? (
                <ProgressBar
                  label={i18n._(stateWords.making)}
                  value={report.progress}
                  valueText={i18n.number(report.progress / 100, { style: "percent" })}
                />
              ) : (
                <Badge tone={tones[report.state]}>{i18n._(stateWords[report.state])}</Badge>
              )}
              {report.problem !== null && (
                <p className="mt-1 text-[0.875rem] text-muted">
                  {i18n._(problemWords[report.problem])}
                </p>
              )}
            </Cell>
            <Cell>
              <Moment at={report.requestedAt} />
              <span className="block text-[0.875rem] text-muted">
                {report.requestedBy?.name ?? t`Monthly report`}
              </span>
            </Cell>
            <Cell>
              <span className="whitespace-nowrap">
                {formatDay(tokyoDay(new Date(report.expiresAt)), locale)}
              </span>
            </Cell>
            <Cell>
              {report.file ? (
                <a
                  className={linkClass}
                  href={downloadReport.path.replace(":id", report.id)}
                  download={report.file.name}
                  aria-label={t`Download ${{ form: report.form.toUpperCase() }} of ${{ scope: scopeWord(report.scope) }}`}
                >
                  {report.form.toUpperCase()} ({size(report.file.bytes, locale)})
                </a>
              ) : (
                <span className="text-muted">{report.form.toUpperCase()}</span>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
