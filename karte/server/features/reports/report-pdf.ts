import type { ReportView } from "@sekimori/karte-contract/endpoints/reports";
import { verdictOf } from "@sekimori/karte-contract/verdict";
import { grades, severities } from "@sekimori/karte-contract/words";
import { formatDay, formatMoment, formatMonth } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { createPdf, type Pdf } from "@sekimori/kit-server/pdf";
import { plainText } from "@sekimori/kit-server/plain-text";
import { chartHeight, drawScore, drawWeeks, drawYear } from "./report-charts.ts";
import type { Period, ReportFigures, ReportFinding } from "./report-figures.ts";
import {
  causeSentence,
  gradeWord,
  type ReportWords,
  reportWords,
  severityWord,
} from "./report-words.ts";

/** What a report is about and for whom, beside its figures. */
export interface ReportHead {
  readonly service: string;
  readonly workspace: string;
  /** The group's or the domain's name; null for everything. */
  readonly scope:
    | { readonly kind: "group" | "domain"; readonly name: string }
    | Extract<ReportView["scope"], { kind: "view" }>
    | null;
  readonly period: Period;
  readonly madeAt: Date;
  readonly language: Locale;
}

/** Lines of one list on paper; the other forms have all of them. */
const linesMost = 500;
const causesMost = 6;
const pointsMost = 31;

const key = "#1d3f70";
const left = 62;
/** From there on twelve months stand beside the grade. */
const yearLeft = 250;

export function scopeWord(words: ReportWords, scope: ReportHead["scope"]): string {
  if (scope === null) return words.everything;
  if (scope.kind === "view") return words.views[scope.list](scope.name);
  return scope.kind === "group" ? words.group(scope.name) : scope.name;
}

function cover(pdf: Pdf, head: ReportHead, words: ReportWords): void {
  const { language, period } = head;
  pdf.decoration((canvas) => {
    canvas.rect(0, 0, 14, canvas.page.height).fill(key);
    canvas.rect(left, 150, 44, 4).fill(key);
  });
  pdf.space(106);
  pdf.paragraph(head.service, { quiet: true, size: 11 });
  pdf.space(4);
  pdf.heading(1, words.title);
  pdf.space(6);
  pdf.paragraph(plainText(head.workspace, 120), { size: 14 });
  pdf.space(250);
  pdf.table(
    [
      { header: words.scope, share: 2 },
      { header: words.period, share: 2 },
      { header: words.madeAt, share: 2 },
    ],
    [
      [
        plainText(scopeWord(words, head.scope), 200),
        `${formatDay(period.from, language)} – ${formatDay(period.to, language)}`,
        formatMoment(head.madeAt.toISOString(), language),
      ],
    ],
  );
}

/** "Are we all right?", as the overview says it; how the grade went is said below. */
function verdict({ open, first, overdue, domains, grade }: ReportFigures, language: Locale) {
  const [urgent] = first;
  const dueOn = urgent?.dueOn ?? null;
  return verdictOf({
    critical: open.critical,
    first: urgent
      ? {
          title: urgent.title,
          place: plainText(urgent.host, 120),
          assignee: urgent.assignee && plainText(urgent.assignee, 60),
          due: dueOn === null ? null : { ja: formatDay(dueOn, "ja"), en: formatDay(dueOn, "en") },
        }
      : null,
    overdue: { count: overdue.count, more: false, longest: overdue.longestWorkingDays },
    domains: { all: domains.all, seen: domains.diagnosed },
    grade,
    gradeBefore: null,
    fixed: 0,
  })
    .map((sentence) => sentence[language])
    .join(language === "en" ? " " : "");
}

