import type { Severity } from "@sekimori/karte-contract/words";

/** A form of its own for each severity: colour is never the only sign (WCAG 1.4.1). */
const forms: Readonly<Record<Severity, { readonly path: string; readonly look: string }>> = {
  critical: { path: "M5 1h6l4 4v6l-4 4H5l-4-4V5z", look: "text-danger" },
  high: { path: "M8 1.5 15 14H1z", look: "text-danger" },
  medium: { path: "M8 1 15 8 8 15 1 8z", look: "text-warning" },
  low: { path: "M2 2h12v12H2z", look: "text-key" },
  info: { path: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2z", look: "text-muted" },
};

/** Decorative: the word stands beside it or is read instead. */
export function SeverityMark({ severity }: { readonly severity: Severity }) {
  const { path, look } = forms[severity];
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width="0.8em" height="0.8em" className={look}>
      <path d={path} fill="currentColor" />
    </svg>
  );
}
