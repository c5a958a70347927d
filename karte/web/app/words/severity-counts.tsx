import { useLingui } from "@lingui/react/macro";
import type { SeverityCounts as Counts } from "@sekimori/karte-contract/endpoints/field-schemas";
import { severities } from "@sekimori/karte-contract/words";
import { SeverityMark } from "./severity-mark.tsx";
import { severityWords } from "./words.ts";

interface SeverityCountsProps {
  /** Null: not diagnosed yet, which is not the same as none. */
  readonly counts: Counts | null;
}

/** Open findings by severity, the worst first; what there is none of is left out. */
export function SeverityCounts({ counts }: SeverityCountsProps) {
  const { t, i18n } = useLingui();
  if (counts === null) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t`Not scanned yet`}</span>
      </span>
    );
  }
  const present = severities.filter((severity) => counts[severity] > 0);
  if (present.length === 0) return <span className="text-muted">{t`None`}</span>;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {present.map((severity) => (
        <li key={severity} className="inline-flex items-center gap-1 tabular-nums">
          <SeverityMark severity={severity} />
          <span className="sr-only">{i18n._(severityWords[severity])} </span>
          {counts[severity]}
        </li>
      ))}
    </ul>
  );
}
