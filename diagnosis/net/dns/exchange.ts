import type { Socket as UdpSocket } from "node:dgram";
import type { Socket } from "node:net";
import type { DecodedPacket } from "dns-packet";
import { ByteStream } from "../byte-stream.ts";
import { NetError } from "../net-error.ts";
import { toNetError } from "../socket-errors.ts";
import type { TargetSession } from "../target-session.ts";
import { decodeAnswer, mayAnswer, type WireQuestion } from "./wire.ts";

/** Strangers' or broken datagrams that are ignored before the question is given up. */
const MAX_STRAYS = 20;

/**
 * Sends a question over a connected UDP socket and waits `dnsMs` for its answer. Other questions may be
 * under way on the same socket; the caller closes it.
 */
export async function exchangeUdp(
  session: TargetSession,
  socket: UdpSocket,
  question: WireQuestion,
): Promise<DecodedPacket> {
  return await new Promise<DecodedPacket>((resolve, reject) => {
    let strays = 0;
    let broken: unknown;
    const finish = (act: () => void) => {
      clearTimeout(timer);
      socket.off("message", onMessage).off("error", onError).off("close", onClose);
      act();
    };
    const onMessage = (message: Buffer) => {
      try {
        const packet = mayAnswer(question, message) ? decodeAnswer(question, message) : null;
        if (packet) return finish(() => resolve(packet));
      } catch (error) {
        broken = error;
      }
      strays += 1;
      if (strays >= MAX_STRAYS)
        finish(() => reject(broken ?? new NetError("malformed", "DNS: other answers")));
    };
    const onError = (error: Error) => finish(() => reject(toNetError(error, "unreachable")));
    const onClose = () =>
      finish(() => reject(session.signal.reason ?? new NetError("closed", "DNS")));
    const timer = setTimeout(
      () => finish(() => reject(broken ?? new NetError("timeout", "DNS"))),
      session.limits.dnsMs,
    );
    socket.on("message", onMessage).on("error", onError).on("close", onClose);
    socket.send(question.bytes, (error) => {
      if (error) onError(error);
    });
  });
}

/** Sends a question over TCP and reads the one message that answers it; closes. */
export async function exchangeTcp(
  session: TargetSession,
  socket: Socket,
  question: WireQuestion,
): Promise<DecodedPacket> {
  const stream = new ByteStream(socket, session);
  try {
    await stream.write(withLength(question.bytes));
    const received = await stream.read(
      (bytes) => bytes.length >= 2 && bytes.length >= 2 + Buffer.from(bytes).readUInt16BE(0),
      { maxBytes: 65_537 + 2, timeoutMs: session.limits.dnsMs },
    );
    if (received.length < 2) throw new NetError("closed", "DNS over TCP");
    const packet = decodeAnswer(question, received.subarray(2));
    if (!packet) throw new NetError("malformed", "DNS: another answer");
    return packet;
  } finally {
    stream.close();
  }
}

/** A DNS message behind its length, as TCP carries it. */
export function withLength(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}
