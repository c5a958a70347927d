import { useLingui } from "@lingui/react/macro";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { language } from "../../app/language.ts";
import { Severity } from "../../app/words/severity.tsx";

/** The things to do first, with what each is worth. */
export function FirstThings({ findings }: { readonly findings: Overview["first"] }) {
  const { t, i18n } = useLingui();
  const locale = language.current();
  if (findings.length === 0) {
    return <p className="text-muted">{t`Fixing what's open wouldn't raise your score.`}</p>;
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
              {finding.assignee && <span>{finding.assignee.name}</span>}
            </p>
          </div>
          <p className="text-right whitespace-nowrap">
            <span className="text-[1.125rem] font-700 tabular-nums">
              +{i18n.number(finding.points, { maximumFractionDigits: 1 })}
            </span>{" "}
            <span className="text-[0.8125rem] text-muted">{t`points`}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}
