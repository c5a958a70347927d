import type {
  ErrorTable,
  ErrorType,
  FieldError,
  WireError,
} from "@sekimori/kit-contract/wire-error";
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
  /** Says more to an engineer than the type's own sentence, and nothing in the caller's words; sent. */
  readonly sentence?: string;
  /** For the log only; never sent. */
  readonly detail?: string;
  readonly cause?: unknown;
  /**
   * Refused on purpose to keep others served. It comes by the thousand: no line of its own in the
   * log, and no stack.
   */
  readonly isShed?: boolean;
  /** The operator has announced it: nothing that anybody has to look into. */
  readonly isPlanned?: boolean;
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
  readonly sentence: string | undefined;
  readonly detail: string | undefined;
  readonly isShed: boolean;
  readonly isPlanned: boolean;

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
    this.sentence = options.sentence;
    this.detail = options.detail;
    this.isShed = options.isShed ?? false;
    this.isPlanned = options.isPlanned ?? false;
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
  /** Every type: the common ones and the application's. */
  readonly table: ErrorTable;
  map(error: unknown, requestId: string): MappedError;
}

/** Fastify's own refusals, by status; the rest of its 4xx are InvalidInput. */
function frameworkRefusal(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !("statusCode" in error)) return undefined;
  const status = error.statusCode;
  if (typeof status !== "number" || status < 400 || status > 499) return undefined;
  const detail = error.message;
  if (status === 404) return new AppError("NotFound", { detail, cause: error });
  if (status === 403) return new AppError("Forbidden", { detail, cause: error });
  if (status === 413) {
    const fields: FieldError[] = [{ path: "", code: "too_long" }];
    const sentence = "The body is too large.";
    return new AppError("InvalidInput", { fields, sentence, detail, cause: error });
  }
  if (status === 415) {
    const sentence = "Send the body as application/json; it came as something else.";
    return new AppError("InvalidInput", { sentence, detail, cause: error });
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

/** What stands in the answer: the type's own sentence promises fields that not every refusal has. */
function messageOf({ type, sentence, fields }: AppError, declared: string): string {
  if (sentence !== undefined) return sentence;
  const isBare = type === "InvalidInput" && (fields === undefined || fields.length === 0);
  return isBare ? "The request isn't valid." : declared;
}

function levelOf(status: number, isMeant: boolean): MappedError["level"] {
  if (isMeant) return "debug";
  if (status >= 500) return "error";
  return status === 403 || status === 429 ? "warn" : "debug";
}

/**
 * Builds the one place that turns whatever was thrown into the wire form.
 *
 * @param own the application's error types; the common ones are added.
 */
export function createErrorMapper(own: ErrorTable): ErrorMapper {
  const table: ErrorTable = { ...commonErrors, ...own };
  return {
    table,
    map(error, requestId) {
      const known = understand(error);
      const declared = known && table[known.type];
      if (!known || !declared) {
        const { status, message } = commonErrors.Unexpected;
        return {
          status,
          body: { error: { type: "Unexpected", message, requestId } },
          level: "error",
          retryAfter: undefined,
          isShed: false,
        };
      }
      const { status, message } = declared;
      const retryAfter = known.data?.retryAfterSeconds;
      return {
        status,
        body: {
          error: {
            type: known.type,
            message: messageOf(known, message),
            ...(known.fields === undefined ? {} : { fields: [...known.fields] }),
            ...(known.data === undefined ? {} : { data: { ...known.data } }),
            requestId,
          },
        },
        level: levelOf(status, known.isShed || known.isPlanned),
        retryAfter: typeof retryAfter === "number" ? retryAfter : status === 503 ? 5 : undefined,
        isShed: known.isShed,
      };
    },
  };
}
