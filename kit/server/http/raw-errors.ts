import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { AppError, type ErrorMapper } from "../errors/errors.ts";

const phrases: Readonly<Record<number, string>> = { 400: "Bad Request", 504: "Gateway Timeout" };

/**
 * Answers bytes that Node could not read as a request (or not in time) in the one error form,
 * and ends the connection. No route, hook or request object exists at this point.
 */
export function rawErrorAnswer(errors: ErrorMapper) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const type = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "Timeout" : "InvalidInput";
    const { status, body } = errors.map(new AppError(type), randomUUID());
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${phrases[status] ?? "Error"}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(text)}`,
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
    // A peer that never reads must not keep the socket.
    socket.setTimeout(5_000, () => socket.destroy());
  };
}
