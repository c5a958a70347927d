import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type FormSentences, FormSentencesProvider } from "@sekimori/kit-web/form/form-sentences";
import { type ReactNode, useMemo } from "react";
import { errorSentence } from "./error-sentences.ts";
import { issueSentence } from "./issue-sentence.ts";
import { reportError } from "./report-error.ts";

/** Gives every form below it its words in the present language. */
export function FormWords({ children }: { children: ReactNode }) {
  const { t, i18n } = useLingui();
  const sentences = useMemo<FormSentences>(
    () => ({
      required: t`Required`,
      optional: t`Optional`,
      issue: (issue, label) => issueSentence(issue, label, i18n),
      error: (error) => errorSentence(error, i18n),
      reference: (requestId) => t`Reference: ${{ requestId }}`,
      summaryTitle: (count) =>
        plural(count, { one: "There is # problem", other: "There are # problems" }),
      report: reportError,
    }),
    [t, i18n],
  );
  return <FormSentencesProvider value={sentences}>{children}</FormSentencesProvider>;
}
