import type { IncomingMessage } from "node:http";

/** How long, and for how many further bytes, a refused sender may go on before it is cut off. */
const patienceMs = 5_000;
const patienceBytes = 16 * 2 ** 20;

/**
 * Lets the sender of a body that nobody reads see the answer.
 *
 * A socket that is closed with unread bytes resets the connection, and a reset throws away an
 * answer that the other side has not read yet. So after the answer only our half is closed; what
 * still comes is thrown away until the sender closes too, or has had enough time and bytes.
 */
export function closeLingering(request: IncomingMessage): void {
  const { socket } = request;
  if (request.complete || socket.destroyed) return;
  // What Node calls after the last answer of a connection: ends it and destroys it at once.
  socket.destroySoon = () => {
    const lastByte = socket.bytesRead + patienceBytes;
    const lastMoment = setTimeout(() => socket.destroy(), patienceMs);
    socket.once("close", () => clearTimeout(lastMoment));
    // Listening makes Node's parser hand over each read, so that no sender is too quick to count.
    socket.on("data", () => {
      if (socket.bytesRead > lastByte) socket.destroy();
    });
    socket.end();
  };
}
