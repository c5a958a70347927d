import { useLingui } from "@lingui/react/macro";
import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";
import { isOpen } from "@sekimori/karte-contract/finding-life";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { findingStates } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { findingsQuery } from "../../app/findings/findings-query.ts";
import { language } from "../../app/language.ts";
import { HostText } from "../../app/words/host-text.tsx";
import { Severity } from "../../app/words/severity.tsx";
import { placeOf } from "./place-of.ts";

/** So many findings of a cause are shown; the list has the rest. */
const shownMost = 25;

interface CauseFindingsProps {
  /** One of them. */
  readonly finding: Pick<FindingRow, "cause" | "state">;
  /** Leaves one out: that of the page. */
  readonly but?: string;
}

/** The findings that end together, each with its place, the most urgent first. */
export function CauseFindings({ finding, but }: CauseFindingsProps) {
  const { t } = useLingui();
  const locale = language.current();
  const { key } = finding.cause;
  const states = isOpen(finding.state) ? findingStates.filter(isOpen) : [finding.state];
  const query = { cause: key ?? "", state: states.join(",") };
  const { data, error, refetch } = useQuery(
    findingsQuery({ ...query, size: shownMost }),
    queryClient,
  );
  if (!data) return <QueryState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <ul className="grid gap-1.5">
        {data.findings
          .filter(({ id }) => id !== but)
          .map((one) => (
            <li key={one.id} className="flex flex-wrap items-baseline gap-x-3">
              <span className="w-20 shrink-0 text-[0.875rem]">
                <Severity severity={one.severity} />
              </span>
              <span className="min-w-0 flex-1 basis-64">
                <Link
                  to={`${pagePaths.inventoryResult}?id=${one.id}`}
                  className={`${linkClass} wrap-anywhere`}
                >
                  {one.summary[locale]}
                </Link>{" "}
                <span className="text-[0.875rem] text-muted">
                  <HostText text={placeOf(one)} />
                </span>
              </span>
            </li>
          ))}
      </ul>
      {data.next !== null && (
        <p className="mt-2">
          <Link
            to={`${pagePaths.inventoryResult}?${new URLSearchParams(query)}`}
            className={linkClass}
          >
            {t`Show all findings with this cause`}
          </Link>
        </p>
      )}
    </>
  );
}
