import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { severities } from "@sekimori/karte-contract/words";
import { linkClass, quietLinkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { Grade } from "../../app/words/grade.tsx";
import { Severity } from "../../app/words/severity.tsx";
import { listAddresses } from "./list-addresses.ts";

interface GradeNowProps {
  readonly overview: Overview;
  readonly group: string | undefined;
}

/** The grade as it is, in one sentence, with what is open. */
export function GradeNow({ overview, group }: GradeNowProps) {
  const { t, i18n } = useLingui();
  const { open, domains, score, grade } = overview;
  const serious = i18n.number(open.critical + open.high);
  const { all } = domains;
  const diagnosed = i18n.number(domains.diagnosed);
  return (
    <section aria-label={t`Now`}>
      <div className="flex items-center gap-4">
        <Grade grade={grade} size="large" />
        <p className="text-[1.5rem] font-700 tabular-nums">
          {score ?? "–"}
          <span className="text-[0.875rem] font-400 text-muted"> / 100</span>
        </p>
      </div>
      <p className="mt-4 font-700">
        {open.critical + open.high > 0
          ? t`Open critical and high findings: ${{ serious }}`
          : t`No critical or high findings are open.`}
      </p>
      <p className="mt-1 text-[0.9375rem]">
        <Link to={listAddresses.domains({ group })} className={linkClass}>
          {t`${{ diagnosed }} of ${plural(all, { one: "# domain", other: "# domains" })} scanned`}
        </Link>
      </p>
      <dl className="mt-4 max-w-64 border-t border-border">
        {severities.map((severity) => (
          <div
            key={severity}
            className="flex justify-between gap-4 border-b border-border py-1.5 text-[0.9375rem]"
          >
            <dt>
              <Severity severity={severity} />
            </dt>
            <dd className="tabular-nums">
              {open[severity] === 0 ? (
                <span className="text-muted">0</span>
              ) : (
                <Link to={listAddresses.findings({ group, severity })} className={quietLinkClass}>
                  {i18n.number(open[severity])}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