function summary(pdf: Pdf, figures: ReportFigures, head: ReportHead, words: ReportWords): void {
  const number = (value: number) => value.toLocaleString(head.language);
  pdf.heading(2, words.summary);
  pdf.paragraph(verdict(figures, head.language), { size: 12 });
  const grade = gradeWord(words, figures.grade);
  const score = figures.score === null ? "–" : words.scoreOf(figures.score);
  const year = yearOf(figures, head.language, words);
  const alternative = [words.gradeAlt(grade, score), ...(year ? [year.alternative] : [])];
  pdf.figure(alternative.join(" "), 96, (canvas, top) => {
    canvas
      .roundedRect(left, top + 4, 84, 76, 6)
      .lineWidth(1.5)
      .stroke(key);
    canvas
      .font("bold")
      .fontSize(figures.grade === null ? 13 : 44)
      .fillColor(key);
    canvas.text(grade, left, top + (figures.grade === null ? 32 : 10), {
      width: 84,
      align: "center",
      lineBreak: false,
    });
    canvas.font("bold").fontSize(20).fillColor("#1b1f27");
    canvas.text(score, left + 104, top + 12, { width: 300, lineBreak: false });
    canvas.font("regular").fontSize(9.5).fillColor("#565c68");
    canvas.text(words.intro(figures.domains.all, figures.domains.diagnosed), left + 104, top + 46, {
      width: year ? yearLeft - 114 : pdf.width - 110,
    });
    if (year === null) return;
    const place = { left: left + yearLeft, top: top + 4, width: pdf.width - yearLeft };
    canvas.font("regular").fontSize(8).fillColor("#565c68");
    const heading = year.isOfTwoRules ? words.yearOfTwoRules : words.year;
    canvas.text(heading, place.left, place.top, { width: place.width, lineBreak: false });
    drawYear(canvas, place, year.months, head.language);
  });
  const open = severities.reduce((sum, severity) => sum + figures.open[severity], 0);
  const { count: accepted, nextEnd } = figures.accepted;
  pdf.table(
    [
      { header: words.summary, share: 4 },
      { header: words.count, align: "right" },
    ],
    [
      [words.openCount, number(open)],
      [words.newCount, number(figures.changes.newFindings)],
      [words.fixedCount, number(figures.changes.fixedFindings)],
      [words.overdueCount, number(figures.overdue.count)],
      [
        words.acceptedCount,
        nextEnd === null
          ? number(accepted)
          : words.endsNext(number(accepted), formatDay(nextEnd, head.language)),
      ],
      [words.unseenCount, number(figures.domains.all - figures.domains.diagnosed)],
    ],
  );
  const before = figures.history[0];
  const last = figures.history.at(-1);
  if (before && last && before !== last) {
    const point = (one: typeof before) =>
      `${gradeWord(words, one.grade)}${one.score === null ? "" : ` (${one.score})`}`;
    pdf.paragraph(
      words.course(
        formatDay(before.day, head.language),
        point(before),
        formatDay(last.day, head.language),
        point(last),
      ),
    );
  }
  pdf.heading(3, words.bySeverity);
  pdf.table(
    severities.map((severity) => ({ header: severityWord(words, severity), align: "right" })),
    [severities.map((severity) => number(figures.open[severity]))],
  );
  if (figures.first.length === 0) return;
  pdf.heading(3, words.first);
  pdf.table(
    [
      { header: words.priority, align: "right", share: 1.3 },
      { header: words.finding, share: 5 },
      { header: words.assignee, share: 2 },
      { header: words.due, share: 2.1 },
    ],
    figures.first.map((finding) => {
      const { host, port, title, priority, assignee, dueOn } = finding;
      const place = plainText(port === null ? host : `${host}:${port}`, 120);
      return [
        number(priority.value),
        `${title[head.language]} – ${place}${together(finding, words)}`,
        assignee === null ? words.nobody : plainText(assignee, 60),
        dueOn === null ? "–" : formatDay(dueOn, head.language),
      ];
    }),
  );
}

/** What stands beside the grade once there are two months to compare, and the same in words. */
function yearOf({ months }: ReportFigures, language: Locale, words: ReportWords) {
  const known = months.filter(({ score }) => score !== null);
  if (known.length < 2) return null;
  const told = known.map(({ month, grade, score }) =>
    words.monthAlt(formatMonth(`${month}-01`, language), gradeWord(words, grade), score ?? 0),
  );
  const changed = months.filter(({ isOtherRules }) => isOtherRules);
  const rules = changed.map(({ month }) => formatMonth(`${month}-01`, language));
  return {
    months,
    isOfTwoRules: changed.length > 0,
    alternative: [words.yearAlt(told), ...(rules.length > 0 ? [words.otherRules(rules)] : [])].join(
      " ",
    ),
  };
}

