import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * - `pass`: as if it were not there.
 * - `down`: refuses to talk: connections are dropped at once.
 * - `mute`: takes connections and says nothing.
 * - `lose-answers`: everything arrives, and no answer comes back after `loseAfter` matched.
 */
export type LinkMode = "pass" | "down" | "mute" | "lose-answers";

export interface LossyLink {
  readonly port: number;
  mode: LinkMode;
  /** Connections that were dropped, muted or robbed of their answer. */
  readonly harmed: number;
  stop(): Promise<void>;
}

/** Characters of the client's words that are looked at together. */
const remembered = 1_024;

/**
 * A line between the product and an outside service that can be cut, in bytes and so for any
 * protocol.
 *
 * @param loseAfter in mode `lose-answers`: the client's words after which its connection is cut
 *   as soon as the service has answered them, unheard.
 */
export async function startLossyLink(target: number, loseAfter: RegExp): Promise<LossyLink> {
  const sockets = new Set<Socket>();
  let harmed = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (link.mode === "down" || link.mode === "mute") {
      harmed += 1;
      if (link.mode === "down") client.destroy();
      return;
    }
    const upstream = connect(target, "127.0.0.1");
    keep(upstream);
    let isLosing = false;
    // The client's last words, which may come in several pieces.
    let said = "";
    client.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("latin1")).slice(-remembered);
      if (link.mode === "lose-answers" && loseAfter.test(said)) isLosing = true;
      upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => {
      if (!isLosing) {
        client.write(chunk);
        return;
      }
      harmed += 1;
      client.destroy();
      upstream.destroy();
    });
    client.once("close", () => upstream.end());
    upstream.once("close", () => client.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const link = {
    port: typeof address === "object" && address ? address.port : 0,
    mode: "pass" as LinkMode,
    get harmed() {
      return harmed;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return link;
}
