import { createHash } from "node:crypto";
import type { Asset } from "../../engine/asset.ts";
import { factValue } from "../../engine/fact-values.ts";
import type { Fact, Finding } from "../../engine/finding.ts";
import type { Grade } from "../../engine/grades.ts";
import { type Language, tokyoTime } from "../../engine/text.ts";
import {
  ASSET_STATE_WORDS,
  ASSET_TYPE_WORDS,
  CATEGORY_WORDS,
  dataSetWord,
  FOUND_BY_WORDS,
  SEVERITY_WORDS,
  STATE_WORDS,
} from "../../engine/words.ts";
import type { CatalogueEntry } from "../../pages/catalogue.ts";
import { factWord } from "../../pages/fact-words.ts";
import { termsIn } from "../../pages/glossary.ts";
import { type MadeRecipe, recipesFor } from "../../pages/recipes.ts";
import type { HostScore } from "../../score/host-score.ts";
import { asWritten } from "../sentences.ts";
import { both, html, Markup } from "./html.ts";
import { REPORT_STYLE } from "./html-style.ts";
import { type FindingGroup, grouped, isProblem, type Report, STOPPED } from "./report.ts";

/**
 * One file without scripts or anything from elsewhere: both languages (a switch hides one), light
 * and dark, printable. Its own policy forbids everything but its style.
 */
