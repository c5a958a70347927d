import { createContext, useContext } from "react";
import type { FieldIssue } from "./field-issue.ts";

/**
 * The sentences of every form and the way to everything else that may go wrong. The app provides
 * them once, in its own language set-up; the kit has no words of its own.
 */
export interface FormSentences {
  /** The words of the badges beside labels. */
  readonly required: string;
  readonly optional: string;
  /** One sentence for one field; `label` is the field's own, in the page's language. */
  issue(issue: FieldIssue, label: string): string;
  /** The sentence of an error that a form or a page shows itself. */
  error(error: unknown): string;
  /** What stands before the reference that a person can quote to support. */
  reference(requestId: string): string;
  /** When something may be tried again; without a time: now. */
  wait(clock: string | undefined): string;
  /** Heading of the list of problems. */
  summaryTitle(count: number): string;
  /** Takes what a form cannot place: a lost connection, a fault of the server (toasts). */
  report(error: unknown): void;
}

const Sentences = createContext<FormSentences | undefined>(undefined);

/** `<FormSentencesProvider value={…}>` around the app. */
export const FormSentencesProvider = Sentences.Provider;

/** @throws Error outside of a FormSentencesProvider. */
export function useFormSentences(): FormSentences {
  const sentences = useContext(Sentences);
  if (!sentences) throw new Error("a form needs a FormSentencesProvider around it");
  return sentences;
}
