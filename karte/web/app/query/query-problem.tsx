import { useLingui } from "@lingui/react/macro";
import type { QueryProblem } from "@sekimori/karte-contract/query/problem";
import { language } from "../language.ts";
import type { problemSentence } from "./problem-sentences.ts";

/** So much is shown before and after what is wrong. */
const aroundMost = 24;

interface QueryProblemTextProps {
  readonly text: string;
  readonly problem: QueryProblem;
  /** It is fetched with the language itself. */
  readonly sentence: typeof problemSentence;
}

/** What is wrong with a query, below the part of it that is. */
export function QueryProblemText({ text, problem, sentence }: QueryProblemTextProps) {
  const { i18n } = useLingui();
  const { at, length } = problem;
  const [end, from] = [at + length, Math.max(0, at - aroundMost)];
  const until = Math.min(text.length, end + aroundMost);
  return (
    <>
      <span className="block font-mono text-[0.8125rem] wrap-anywhere text-text">
        {from > 0 && <span>…</span>}
        <span>{text.slice(from, at)}</span>
        {/* Where something is missing, the place of it is marked. */}
        <mark className="rounded-2 bg-transparent text-danger underline decoration-wavy underline-offset-4">
          {text.slice(at, end).slice(0, 2 * aroundMost) || "\u2038"}
        </mark>
        {text.slice(end, until)}
        {until < text.length && <span>…</span>}
      </span>
      {sentence(problem, language.current(), i18n)}
    </>
  );
}