export function htmlReport(report: Report, language: Language): string {
  const { result, findings, assets, catalogue } = report;
  const problems = findings.filter(isProblem);
  const open = findings.filter(({ state }) => state === "inconclusive");
  const rest = findings.filter(
    (finding) => !isProblem(finding) && finding.state !== "inconclusive",
  );
  const hash = createHash("sha256").update(REPORT_STYLE).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const byHost = Map.groupBy(problems, ({ place }) => place.host);
  const recipesOf = (finding: Finding) => {
    const openChecks = new Set(byHost.get(finding.place.host)?.map(({ check }) => check));
    return recipesFor(finding, { domain: result.target, openChecks, assets });
  };
  const show = (list: readonly Finding[]) =>
    grouped(list).map((group) =>
      findingBlock(group, catalogue.get(group.finding.check), recipesOf),
    );
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${asWritten(result.target)} – Sekimori</title><style>${new Markup(REPORT_STYLE)}</style></head>
<body><header>
<h1>${asWritten(result.target)}</h1>
<p class="soft">${both({ ja: "診断結果", en: "Result of the diagnosis" })} · <time datetime="${result.finishedAt}">${both(tokyoTime(result.finishedAt))}</time> · ${result.scanId}</p>
<fieldset><legend class="soft">${both({ ja: "言語", en: "Language" })}</legend>
<label><input type="radio" name="language" id="ja"${language === "ja" ? new Markup(" checked") : ""}> 日本語</label>
<label><input type="radio" name="language" id="en"${language === "en" ? new Markup(" checked") : ""}> English</label></fieldset>
${result.status === "stopped" ? html`<p class="stopped">${both(STOPPED)}</p>` : null}
</header><main>
${report.partial ? null : gradesBlock(report)}
<h2>${both({ ja: "指摘事項", en: "Findings" })} (${problems.length})</h2>
${problems.length > 0 ? html`<ul class="scores">${bySeverity(problems)}</ul>` : null}
${problems.length > 0 ? show(problems) : html`<p>${both({ ja: "指摘はありません。", en: "Nothing to report." })}</p>`}
${open.length > 0 ? html`<h2>${both({ ja: "判定できなかった項目", en: "Not decided" })} (${open.length})</h2>${show(open)}` : null}
<h2>${both({ ja: "資産", en: "Assets" })} (${assets.length})</h2>${assetTable(assets)}
<h2>${both({ ja: "そのほかの結果", en: "Other results" })} (${rest.length})</h2>
<details><summary>${both({ ja: "合格、情報、対象外の項目を表示", en: "Show what passed, informs or does not apply" })}</summary>${show(rest)}</details>
${glossary(report)}
<h2>${both({ ja: "この診断で見えないもの", en: "Not visible to us" })}</h2>
<ul>${result.notVisible.map((note) => html`<li>${both(note)}</li>`)}</ul>
<h2>${both({ ja: "使用したデータ", en: "Data used" })}</h2>
<ul>${result.dataSets.map(({ name, date, source }) => html`<li>${both(dataSetWord(name))} · ${date} <span class="soft">${both(dataSetWord(source))}</span></li>`)}</ul>
</main></body></html>
`;
  return page.text;
}

function gradesBlock({ result }: Report): Markup {
  return html`<h2>${both({ ja: "評価", en: "Grades" })}</h2>
${result.hosts.length > 1 ? html`<section class="host">${gradeMark(result.organisation.grade)}<div><h3>${both({ ja: "全体", en: "Overall" })}</h3><p>${scoreText(result.organisation)}</p></div></section>` : null}
<div class="hosts">${result.hosts.map(hostBlock)}</div>`;
}

function hostBlock(host: HostScore): Markup {
  const steps = host.categories.flatMap(({ steps: list }) =>
    list.filter(({ points }) => points !== 0),
  );
  return html`<section class="host">${gradeMark(host.grade)}<div>
<h3>${asWritten(host.host)}</h3><p>${scoreText(host)}</p>
<ul class="scores">${host.categories.map(({ category, score }) => html`<li>${both(CATEGORY_WORDS[category])} <b>${score === null ? "–" : String(score)}</b></li>`)}</ul>
${host.caps.map((cap) => html`<p class="soft">${both({ ja: `評価の上限 ${cap.grade}：`, en: `Grade limited to ${cap.grade}: ` })}${both(cap.reason)}</p>`)}
<details><summary>${both({ ja: "加点と減点", en: "Every deduction and bonus" })} (${steps.length})</summary>
<table><tbody>${steps.map((step) => html`<tr><td>${signed(step.points)}</td><td>${step.check}</td><td>${both(step.text)}</td></tr>`)}</tbody></table>
</details></div></section>`;
}

/** A grade by letter, colour and shape: who cannot tell the colours sees the shape. */
function gradeMark(grade: Grade | null): Markup {
  return html`<div class="grade grade-${grade ?? "none"}">${grade ?? "–"}</div>`;
}

type ScoreShown = Pick<HostScore, "score" | "atMost"> & Partial<Pick<HostScore, "coverage">>;

function scoreText({ score, atMost, coverage }: ScoreShown): Markup {
  if (score === null) return html`${both({ ja: "判定できませんでした", en: "Not decided" })}`;
  const words = atMost ? { ja: "評点（最大）", en: "Score, at most" } : { ja: "評点", en: "Score" };
  const share = Math.round((1 - (coverage ?? 1)) * 100);
  const open = { ja: `（未判定${share}％）`, en: ` (${share} % undecided)` };
  return html`${both(words)} ${String(score)} / 100${atMost && share > 0 ? both(open) : null}`;
}

function findingBlock(
  { finding, places, ofHosts }: FindingGroup,
  entry: CatalogueEntry | undefined,
  recipesOf: RecipesOf,
): Markup {
  const word = finding.severity ? SEVERITY_WORDS[finding.severity] : STATE_WORDS[finding.state];
  const tone = isProblem(finding) && finding.severity ? finding.severity : "none";
  return html`<article class="finding ${tone}"><h3><span class="tag">${both(word)}</span>${entry ? both(entry.title) : finding.check}</h3>
<p>${both(finding.summary)}</p><p class="soft">${finding.check} · ${places.join(", ")}${finding.unconfirmed ? html` · ${both({ ja: "版番号による未確認の指摘", en: "version-based, unconfirmed" })}` : null}</p>
${
  entry && isProblem(finding)
    ? html`<p>${both(entry.explanation)}</p><p><b>${both({ ja: "対策", en: "Remedy" })}</b> ${both(entry.remedy)}</p>${recipesOfHosts(ofHosts, recipesOf)}`
    : null
}
${finding.evidence.length > 0 ? html`<details><summary class="soft">${both({ ja: "観測した事実", en: "What was observed" })} (${finding.evidence.length})</summary><dl>${finding.evidence.map(factRow)}</dl></details>` : null}
${
  entry && isProblem(finding)
    ? html`<p class="soft">${entry.source.map(({ title, url: link }, at) => html`${at > 0 ? " · " : ""}<a href="${link}" rel="noreferrer">${title}</a>`)}</p>`
    : null
}</article>`;
}

type RecipesOf = (finding: Finding) => readonly MadeRecipe[];

/** What mends a finding at each host: once where it is the same, else under the hosts' names. */
function recipesOfHosts(findings: readonly Finding[], recipesOf: RecipesOf): Markup | null {
  const blocks = Map.groupBy(findings, (finding) => JSON.stringify(recipesOf(finding)));
  const [first, ...others] = [...blocks.values()].map((same) => ({
    hosts: same.map(({ place }) => asWritten(place.host)).join(", "),
    block: same[0] === undefined ? null : recipeBlock(recipesOf(same[0])),
  }));
  if (first === undefined) return null;
  if (others.length === 0) return first.block;
  return html`<p class="soft">${first.hosts}</p>${first.block}${others.map(({ hosts, block }) => html`<details><summary class="soft">${hosts}</summary>${block}</details>`)}`;
}

/** The lines that mend a finding; for products that were not seen there only on request. */
function recipeBlock(recipes: readonly MadeRecipe[]): Markup | null {
  if (recipes.length === 0) return null;
  const show = ({ product, text }: MadeRecipe) =>
    html`<p class="soft">${product}</p><pre>${text}</pre>`;
  const others = recipes.filter(({ isSeen }) => !isSeen);
  return html`${recipes.filter(({ isSeen }) => isSeen).map(show)}${others.length > 0 ? html`<details><summary class="soft">${both({ ja: "設定の例", en: "Settings to copy" })}</summary>${others.map(show)}</details>` : null}`;
}

function factRow(fact: Fact): Markup {
  const value = factValue(fact);
  return html`<dt>${both(factWord(fact.name))}</dt><dd>${value.ja === value.en ? value.en : both(value)}</dd>`;
}

function bySeverity(problems: readonly Finding[]): readonly Markup[] {
  return Object.entries(SEVERITY_WORDS).flatMap(([severity, word]) => {
    const count = problems.filter((finding) => finding.severity === severity).length;
    return count === 0
      ? []
      : [html`<li class="${severity}"><span class="tag">${both(word)}</span><b>${count}</b></li>`];
  });
}

function assetTable(assets: readonly Asset[]): Markup {
  return html`<table class="assets"><thead><tr><th>${both({ ja: "名前", en: "Name" })}</th><th>${both({ ja: "種類", en: "Type" })}</th><th>${both({ ja: "状態", en: "State" })}</th><th>${both({ ja: "製品", en: "Product" })}</th><th>${both({ ja: "アドレス・ポート", en: "Addresses, ports" })}</th><th>${both({ ja: "見つけた手がかり", en: "Found by" })}</th></tr></thead>
<tbody>${assets.map((asset) => html`<tr><td>${asWritten(asset.name)}</td><td>${both(ASSET_TYPE_WORDS[asset.type])}</td><td>${both(ASSET_STATE_WORDS[asset.state])}</td><td>${[asset.product, asset.version].filter((part) => part !== null).join(" ")}</td><td>${[...asset.addresses, ...asset.ports].join(", ")}</td><td>${asset.foundBy.map((by, at) => html`${at > 0 ? "; " : ""}${both(FOUND_BY_WORDS[by.source])} (${asWritten(by.at)})`)}</td></tr>`)}</tbody></table>`;
}

/** The terms that the problems and their remedies use, explained here once. */
function glossary({ findings, catalogue }: Report): Markup | null {
  const problems = findings.filter(isProblem);
  const entries = problems.map(({ check }) => catalogue.get(check));
  const terms = termsIn([
    ...problems.map(({ summary }) => summary),
    ...entries.flatMap((entry) => (entry ? [entry.title, entry.explanation, entry.remedy] : [])),
  ]);
  if (terms.length === 0) return null;
  return html`<h2>${both({ ja: "用語", en: "Terms" })}</h2>
<dl class="terms">${terms.map(({ term, meaning }) => html`<dt>${both(term)}</dt><dd>${both(meaning)}</dd>`)}</dl>`;
}

function signed(points: number): string {
  const rounded = Math.round(points * 10) / 10;
  return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "−");
}
