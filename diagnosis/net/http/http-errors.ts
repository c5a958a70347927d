import { NetError, type NetErrorCode } from "../net-error.ts";
import { toNetError } from "../socket-errors.ts";

const UNDICI: Readonly<Record<string, NetErrorCode>> = {
  UND_ERR_HEADERS_OVERFLOW: "too-large",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "too-large",
  UND_ERR_SOCKET: "reset",
  UND_ERR_DESTROYED: "reset",
  UND_ERR_CLOSED: "reset",
  UND_ERR_INVALID_ARG: "refused",
};

/** Turns what undici throws into a NetError. */
export function toHttpError(error: unknown): NetError {
  if (error instanceof NetError) return error;
  if (error instanceof Error) {
    const code = "code" in error ? String(error.code) : "";
    const known = UNDICI[code];
    if (known) return new NetError(known, error.message, { cause: error });
    // llhttp's own names: HPE_INVALID_HEADER_TOKEN and so on.
    if (code === "HPE_HEADER_OVERFLOW") return new NetError("too-large", error.message);
    if (code.startsWith("HPE_") || code === "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH")
      return new NetError("malformed", error.message, { cause: error });
  }
  return toNetError(error);
}
