/** One successful call as a test made it, with stable samples in the place of what is made up anew. */
export interface RecordedExample {
  /** Its body, where it has one. */
  readonly request?: unknown;
  readonly answer: unknown;
}

/** By the names of calls. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;
