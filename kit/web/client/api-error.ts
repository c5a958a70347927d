import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import type { FieldError } from "@sekimori/kit-contract/wire-error";

/**
 * Failures that never reached an API of ours, so no wire error names them: the connection failed,
 * the browser says it is offline, or the answer did not come in time. The last shares its name
 * with the wire's 504, because a person is told the same thing in both cases (specification 8).
 */
export type TransportErrorType = "Network" | "Offline" | "Timeout";

/** The call that failed. */
export type FailedCall = Pick<AnyEndpoint, "method" | "path">;

export interface ApiErrorParts {
  readonly type: string;
  /** HTTP status, or 0 when no answer arrived. */
  readonly status: number;
  readonly message: string;
  readonly fields?: readonly FieldError[];
  readonly data?: Readonly<Record<string, string | number | boolean>>;
  /** The reference a person can quote; absent when the server never answered. */
  readonly requestId?: string;
  /** Absent for a failure that no call of ours reported. */
  readonly call?: FailedCall;
  readonly cause?: unknown;
}

/**
 * The only error a call of the client rejects with, apart from the caller's own abort.
 * Screens switch on `type`; `message` is for engineers and never shown.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly type: string;
  readonly status: number;
  readonly fields: readonly FieldError[];
  readonly data: Readonly<Record<string, string | number | boolean>>;
  readonly requestId: string | undefined;
  readonly call: FailedCall | undefined;

  constructor(parts: ApiErrorParts) {
    super(parts.message, { cause: parts.cause });
    this.type = parts.type;
    this.status = parts.status;
    this.fields = parts.fields ?? [];
    this.data = parts.data ?? {};
    this.requestId = parts.requestId;
    this.call = parts.call;
  }
}

/** Whether a caught value is an {@link ApiError}, optionally of one of the given types. */
export function isApiError(error: unknown, ...types: readonly string[]): error is ApiError {
  return error instanceof ApiError && (types.length === 0 || types.includes(error.type));
}

/**
 * The reference to quote to support: only of failures that are ours to look into. Of a refusal, and
 * of maintenance, the sentence says all there is.
 */
export function referenceOf(error: unknown): string | undefined {
  const isOurs = isApiError(error) && error.status >= 500 && error.data.maintenance === undefined;
  return isOurs ? error.requestId : undefined;
}

/** In how many seconds what was refused may be tried again, where the server says so. */
export function waitOf(error: unknown): number | undefined {
  const wait = isApiError(error) ? error.data.retryAfterSeconds : undefined;
  return typeof wait === "number" ? wait : undefined;
}
