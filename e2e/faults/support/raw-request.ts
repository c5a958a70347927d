import { connect } from "node:net";

/** What came back on a connection of its own. */
export interface RawAnswer {
  readonly status: number;
  /** The head and the body as they came. */
  readonly text: string;
  /** Milliseconds from connecting to the last byte. */
  readonly ms: number;
}

const headEnd = "\r\n\r\n";

/** Whether all that the head announces has come. */
function isWhole(text: string): boolean {
  const end = text.indexOf(headEnd);
  if (end === -1) return false;
  const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
  return Buffer.byteLength(text) >= end + headEnd.length + length;
}

/**
 * Sends one HTTP/1.1 request on a connection of its own, written by hand: thousands of them at once
 * must not take from the product the processor that they share with it.
 *
 * @param head the request line and headers, without the end.
 * @throws Error when the connection fails or ends before its answer.
 */
export function rawRequest(
  port: number,
  head: readonly string[],
  body: string,
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const began = performance.now();
  let text = "";
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const socket = connect({ port, host: "127.0.0.1" });
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    text += chunk;
    if (!isWhole(text)) return;
    const status = Number(text.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
    resolve({ status, text, ms: performance.now() - began });
    socket.destroy();
  });
  socket.on("error", reject);
  socket.on("close", () => reject(new Error("A connection ended before its answer.")));
  socket.write([...head, length, "", body].join("\r\n"));
  return promise;
}
