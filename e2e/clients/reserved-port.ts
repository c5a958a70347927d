import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** A port that nobody else gets until it is let go. */
export interface ReservedPort {
  readonly port: number;
  release(): Promise<void>;
}

/** Keeps a port, for an application whose address has to be known long before it is started. */
export async function reservePort(): Promise<ReservedPort> {
  const server = createServer().listen(0);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async release() {
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
}
