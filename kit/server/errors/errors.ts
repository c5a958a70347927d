import type { ErrorType, FieldError, WireError } from "@sekimori/kit-contract/wire-error";
import { commonErrors } from "@sekimori/kit-contract/wire-error";
import { z } from "zod";
import { databaseFailure } from "./database-failure.ts";
import { fieldErrorsOf } from "./field-errors.ts";

export type ErrorData = Readonly<Record<string, string | number | boolean>>;

export interface AppErrorOptions {
  /** Complaints about fields of the request; sent. */
  readonly fields?: readonly FieldError[];
  /** What the client's sentence needs (seconds to wait, for one); sent. */
  readonly data?: ErrorData;
  /** For the log only; never sent. */
  readonly detail?: string;
  readonly cause?: unknown;
  /**
   * Refused on purpose to keep others served. It comes by the thousand: no line of its own in the
   * log, and no stack.
   */
  readonly isShed?: boolean;
}

/**
 * A refusal that the client understands: `type` is a key of the application's error table, and
 * the mapper turns it into the wire form. Anything else thrown becomes 500 Unexpected.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly type: ErrorType;
  readonly fields: readonly FieldError[] | undefined;
  readonly data: ErrorData | undefined;
  readonly detail: string | undefined;
  readonly isShed: boolean;

  constructor(type: ErrorType, options: AppErrorOptions = {}) {
    // Nobody reads where a shed request was refused, and the trace costs a tenth of the refusal.
    const traced = Error.stackTraceLimit;
    if (options.isShed) Error.stackTraceLimit = 0;
    super(
      options.detail === undefined ? type : `${type}: ${options.detail}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    Error.stackTraceLimit = traced;
    this.type = type;
    this.fields = options.fields;
    this.data = options.data;
    this.detail = options.detail;
    this.isShed = options.isShed ?? false;
  }
}

/** The 400 for one field, as most refusals of input are. */
export function invalidField(
  path: string,
  code: FieldError["code"],
  params?: FieldError["params"],
): AppError {
  return new AppError("InvalidInput", {
    fields: [params === undefined ? { path, code } : { path, code, params }],
  });
}

export interface MappedError {
  readonly status: number;
  readonly body: WireError;
  /** How loudly to log: a refusal is everyday, a fault of ours is an error. */
  readonly level: "debug" | "warn" | "error";
  /** Seconds for the Retry-After header. */
  readonly retryAfter: number | undefined;
  /** Refused on purpose to keep others served. */
  readonly isShed: boolean;
}

export interface ErrorMapper {
  /** The status of every type: the common ones and the application's. */
  readonly table: Readonly<Record<string, number>>;
  map(error: unknown, requestId: string): MappedError;
}

const sentences: Readonly<Record<string, string>> = {
  InvalidInput: "The request is not valid.",
  SessionExpired: "The session has ended or never began.",
  Forbidden: "The request is not allowed.",
  NotFound: "There is nothing at this address.",
  Conflict: "The request does not fit the present state.",
  TooManyRequest: "Too many requests; try again later.",
  Unexpected: "Something went wrong on our side.",
  Unavailable: "The service cannot answer right now; try again shortly.",
  Timeout: "The request took too long.",
};

/** "UserNotConfirmed" as "User not confirmed.": for engineers; people see the client's sentence. */
function sentenceFor(type: string): string {
  const words = type.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return sentences[type] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/**
 * Fastify's own refusals, by status; the rest of its 4xx are InvalidInput. A handler that took too
 * long is one of them.
 */
function frameworkRefusal(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !("statusCode" in error)) return undefined;
  if ("code" in error && error.code === "FST_ERR_HANDLER_TIMEOUT") {
    return new AppError("Timeout", { cause: error });
  }
  const status = error.statusCode;
  if (typeof status !== "number" || status < 400 || status > 499) return undefined;
  const detail = error.message;
  if (status === 404) return new AppError("NotFound", { detail, cause: error });
  if (status === 403) return new AppError("Forbidden", { detail, cause: error });
  if (status === 413) {
    const fields: FieldError[] = [{ path: "", code: "too_long" }];
    return new AppError("InvalidInput", { fields, detail, cause: error });
  }
  return new AppError("InvalidInput", { detail, cause: error });
}

function understand(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof z.core.$ZodError) {
    return new AppError("InvalidInput", { fields: fieldErrorsOf(error), cause: error });
  }
  const failure = databaseFailure(error);
  if (failure) return new AppError(failure, { cause: error });
  return frameworkRefusal(error);
}

function levelOf(status: number, isShed: boolean): MappedError["level"] {
  if (isShed) return "debug";
  if (status >= 500) return "error";
  return status === 403 || status === 429 ? "warn" : "debug";
}

/**
 * Builds the one place that turns whatever was thrown into the wire form.
 *
 * @param table the application's error types with their statuses; the common ones are added.
 */
export function createErrorMapper(table: Readonly<Record<string, number>>): ErrorMapper {
  const statuses: Readonly<Record<string, number>> = { ...commonErrors, ...table };
  return {
    table: statuses,
    map(error, requestId) {
      const known = understand(error);
      const status = known && statuses[known.type];
      if (!known || status === undefined) {
        const type = "Unexpected";
        const body = { error: { type, message: sentenceFor(type), requestId } };
        return {
          status: statuses[type] ?? 500,
          body,
          level: "error",
          retryAfter: undefined,
          isShed: false,
        };
      }
      const retryAfter = known.data?.retryAfterSeconds;
      return {
        status,
        body: {
          error: {
            type: known.type,
            message: sentenceFor(known.type),
            ...(known.fields === undefined ? {} : { fields: [...known.fields] }),
            ...(known.data === undefined ? {} : { data: { ...known.data } }),
            requestId,
          },
        },
        level: levelOf(status, known.isShed),
        retryAfter: typeof retryAfter === "number" ? retryAfter : status === 503 ? 5 : undefined,
        isShed: known.isShed,
      };
    },
  };
}
