import type { FieldError } from "@sekimori/kit-contract/wire-error";
import { ApiError, type ApiErrorParts, type FailedCall } from "./api-error.ts";

/**
 * The type of an answer that carries no wire error: a proxy's page, an empty body. Of those, all from
 * 500 to 599 but 504 are what the specification calls an exception (8).
 */
export function typeOfStatus(status: number): string {
  switch (status) {
    case 401:
      return "SessionExpired";
    case 403:
      return "Forbidden";
    case 404:
      return "NotFound";
    case 408:
    case 504:
      return "Timeout";
    case 409:
      return "Conflict";
    case 429:
      return "TooManyRequest";
    default:
      return status >= 400 && status < 500 ? "InvalidInput" : "Unexpected";
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.path === "string" && typeof value.code === "string";
}

function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/**
 * Reads the answer of a failed call. The wire error is checked by hand rather than with its schema:
 * this runs on every page, and the schema library costs more than the page it would protect.
 */
export function readError(
  call: FailedCall,
  status: number,
  body: unknown,
  requestId: string | undefined,
): ApiError {
  const wire = isRecord(body) && isRecord(body.error) ? body.error : undefined;
  const reference = typeof wire?.requestId === "string" ? wire.requestId : requestId;
  const parts: ApiErrorParts = {
    call,
    type: typeof wire?.type === "string" ? wire.type : typeOfStatus(status),
    status,
    message: typeof wire?.message === "string" ? wire.message : `The server answered ${status}.`,
    fields: Array.isArray(wire?.fields) ? wire.fields.filter(isFieldError) : [],
    data: isRecord(wire?.data)
      ? Object.fromEntries(
          Object.entries(wire.data).filter((entry): entry is [string, string | number | boolean] =>
            isPlain(entry[1]),
          ),
        )
      : {},
  };
  return new ApiError(reference === undefined ? parts : { ...parts, requestId: reference });
}
