import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type ApiError, referenceOf, waitOf } from "../client/api-error.ts";
import { Banner } from "../primitives/banner.tsx";
import { ErrorSummary, focusField } from "../primitives/error-summary.tsx";
import type { FieldIssue } from "./field-issue.ts";
import { useFormSentences } from "./form-sentences.ts";
import type { FormProblems } from "./use-form.ts";
import { WaitClock } from "./wait-clock.tsx";

interface FormSummaryProps {
  readonly form: {
    readonly problems: FormProblems;
    readonly sentenceOf: (issue: FieldIssue) => string;
    readonly idOf: (name: string) => string;
  };
  /** The page's own sentence for an error; undefined falls back to the app's. */
  readonly sentence?: ((error: ApiError) => string | undefined) | undefined;
}

/**
 * What went wrong with the last submit. A single field takes the focus itself and says what is
 * wrong; several are listed at the top of the form, and the list takes the focus. It stays as it
 * was until the next submit (a list that shrinks while one types would move the field away from
 * under the cursor), except that a field which has left the page leaves the list with it.
 */
export function FormSummary({ form, sentence }: FormSummaryProps) {
  const { issues: all, error, failures } = form.problems;
  const [gone, setGone] = useState<readonly string[]>([]);
  const sentences = useFormSentences();
  const box = useRef<HTMLDivElement>(null);

  const alone = all.length === 1 && !error ? all[0] : undefined;

  useLayoutEffect(() => {
    const now = all
      .map(({ name }) => name)
      .filter((name) => !document.getElementById(form.idOf(name)));
    if (now.join() !== gone.join()) setGone(now);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure anew, not each rendering
  useEffect(() => {
    if (failures === 0) return;
    if (alone) focusField(form.idOf(alone.name));
    else box.current?.focus();
  }, [failures]);

  const reference = referenceOf(error);
  const wait = waitOf(error);
  if (error) {
    return (
      <Banner
        ref={box}
        role="alert"
        tone="danger"
        title={sentence?.(error) ?? sentences.error(error)}
      >
        {wait !== undefined && <WaitClock key={failures} seconds={wait} />}
        {reference && <span>{sentences.reference(reference)}</span>}
      </Banner>
    );
  }
  const issues = all.filter(({ name }) => !gone.includes(name));
  if (alone || issues.length === 0) return null;
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
