import { connect, type Socket } from "node:net";
import { canonicalAddress } from "./special-addresses.ts";

/** Opens a connection to an address (never a name). */
export type Dial = (address: string, port: number) => Socket;

const dialAddress: Dial = (address, port) =>
  connect({ host: address, port, autoSelectFamily: false, noDelay: true });

/** The socket once it said so. @throws the socket's error, or one when it takes too long. */
export function established<S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  milliseconds: number,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const late = () => socket.destroy(new Error(`no connection in ${milliseconds} ms`));
    const timer = setTimeout(late, milliseconds);
    const onReady = () => {
      clearTimeout(timer);
      socket.off("error", onError);
      resolve(socket);
    };
    const onError = (error: Error) => {
      clearTimeout(timer);
      socket.off(event, onReady);
      reject(error);
    };
    socket.once(event, onReady);
    socket.once("error", onError);
  });
}

/**
 * Connects to the first address that answers, in their order, and makes sure that the peer is the
 * one that was meant.
 *
 * @param milliseconds that each address has.
 * @throws the last address's error.
 */
export async function pinnedSocket(
  addresses: readonly string[],
  port: number,
  milliseconds: number,
  dial: Dial = dialAddress,
): Promise<Socket> {
  let failure: unknown = new Error("no address");
  for (const address of addresses) {
    const socket = dial(address, port);
    try {
      await established(socket, "connect", milliseconds);
    } catch (error) {
      failure = error;
      continue;
    }
    if (canonicalAddress(socket.remoteAddress ?? "") === canonicalAddress(address)) return socket;
    socket.destroy();
    failure = new Error(`connected to another address than ${address}`);
  }
  throw failure;
}
