import type { Check, Outcome } from "../engine/check.ts";
import { costOf, secondsOf } from "../engine/cost.ts";
import { CAP_GRADES } from "../engine/grades.ts";
import type { Language, LocalText } from "../engine/text.ts";
import { CATEGORY_WORDS, SEVERITY_WORDS, STATE_WORDS } from "../engine/words.ts";
import { exampleRecipes } from "./recipes.ts";

const WORDS = {
  ja: {
    what: "調べること",
    why: "なぜ重要か",
    graded: "判定と評価",
    head: "| 結果 | 判定 | 重大度 | 評価の上限 |",
    mend: "対策",
    cost: "対象への負荷",
    sources: "出典",
  },
  en: {
    what: "What is looked at",
    why: "Why it matters",
    graded: "How it is graded",
    head: "| What was seen | Verdict | Severity | Grade at most |",
    mend: "How to mend it",
    cost: "What it costs",
    sources: "Sources",
  },
} as const;

/** The page of one check in both languages, as Markdown: what, why, how graded, how to mend, cost, sources. */
export function checkPage(check: Check): string {
  const recipes = exampleRecipes(check.id).map(
    ({ product, text }) => `${product}:\n\n\`\`\`\n${text}\n\`\`\`\n`,
  );
  const sources = check.source.map(({ title, url }) => `- [${title}](${url})`);
  const half = (language: Language) => {
    const words = WORDS[language];
    const rows = Object.values(check.outcomes).map((outcome) => row(outcome, language));
    return [
      `## ${check.title[language]}\n`,
      `${CATEGORY_WORDS[check.category][language]} · \`${check.id}\`\n`,
      `### ${words.what}\n`,
      `${check.looksAt[language]}\n`,
      `### ${words.why}\n`,
      `${check.explanation[language]}\n`,
      `### ${words.graded}\n`,
      [words.head, "| --- | --- | --- | --- |", ...rows, ""].join("\n"),
      `### ${words.mend}\n`,
      `${check.remedy[language]}\n`,
      ...recipes,
      `### ${words.cost}\n`,
      `${costSentence(check.id)[language]}\n`,
      `### ${words.sources}\n`,
      `${sources.join("\n")}\n`,
    ].join("\n");
  };
  return `<!-- Written by diagnosis/pages/write-pages.ts; do not edit. -->\n\n# ${check.id}\n\n${half("ja")}\n${half("en")}`;
}

function costSentence(id: string): LocalText {
  const cost = costOf(id);
  const { requests, connections, questions } = cost;
  const seconds = secondsOf(cost);
  return {
    ja: `標準的なホストでこの項目だけを実行した場合、HTTPリクエスト${requests}回、TCP接続${connections}回、DNSの問い合わせ${questions}回${seconds > 0 ? `で、送信の間隔を保つため約${seconds}秒かかります` : "です"}。ほかの項目と結果を共有するため、診断全体での増加はこれより少なくなります。`,
    en: `On a usual host, run alone: HTTP requests ${requests}, TCP connections ${connections}, DNS questions ${questions}${seconds > 0 ? `; about ${seconds} s at the pace that is kept` : ""}. In a whole diagnosis it adds less, since checks share their answers.`,
  };
}

function row({ state, severity, text, cap }: Outcome, language: Language): string {
  const weight = severity === null ? "–" : SEVERITY_WORDS[severity][language];
  const sentence = text[language].replaceAll("|", "\\|").replaceAll(/\{([^}]+)\}/g, "`$1`");
  const limit =
    cap !== undefined
      ? CAP_GRADES[cap]
      : severity === "critical"
        ? "E"
        : severity === "high"
          ? "C"
          : "–";
  return `| ${sentence} | ${STATE_WORDS[state][language]} | ${weight} | ${limit} |`;
}
