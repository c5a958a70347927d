import { useLingui } from "@lingui/react/macro";
import type { compareRuns } from "@sekimori/karte-contract/endpoints/runs";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import { language } from "../../app/language.ts";
import { Severity } from "../../app/words/severity.tsx";

type Change = EndpointResult<typeof compareRuns>["changes"][number];

const tones = { appeared: "danger", disappeared: "success", changed: "warning" } as const;

/** The differences of two diagnoses, a line each. */
export function RunChanges({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useLingui();
  const locale = language.current();
  if (changes.length === 0) return <p className="text-muted">{t`Both scans found the same.`}</p>;
  const words = {
    appeared: t({ message: "New", context: "between two scans" }),
    disappeared: t({ message: "No longer found", context: "between two scans" }),
    changed: t`Severity changed`,
  };
  return (
    <Table label={t`Differences`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Change`}</ColumnHeader>
          <ColumnHeader>{t`Finding`}</ColumnHeader>
          <ColumnHeader>{t`Location`}</ColumnHeader>
          <ColumnHeader>{t`Severity`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ kind, finding, check, host, summary, severity, before, inForce }) => (
          <Row key={`${kind} ${check} ${host} ${finding} ${summary.en}`}>
            <Cell>
              <Badge tone={tones[kind]}>{words[kind]}</Badge>
            </Cell>
            <RowHeader className="min-w-64">
              {finding === null ? (
                summary[locale]
              ) : (
                <Link to={`${pagePaths.inventoryResult}?id=${finding}`} className={linkClass}>
                  {summary[locale]}
                </Link>
              )}
            </RowHeader>
            <Cell>
              <bdi className="break-all">{host}</bdi>
            </Cell>
            <Cell>
              {inForce && <Severity severity={inForce} />}
              <span className="flex flex-wrap items-center gap-x-2">
                {inForce && <span className="text-muted">{t`The check says`}</span>}
                {before && kind !== "appeared" && <Severity severity={before} />}
                {kind === "changed" && <span aria-hidden="true">→</span>}
                {severity && <Severity severity={severity} />}
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
