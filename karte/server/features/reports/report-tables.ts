import { labelsText } from "@sekimori/karte-contract/labels";
import { tokyoOffsetMs } from "@sekimori/kit-contract/tokyo";
import { csvText } from "@sekimori/kit-server/csv";
import { FileStoreRefused } from "../../ports/file-store.ts";
import type { ReportFigures, ReportFinding } from "./report-figures.ts";
import type { ReportHead } from "./report-pdf.ts";

/** Collects text up to so many bytes, so that a report that no store would take is not built. */
function collector(most: number) {
  const parts: Buffer[] = [];
  let bytes = 0;
  return {
    add(text: string) {
      const part = Buffer.from(text);
      bytes += part.length;
      if (bytes > most) throw new FileStoreRefused("too-large");
      parts.push(part);
    },
    all: () => Buffer.concat(parts),
  };
}

/** Column names are for machines: the same in every language. */
const columns = [
  "id",
  "domain",
  "host",
  "port",
  "check",
  "severity",
  "state",
  "title",
  "summary",
  "first_seen_at",
  "last_seen_at",
  "due_on",
  "points",
  "priority",
  "priority_reason",
  "cause",
  "cause_findings",
  "labels",
  "assignee",
  "groups",
  "domain_labels",
] as const;

/** A moment in Tokyo's time, as spreadsheets sort and programs read it. */
const inTokyo = (moment: string) =>
  `${new Date(new Date(moment).getTime() + tokyoOffsetMs).toISOString().slice(0, 19)}+09:00`;

/** Every finding that is listed as a row; safe to open in a spreadsheet. */
export async function reportCsv(
  head: ReportHead,
  listed: AsyncIterable<readonly ReportFinding[]>,
  most: number,
): Promise<Buffer> {
  const { language } = head;
  const text = collector(most);
  text.add(csvText([columns]));
  for await (const page of listed) {
    const rows = page.map((one) => [
      one.id,
      one.domain,
      one.host,
      one.port,
      one.check,
      one.severity,
      one.state,
      one.title[language],
      one.summary[language],
      inTokyo(one.firstSeenAt),
      inTokyo(one.lastSeenAt),
      one.dueOn,
      one.points,
      one.priority.value,
      one.priority.sentence[language],
      one.cause.key,
      one.cause.findings,
      labelsText(one.labels),
      one.assignee,
      one.groups.join(", "),
      labelsText(one.domainLabels),
    ]);
    // The mark of UTF-8 stands at the file's beginning only.
    text.add(csvText(rows).slice(1));
  }
  return text.all();
}

/** All figures and every finding that is listed, for programs. */
export async function reportJson(
  head: ReportHead,
  figures: ReportFigures,
  listed: AsyncIterable<readonly ReportFinding[]>,
  most: number,
): Promise<Buffer> {
  const { list: domains, ...rest } = figures;
  const { begins: _begins, ends: _ends, ...period } = head.period;
  const text = collector(most);
  const front = JSON.stringify({
    version: 1,
    service: head.service,
    workspace: head.workspace,
    scope: head.scope ?? { kind: "all" },
    period,
    madeAt: head.madeAt.toISOString(),
    summary: rest,
    domains,
  });
  text.add(`${front.slice(0, -1)},"findings":[`);
  let isFirst = true;
  for await (const page of listed) {
    const rows = page.map((one) => JSON.stringify(one)).join(",");
    text.add(isFirst ? rows : `,${rows}`);
    isFirst = false;
  }
  text.add("]}");
  return text.all();
}
