import { useLingui } from "@lingui/react";
import type { Severity as SeverityWord } from "@sekimori/karte-contract/words";
import { SeverityMark } from "./severity-mark.tsx";
import { severityWords } from "./words.ts";

/** A severity as form and word. */
export function Severity({ severity }: { readonly severity: SeverityWord }) {
  const { i18n } = useLingui();
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <SeverityMark severity={severity} />
      {i18n._(severityWords[severity])}
    </span>
  );
}
