import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Whose calls a limit counts. Always who is meant, never what is presented: another token, a
 * made-up cookie or another spelling is the same subject.
 *
 * - `network`: the client's address; an IPv6 address counts as its /64, /56 and /48.
 * - `account`: the account behind the session, the sign-up or the sign-in.
 * - `flow`: the sign-up that the browser holds.
 * - `attempt`: the sign-in that waits for its second step.
 * - `application`: the application whose token the call brings.
 * - `recipient`: the mailbox that the call writes to, whoever asks.
 */
export type LimitSubject = "network" | "account" | "flow" | "attempt" | "application" | "recipient";

/**
 * How often an endpoint may be called: `points` calls per `seconds`, counted separately for each
 * value of `by`. A call is refused (TooManyRequest) when any of its limits is spent.
 */
export interface Limit {
  readonly by: LimitSubject;
  readonly points: number;
  readonly seconds: number;
  /** Calls that name the same budget are counted together; each call by itself unless given. */
  readonly budget?: string;
}

/**
 * How many calls of one caller are worked on at the same time, in one process, and how many wait for
 * their turn; the next is refused (TooManyRequest). The caller is who is meant: the person, the
 * program with its token, or, where nobody is known, the network.
 */
export interface LoadClass {
  /** Calls of one class are counted together. */
  readonly name: string;
  /** Of one caller at the same time. */
  readonly each: number;
  /** Of one caller in the queue. */
  readonly waiting: number;
  /** Of all callers of the process at the same time; without a bound of its own unless given. */
  readonly all?: number;
  /** Milliseconds after which a statement of such a call is cancelled; the server's own unless given. */
  readonly statementMs?: number;
  /** The call counts until its connection closes, not until it is answered: an event stream. */
  readonly isHeld?: boolean;
}

/** An endpoint as declared, before its types are needed. */
export interface AnyEndpoint {
  /** The operation's name in OpenAPI and in the client: a verb phrase in camelCase. */
  readonly name: string;
  readonly method: Method;
  /** Absolute path on its origin, in OpenAPI-neutral form: parameters as `:name`. */
  readonly path: string;
  /** One sentence for the reference. */
  readonly summary: string;
  /** Heading under which the reference lists it. */
  readonly tag: string;
  /** Who may call; the application defines the words and its server enforces them. */
  readonly access: string;
  readonly params?: z.ZodType | undefined;
  readonly query?: z.ZodType | undefined;
  readonly body?: z.ZodType | undefined;
  /** The body of the 200 answer. */
  readonly response: z.ZodType;
  /** Of that body, where it is text and no JSON. */
  readonly mediaType?: string | undefined;
  /** Error types beyond the ones every endpoint can give. */
  readonly errors: readonly string[];
  readonly limits: readonly Limit[];
  /** A call without limits has to have one: a server binds no call that declares neither. */
  readonly load?: LoadClass | undefined;
}

type Part<E extends AnyEndpoint, K extends "params" | "query" | "body"> = E[K] extends z.ZodType
  ? E[K]
  : undefined;

/** What a caller passes: only the parts that the endpoint declares. */
export type EndpointInput<E extends AnyEndpoint> = {
  [K in "params" | "query" | "body" as Part<E, K> extends z.ZodType ? K : never]: z.input<
    Extract<Part<E, K>, z.ZodType>
  >;
};

/** What a handler receives: the same parts, parsed. */
export type EndpointRequest<E extends AnyEndpoint> = {
  [K in "params" | "query" | "body" as Part<E, K> extends z.ZodType ? K : never]: z.output<
    Extract<Part<E, K>, z.ZodType>
  >;
};

/** What the server sends, after its schema has checked it. */
export type EndpointResponse<E extends AnyEndpoint> = z.output<E["response"]>;

/** What a handler may return: the schema's input. */
export type EndpointResult<E extends AnyEndpoint> = z.input<E["response"]>;

/**
 * Declares one endpoint. The same object binds the server's route, types the client's call,
 * feeds OpenAPI and is enumerated by tests; nothing about the call is written a second time.
 */
export function endpoint<const E extends AnyEndpoint>(declaration: E): E {
  return declaration;
}
