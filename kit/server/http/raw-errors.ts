import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { AppError, type ErrorMapper } from "../errors/errors.ts";
import { headersTooLargePage } from "./headers-too-large-page.ts";

const phrases: Readonly<Record<number, string>> = {
  400: "Bad Request",
  431: "Request Header Fields Too Large",
  504: "Gateway Timeout",
};

/** What Node gives with bytes that it could not read. */
type ReadError = NodeJS.ErrnoException & { readonly rawPacket?: unknown };

/** Whether a page was asked for: browsers say so before their cookies. */
const asksForPage = ({ rawPacket }: ReadError): boolean =>
  rawPacket instanceof Buffer && /\naccept:[^\r\n]*text\/html/i.test(rawPacket.toString("latin1"));

/**
 * Answers bytes that Node could not read as a request (or not in time) in the one error form,
 * and ends the connection. No route, hook or request object exists at this point. Headers of more than
 * Node's 16 KiB, cookies mostly, are a 431 (RFC 6585, section 5), for people as a page.
 */
export function rawErrorAnswer(errors: ErrorMapper) {
  return (error: ReadError, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const type = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "Timeout" : "InvalidInput";
    const mapped = errors.map(new AppError(type), randomUUID());
    const isTooLarge = error.code === "HPE_HEADER_OVERFLOW";
    const status = isTooLarge ? 431 : mapped.status;
    const isPage = isTooLarge && asksForPage(error);
    const text = isPage ? headersTooLargePage : JSON.stringify(mapped.body);
    const head = [
      `HTTP/1.1 ${status} ${phrases[status] ?? "Error"}`,
      `Content-Type: ${isPage ? "text/html" : "application/json"}; charset=utf-8`,
      "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "X-Content-Type-Options: nosniff",
      "Cache-Control: no-store",
      `Content-Length: ${Buffer.byteLength(text)}`,
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
    // A peer that never reads must not keep the socket.
    socket.setTimeout(5_000, () => socket.destroy());
  };
}
