import type { IncomingMessage } from "node:http";
import type { z } from "zod";

/** A ticket as the strict servers have it. */
export interface StrictIssue {
  readonly number: number;
  title: string;
  /** Of Jira's documents, the text. */
  body: string;
  state: "open" | "closed";
  reason: string | null;
  /** Backlog's: 1 to 4. Jira's category in the same numbers, 3 for done. ServiceNow's state. */
  status: number;
  dueDate: string | null;
  priority: number | null;
  /** What else the system was sent, as it was sent. */
  sent: Readonly<Record<string, unknown>>;
  readonly author: string;
  readonly created: Date;
  updated: Date;
  /** The status that Jira's search has of it. */
  indexed?: number;
  readonly comments: {
    readonly author: string;
    readonly body: string;
    /** As it was sent, where that is more than text. */
    readonly sent?: string;
  }[];
}

/** What differs between one customer's system and another's. */
export interface StrictKnobs {
  /** The address by which GitHub's issues name themselves. */
  page: string | null;
  /** Whether Jira's screen for new issues has the due date. */
  hasDueDate: boolean;
  /** Whether Jira's search has what changed. */
  isIndexed: boolean;
  /** Jira's workflow: "resolution" asks for one to close, "one-way" never leads back, "stuck" nowhere. */
  workflow: "usual" | "resolution" | "one-way" | "stuck";
  /** ServiceNow's business rule: "keeps" leaves the state as it is, "aborts" refuses the change. */
  rule: "none" | "keeps" | "aborts";
}

export interface Answer {
  readonly status: number;
  /** Undefined for an answer without one. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What one strict server works with. */
export interface StrictDesk {
  readonly issues: StrictIssue[];
  /** Numbers of those that were deleted. */
  readonly gone: ReadonlySet<number>;
  readonly origin: string;
  readonly knobs: StrictKnobs;
  now(): Date;
  add(fields: Partial<StrictIssue>): StrictIssue;
}

/** The server does not do what it was asked. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(String(answer.status));
    this.answer = answer;
  }
}

/** What was sent, if it is as documented. @throws Refusal. */
export function taken<S extends z.ZodType>(schema: S, value: unknown, status: number): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new Refusal({ status, body: { message: String(error) } });
  return data;
}

export const queryOf = (url: URL) => Object.fromEntries(url.searchParams);
export const moment = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;
export const basic = (user: string, secret: string) =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`;
