import { useEffect, useRef } from "react";
import { Banner } from "../primitives/banner.tsx";
import { ErrorSummary } from "../primitives/error-summary.tsx";
import type { FieldIssue } from "./field-issue.ts";
import { useFormSentences } from "./form-sentences.ts";
import type { FormProblems } from "./use-form.ts";

interface FormSummaryProps {
  readonly form: {
    readonly problems: FormProblems;
    readonly sentenceOf: (issue: FieldIssue) => string;
    readonly idOf: (name: string) => string;
  };
}

/**
 * What went wrong with the last submit, at the top of its form. It takes the focus, so that nobody
 * has to look for it, and each line leads to its field. It stays as it was until the next submit: a
 * list that shrinks while one types would move the field away from under the cursor.
 */
export function FormSummary({ form }: FormSummaryProps) {
  const { issues, error, failures } = form.problems;
  const sentences = useFormSentences();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (failures > 0) box.current?.focus();
  }, [failures]);

  if (error) {
    return (
      <Banner ref={box} role="alert" tone="danger" title={sentences.error(error)}>
        {error.requestId && sentences.reference(error.requestId)}
      </Banner>
    );
  }
  if (issues.length === 0) return null;
  return (
    <ErrorSummary
      ref={box}
      title={sentences.summaryTitle(issues.length)}
      errors={issues.map((issue) => ({
        fieldId: form.idOf(issue.name),
        message: form.sentenceOf(issue),
      }))}
    />
  );
}
