import type { Socket as UdpSocket } from "node:dgram";
import type { Socket } from "node:net";
import type { DecodedPacket } from "dns-packet";
import { ByteStream } from "../byte-stream.ts";
import { NetError } from "../net-error.ts";
import { toNetError } from "../socket-errors.ts";
import type { TargetSession } from "../target-session.ts";
import { decodeAnswer, type WireQuestion } from "./wire.ts";

/** Strangers' or broken datagrams that are ignored before the question is given up. */
const MAX_STRAYS = 20;

/** Sends a question over a connected UDP socket, waits `dnsMs` for its answer, closes. */
export async function exchangeUdp(
  session: TargetSession,
  socket: UdpSocket,
  question: WireQuestion,
): Promise<DecodedPacket> {
  try {
    return await new Promise<DecodedPacket>((resolve, reject) => {
      let strays = 0;
      let broken: unknown;
      const timer = setTimeout(
        () => reject(broken ?? new NetError("timeout", "DNS")),
        session.limits.dnsMs,
      );
      const finish = (act: () => void) => {
        clearTimeout(timer);
        act();
      };
      socket.on("message", (message) => {
        try {
          const packet = decodeAnswer(question, message);
          if (packet) return finish(() => resolve(packet));
        } catch (error) {
          broken = error;
        }
        strays += 1;
        if (strays >= MAX_STRAYS)
          finish(() => reject(broken ?? new NetError("malformed", "DNS: other answers")));
      });
      socket.once("error", (error) => finish(() => reject(toNetError(error, "unreachable"))));
      socket.once("close", () =>
        finish(() => reject(session.signal.reason ?? new NetError("closed", "DNS"))),
      );
      socket.send(question.bytes, (error) => {
        if (error) finish(() => reject(toNetError(error, "unreachable")));
      });
    });
  } finally {
    try {
      socket.close();
    } catch {
      // Closed already by the end of the session.
    }
  }
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