/** At most so many of a long row of points, always with the first and the last. */
function thinned<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const step = (all.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => all[Math.round(index * step)] as T);
}

function trend(pdf: Pdf, figures: ReportFigures, head: ReportHead, words: ReportWords): void {
  const { language, period } = head;
  const place = (top: number) => ({ left, top, width: pdf.width });
  pdf.heading(2, words.trend);
  pdf.heading(3, words.scoreTrend);
  if (figures.history.length === 0) pdf.paragraph(words.noHistory);
  else {
    pdf.figure(words.trendAlt, chartHeight, (canvas, top) =>
      drawScore(canvas, place(top), figures.history, period, words.versionMark),
    );
    pdf.table(
      [{ header: words.day }, { header: words.grade }, { header: words.score, align: "right" }],
      thinned(figures.history, pointsMost).map(({ day, grade, score }) => [
        formatDay(day, language),
        gradeWord(words, grade),
        score === null ? "–" : String(score),
      ]),
    );
  }
  pdf.heading(3, words.weeksTrend);
  pdf.figure(words.weeksAlt, chartHeight + 12, (canvas, top) =>
    drawWeeks(canvas, place(top), figures.weeks, words),
  );
  pdf.table(
    [
      { header: words.week },
      { header: words.appeared, align: "right" },
      { header: words.closed, align: "right" },
    ],
    figures.weeks.map(({ from, appeared, closed }) => [
      formatDay(from, language),
      String(appeared),
      String(closed),
    ]),
  );
}

/** How many findings end with it, where it is not alone. */
const together = ({ cause }: ReportFinding, words: ReportWords) =>
  cause.findings > 1 ? ` (${words.together(cause.findings)})` : "";

function lineOf(finding: ReportFinding, words: ReportWords, language: Locale): string[] {
  const { host, port, severity, state, title, summary: text, firstSeenAt, dueOn } = finding;
  // Only a view lists findings that are not open.
  const closed = words.closedStates[state as keyof ReportWords["closedStates"]];
  const said = `${title[language]}${closed === undefined ? "" : ` (${closed})`}`;
  return [
    severityWord(words, severity),
    plainText(port === null ? host : `${host}:${port}`, 120),
    plainText(`${said} – ${text[language]}${together(finding, words)}`),
    formatDay(tokyoDay(new Date(firstSeenAt)), language),
    dueOn === null ? "–" : formatDay(dueOn, language),
  ];
}

function firstTable(
  pdf: Pdf,
  shown: readonly ReportFinding[],
  head: ReportHead,
  words: ReportWords,
): void {
  pdf.table(
    [
      { header: words.priority, align: "right", share: 1.3 },
      { header: words.host, share: 2.6 },
      { header: words.finding, share: 4.4 },
      { header: words.why, share: 3.4 },
      { header: words.points, align: "right", share: 1.5 },
    ],
    shown.map((finding) => {
      const [, host = "", text = ""] = lineOf(finding, words, head.language);
      const { value, sentence } = finding.priority;
      const points = Math.round(finding.points * 10) / 10;
      return [
        value.toLocaleString(head.language),
        host,
        text,
        sentence[head.language],
        words.pointsOf(points),
      ];
    }),
  );
}

function first(pdf: Pdf, figures: ReportFigures, head: ReportHead, words: ReportWords): void {
  pdf.heading(2, words.first);
  if (figures.first.length === 0) {
    pdf.paragraph(words.none);
    return;
  }
  pdf.paragraph(words.firstIntro, { quiet: true });
  firstTable(pdf, figures.first, head, words);
}

