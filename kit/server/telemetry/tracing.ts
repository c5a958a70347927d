import type { IncomingMessage } from "node:http";

/** Facts about a span, in OpenTelemetry's words: names of things, never what a person gave. */
export type Facts = Readonly<Record<string, string | number>>;

/** One request that is being answered. */
export interface RequestTrace {
  /** Thirty-two hexadecimal digits, where the trace begins here; undefined where another began it. */
  readonly ownId: string | undefined;
  /** Runs what answers the request, so that what it does belongs to its trace. */
  run(work: () => void): void;
  end(facts: Facts & { readonly route: string; readonly status: number }): void;
}

/** One thing that a request or job does: a statement, a call, a mail. */
export interface Step {
  /** "SELECT kit.mail_outbox", "GET api.example.com". */
  readonly name: string;
  readonly facts: Facts;
}

/** What a part of the product says about what it does, where somebody wants to know. */
export interface Tracing {
  /** @param isTrusted whether the sender may say which trace it belongs to. */
  request(raw: IncomingMessage, isTrusted: boolean): RequestTrace;
  /** Whether what runs now belongs to a trace that is kept. */
  isKept(): boolean;
  /** Begins a step of what runs now. Call only where `isKept`. @returns ends it. */
  begin(step: Step): (error?: unknown) => void;
  /** Runs what belongs to nothing that runs now. */
  outside<T>(work: () => T): T;
  /** Where what runs now stands, for a job that it leaves (W3C `traceparent`). */
  traceparent(): string | undefined;
  /** Runs a job, in the trace that left it or in one of its own. */
  job<T>(
    job: Step & { readonly traceparent: string | undefined },
    work: () => Promise<T>,
  ): Promise<T>;
}

let current: Tracing | undefined;

/** What traces are told to; undefined, and nothing is spent on them, unless the operator wants them. */
export const tracing = (): Tracing | undefined => current;

/** Of the whole process, like its log. @param given undefined ends it. */
export function setTracing(given: Tracing | undefined): void {
  current = given;
}

/** Runs `work` as a step of what runs now, where that is kept. */
export async function traced<T>(step: () => Step, work: () => Promise<T>): Promise<T> {
  if (current?.isKept() !== true) return work();
  const end = current.begin(step());
  try {
    const result = await work();
    end();
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}

/** Runs what many share and one happens to begin first: a connection that listens, a cache. */
export function untraced<T>(work: () => T): T {
  return current === undefined ? work() : current.outside(work);
}
