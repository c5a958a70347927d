import { FormatError } from "./format-error.ts";
/** FIRST's daily EPSS scores (CSV with a comment line of the model and the day before its header). */
export function readEpss(text: string): {
  readonly date: string;
  readonly scores: ReadonlyMap<string, number>;
} {
  const [comment = "", header = "", ...lines] = text.split(/\r?\n/);
  const date = /^#.*score_date:(\d{4}-\d\d-\d\d)/.exec(comment)?.[1];
  if (date === undefined || !header.startsWith("cve,epss"))
    throw new FormatError({
      ja: "1行目にscore_dateがありません。",
      en: "its first line names no score_date.",
    });
  const scores = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (line === "") continue;
    const [id = "", score = ""] = line.split(",");
    const value = Number(score);
    if (!/^CVE-\d{4}-\d+$/.test(id) || score === "" || !(value >= 0 && value <= 1))
      throw new FormatError({
        ja: `${at + 3}行目がEPSSの値ではありません：${line.slice(0, 80)}`,
        en: `line ${at + 3} is no EPSS score: ${line.slice(0, 80)}`,
      });
    scores.set(id, value);
  }
  return { date, scores };
}
