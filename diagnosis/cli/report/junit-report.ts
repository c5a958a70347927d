import type { Finding } from "../../engine/finding.ts";
import type { Language } from "../../engine/text.ts";
import { isProblem, type Report } from "./report.ts";

/** JUnit's XML, as build servers read it: a suite for each target, a case for each finding. */
export function junitReport(reports: readonly Report[], language: Language): string {
  const suites = reports.map(({ result, findings }) => {
    const failures = findings.filter(isProblem).length;
    const skipped = findings.filter(isSkipped).length;
    const cases = findings.map((one) => testCase(one, language));
    return `  <testsuite name="${escaped(result.target)}" tests="${findings.length}" failures="${failures}" skipped="${skipped}" errors="0" timestamp="${result.startedAt.slice(0, 19)}">\n${cases.join("\n")}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}

function testCase(finding: Finding, language: Language): string {
  const { host, address, port } = finding.place;
  const place = [host, address, port].filter((part) => part !== undefined).join(" ");
  const name = [finding.check, finding.subject].filter((part) => part !== null).join(" ");
  const text = escaped(finding.summary[language]);
  const open = `    <testcase classname="${escaped(place)}" name="${escaped(name)}"`;
  if (isProblem(finding))
    return `${open}><failure type="${finding.severity}" message="${text}">${text}</failure></testcase>`;
  if (isSkipped(finding)) return `${open}><skipped message="${text}"/></testcase>`;
  return `${open}/>`;
}

function isSkipped({ state }: Finding): boolean {
  return state === "not-applicable" || state === "inconclusive";
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes, and replaces what XML 1.0 §2.2 forbids altogether: a server may have sent it. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
