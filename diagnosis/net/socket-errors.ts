import { NetError, type NetErrorCode } from "./net-error.ts";

const CODES: Readonly<Record<string, NetErrorCode>> = {
  ECONNREFUSED: "closed",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ECONNABORTED: "reset",
  ETIMEDOUT: "timeout",
  ENETUNREACH: "unreachable",
  EHOSTUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EACCES: "unreachable",
  EPERM: "unreachable",
  ERR_SSL_EXCESSIVE_MESSAGE_SIZE: "too-large",
};

/** Turns what Node throws about a socket into a NetError; NetErrors pass unchanged. */
export function toNetError(error: unknown, fallback: NetErrorCode = "reset"): NetError {
  if (error instanceof NetError) return error;
  if (!(error instanceof Error)) return new NetError(fallback, String(error));
  const code = "code" in error ? String(error.code) : "";
  const known = CODES[code];
  if (known) return new NetError(known, error.message, { cause: error });
  if (code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS") || code === "EPROTO")
    return new NetError("tls", error.message, { cause: error });
  return new NetError(fallback, error.message, { cause: error });
}
