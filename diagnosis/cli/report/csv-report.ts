import type { Report } from "./report.ts";

const HEADER = [
  ...["target", "host", "address", "port", "url", "check", "state", "severity", "outcome"],
  ...["subject", "summary_ja", "summary_en", "unconfirmed", "key", "observed_at"],
];

/** RFC 4180, one finding a line; UTF-8 with a byte order mark, by which spreadsheets know it. */
export function csvReport(reports: readonly Report[]): string {
  const rows = reports.flatMap(({ result, findings }) =>
    findings.map((one) => [
      result.target,
      one.place.host,
      one.place.address ?? "",
      String(one.place.port ?? ""),
      one.place.url ?? "",
      one.check,
      one.state,
      one.severity ?? "",
      one.outcome,
      one.subject ?? "",
      one.summary.ja,
      one.summary.en,
      String(one.unconfirmed),
      one.key,
      one.observedAt,
    ]),
  );
  return `\ufeff${[HEADER, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** Quoted, and never a formula: a server chooses much of what stands here (OWASP, CSV injection). */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
