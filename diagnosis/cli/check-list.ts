import type { Check } from "../engine/check.ts";
import { type Cost, costOf, secondsOf, WHOLE_COST } from "../engine/cost.ts";
import type { Language } from "../engine/text.ts";
import { DEFAULT_NET_LIMITS } from "../net/limits.ts";
import { pad } from "./terminal-cells.ts";

const WORDS = {
  ja: {
    head: ["項目", "分野", "HTTP", "接続", "DNS", "秒", "内容"],
    whole: "全項目（結果を共有）",
    limit: "1ホストの上限",
    note: "標準的なホストで、その項目だけを実行した場合の回数です。秒は、送信の間隔を保ったときの長さです。",
  },
  en: {
    head: ["Check", "Category", "HTTP", "Conn.", "DNS", "s", "What"],
    whole: "all, sharing answers",
    limit: "limit of one host",
    note: "Counted on a usual host with that check alone. Seconds are at the pace that is kept.",
  },
} as const;

/** The checks with what each costs, as a table for a terminal. */
export function checkList(checks: readonly Check[], language: Language): string {
  const words = WORDS[language];
  const [id, category, requests, connections, questions, seconds, title] = words.head;
  const line = (first: string, second: string, numbers: readonly string[], last: string) =>
    `${pad(first, 22)}${pad(second, 10)}${numbers.map((one) => pad(one, 7)).join("")}${last}`.trimEnd();
  const numbers = (cost: Cost, time = secondsOf(cost)) =>
    [cost.requests, cost.connections, cost.questions, time].map(String);
  const { targetConnections, targetDnsQueries, targetMs } = DEFAULT_NET_LIMITS;
  const limits = ["–", targetConnections, targetDnsQueries, targetMs / 1_000].map(String);
  return [
    line(id, category, [requests, connections, questions, seconds], title),
    ...checks.map((check) =>
      line(check.id, check.category, numbers(costOf(check.id)), check.title[language]),
    ),
    line(words.whole, "", numbers(WHOLE_COST), ""),
    line(words.limit, "", limits, ""),
    "",
    words.note,
    "",
  ].join("\n");
}
