import { useLingui } from "@lingui/react/macro";
import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { counted } from "../counted.ts";
import { language } from "../language.ts";
import { ScoreGain } from "../words/score-gain.tsx";
import { Severity } from "../words/severity.tsx";

/** The things to do first, one for each cause, with why, and what each is worth to its domain's score. */
export function FirstThings({ findings }: { readonly findings: readonly FindingRow[] }) {
  const { t, i18n } = useLingui();
  const locale = language.current();
  const figureOf = ({ cause }: FindingRow) => counted(i18n, cause.findings, cause.more);
  if (findings.length === 0) {
    return <p className="text-muted">{t`Nothing is open.`}</p>;
  }
  return (
    <ol className="border-t border-border">
      {findings.map((finding) => (
        <li
          key={finding.id}
          className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-b border-border py-3"
        >
          <div className="min-w-0">
            <Link to={`${pagePaths.inventoryResult}?id=${finding.id}`} className={linkClass}>
              {finding.summary[locale]}
            </Link>
            <p className="flex flex-wrap gap-x-4 text-[0.875rem] text-muted">
              <Severity severity={finding.severity} />
              <bdi className="break-all">{finding.host}</bdi>
              <span>{finding.assignee?.name ?? t`Unassigned`}</span>
              {finding.cause.findings > 1 && (
                <span>{t`Findings with one cause: ${{ figure: figureOf(finding) }}`}</span>
              )}
            </p>
            <p className="text-[0.875rem] text-muted">
              {finding.priority.sentence[locale]} <ScoreGain finding={finding} />
            </p>
          </div>
          <p className="text-right whitespace-nowrap">
            <span className="block text-[1.125rem] font-700 tabular-nums">
              {i18n.number(finding.priority.value)}
            </span>
            <span className="text-[0.8125rem] text-muted">{t`Priority`}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}