function changes(pdf: Pdf, figures: ReportFigures, head: ReportHead, words: ReportWords): void {
  pdf.heading(2, words.changes);
  if (figures.gradeChanges.length === 0) {
    pdf.paragraph(words.none);
    return;
  }
  const side = (grade: ReportFigures["grade"], score: number | null) =>
    `${gradeWord(words, grade)}${score === null ? "" : ` (${score})`}`;
  pdf.table(
    [
      { header: words.when, share: 2 },
      { header: words.domain, share: 2 },
      { header: words.change, share: 1.6 },
      { header: words.why, share: 5 },
    ],
    figures.gradeChanges.map((change) => {
      const causes = change.causes
        .slice(0, causesMost)
        .map((cause) => plainText(causeSentence(words, cause, head.language), 200));
      const rest = change.causes.length - causes.length;
      return [
        formatMoment(change.at, head.language),
        plainText(change.domain, 120),
        `${side(change.from, change.scoreFrom)} → ${side(change.to, change.scoreTo)}`,
        [...causes, ...(rest > 0 ? [words.moreCauses(rest)] : [])].join("\n"),
      ];
    }),
  );
}

function domains(pdf: Pdf, figures: ReportFigures, head: ReportHead, words: ReportWords): void {
  pdf.heading(2, words.domains);
  if (figures.list.length === 0) {
    pdf.paragraph(words.none);
    return;
  }
  pdf.heading(3, words.byGrade);
  pdf.table(
    grades.map((one) => ({ header: one, align: "right" })),
    [grades.map((one) => String(figures.domains.byGrade[one]))],
  );
  pdf.table(
    [
      { header: words.domain, share: 4 },
      { header: words.grade, share: 1.1 },
      { header: words.score, share: 1.4, align: "right" },
      ...severities.slice(0, 4).map((severity) => ({
        header: severityWord(words, severity),
        share: 1.2,
        align: "right" as const,
      })),
      { header: words.lastRun, share: 3.3 },
    ],
    figures.list
      .slice(0, linesMost)
      .map(({ name, grade, score, open, lastRunAt }) => [
        plainText(name, 120),
        grade ?? "–",
        score === null ? "–" : String(score),
        ...severities.slice(0, 4).map((severity) => String(open[severity])),
        lastRunAt === null ? words.never : formatMoment(lastRunAt, head.language),
      ]),
  );
  const rest = figures.list.length - linesMost;
  if (rest > 0) pdf.paragraph(words.more(rest), { quiet: true });
}

async function findings(
  pdf: Pdf,
  pages: AsyncIterable<readonly ReportFinding[]>,
  listed: number,
  head: ReportHead,
  words: ReportWords,
): Promise<void> {
  pdf.heading(2, words.findings);
  const shown: ReportFinding[] = [];
  for await (const page of pages) {
    shown.push(...page.slice(0, linesMost - shown.length));
    if (shown.length >= linesMost) break;
  }
  if (shown.length === 0) {
    pdf.paragraph(words.none);
    return;
  }
  pdf.table(
    [
      { header: words.severity, share: 1.2 },
      { header: words.host, share: 2.6 },
      { header: words.finding, share: 4.8 },
      { header: words.since, share: 2.1 },
      { header: words.due, share: 2.1 },
    ],
    shown.map((finding) => lineOf(finding, words, head.language)),
  );
  if (listed > shown.length) pdf.paragraph(words.more(listed - shown.length), { quiet: true });
}

/** The report for people who read: cover, contents, one page of summary, and what it rests on. */
export async function reportPdf(
  head: ReportHead,
  figures: ReportFigures,
  listed: AsyncIterable<readonly ReportFinding[]>,
): Promise<Buffer> {
  const words = reportWords[head.language];
  const pdf = createPdf({
    title: `${words.title} – ${plainText(head.workspace, 120)}`,
    author: head.service,
    subject: plainText(scopeWord(words, head.scope), 200),
    locale: head.language,
    createdAt: head.madeAt,
  });
  cover(pdf, head, words);
  pdf.contents(words.contents);
  summary(pdf, figures, head, words);
  pdf.pageBreak();
  trend(pdf, figures, head, words);
  first(pdf, figures, head, words);
  changes(pdf, figures, head, words);
  pdf.pageBreak();
  domains(pdf, figures, head, words);
  await findings(pdf, listed, figures.listed, head, words);
  pdf.heading(2, words.about);
  if (head.scope?.kind === "view") pdf.paragraph(words.aboutViews[head.scope.list]);
  pdf.paragraph(words.aboutText);
  return pdf.finish();
}
