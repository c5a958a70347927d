/**
 * What the clients of a run saw. Every operation is invoked and then ends in one of three ways:
 * `ok` (it must exist, exactly once), `fail` (the product refused it: it must not exist) or
 * `unknown` (no answer, or one that says nothing: it may exist, or not).
 */
export type Outcome = "ok" | "fail" | "unknown";

export interface Operation<T> {
  readonly subject: string;
  readonly kind: string;
  readonly value: T;
  outcome: Outcome;
}

export class History<T = undefined> {
  readonly operations: Operation<T>[] = [];

  /**
   * Runs one operation and writes down how it ended.
   *
   * @param work throws, or gives an HTTP status.
   */
  async record(
    subject: string,
    kind: string,
    value: T,
    work: () => Promise<{ readonly status: number }>,
  ): Promise<Outcome> {
    const operation: Operation<T> = { subject, kind, value, outcome: "unknown" };
    this.operations.push(operation);
    try {
      const { status } = await work();
      if (status < 400) operation.outcome = "ok";
      else if (status < 500) operation.outcome = "fail";
    } catch {
      // The connection broke: nobody knows.
    }
    return operation.outcome;
  }

  of(subject: string, kind?: string): readonly Operation<T>[] {
    return this.operations.filter(
      (one) => one.subject === subject && (kind === undefined || one.kind === kind),
    );
  }

  count(outcome: Outcome): number {
    return this.operations.filter((one) => one.outcome === outcome).length;
  }
}
