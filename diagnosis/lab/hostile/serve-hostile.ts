import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { type Lie, startLiar } from "./liar.ts";
import { MANNERS } from "./manners.ts";

/* The attacker's machines, a process of their own in the lab: `node serve-hostile.ts PLAN`. */

/** What listens where. */
export type Plan = {
  readonly log: string;
  /** Written when all are up. */
  readonly ready: string;
  readonly listeners: readonly {
    readonly address: string;
    readonly port: number;
    readonly manner: string;
    readonly tls: { readonly chain: string; readonly key: string } | null;
  }[];
  readonly baits: readonly { readonly address: string; readonly port: number }[];
  readonly liars: readonly string[];
  readonly lies: readonly Lie[];
};

const plan = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Plan;
const note = (kind: string, address: string, port: number) =>
  appendFileSync(plan.log, `${Date.now()} ${kind} ${address} ${port}\n`);

const listen = (server: Server, address: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, resolve);
  });

for (const { address, port, manner, tls } of plan.listeners) {
  const manners = MANNERS.get(manner);
  if (manners === undefined) throw new Error(`nobody behaves like ${manner}`);
  const treat = (socket: Socket) => {
    socket.on("error", () => socket.destroy());
    if (manner.startsWith("web: ")) socket.once("data", () => note("request", address, port));
    // There is no reset inside TLS.
    if (tls !== null) Object.assign(socket, { resetAndDestroy: () => socket.destroy() });
    manners(socket);
  };
  const server =
    tls === null
      ? createServer(treat)
      : createTlsServer({ cert: readFileSync(tls.chain), key: readFileSync(tls.key) }, treat);
  server.on("tlsClientError", () => undefined);
  server.on("connection", (socket: Socket) => {
    socket.on("error", () => socket.destroy());
    note("connection", address, port);
  });
  await listen(server, address, port);
}
for (const { address, port } of plan.baits)
  await listen(
    createServer((socket) => {
      note("BAIT", address, port);
      socket.destroy();
    }),
    address,
    port,
  );
for (const address of plan.liars) await startLiar(address, plan.lies);
writeFileSync(plan.ready, "");
