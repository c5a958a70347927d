import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import { type FormSentences, FormSentencesProvider } from "../form/form-sentences.ts";
import { type commonErrorSentences, type ErrorWords, errorSentenceBy } from "./error-sentences.ts";
import { issueSentence } from "./issue-sentence.ts";

export interface AppWordsProps {
  /** The sentence of every error that can reach the app, by type. */
  readonly errors: Readonly<Record<keyof typeof commonErrorSentences, ErrorWords>>;
  /** Takes what no form and no page shows itself. */
  readonly report: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Gives everything below it its words in the present language. */
export function AppWords({ errors, report, children }: AppWordsProps) {
  const { t, i18n } = useLingui();
  const sentences = useMemo<FormSentences>(() => {
    const errorSentence = errorSentenceBy(errors);
    return {
      required: t`Required`,
      optional: t`Optional`,
      issue: (issue, label) =>
        issueSentence(issue, label, i18n, errors as Readonly<Record<string, ErrorWords>>),
      error: (error) => errorSentence(error, i18n),
      reference: (requestId) => t`Reference: ${{ requestId }}`,
      wait: (time) =>
        time === undefined ? t`You can try again now.` : t`You can try again in ${{ time }}.`,
      summaryTitle: (count) =>
        plural(count, { one: "There's # problem", other: "There are # problems" }),
      report,
    };
  }, [t, i18n, errors, report]);
  return <FormSentencesProvider value={sentences}>{children}</FormSentencesProvider>;
}
