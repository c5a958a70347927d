import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { SocketLog } from "../net/socket-log.ts";
import { specialAddressReason } from "../net/special-ranges.ts";

/** What left the engine towards places that it must not reach. */
export type Safety = {
  readonly sockets: number;
  /** Sockets to addresses that are not public, the resolver's apart. */
  readonly forbidden: readonly string[];
  /** Packets of the whole namespace for which there was no route: all that was meant for elsewhere. */
  readonly unrouted: number;
};

/** Counts from its making until `read`. */
export class Watch {
  readonly log = new SocketLog(true);
  readonly #before = unrouted();

  read(): Safety {
    const { entries } = this.log;
    const forbidden = entries.filter(
      ({ role, address }) => role === "target" && specialAddressReason(address) !== null,
    );
    return {
      sockets: entries.length,
      forbidden: [...new Set(forbidden.map(({ address, port }) => `${address}:${port}`))],
      unrouted: unrouted() - this.#before,
    };
  }
}

/** Shows that the counter counts: one datagram to where no route leads. */
export async function counterCounts(): Promise<boolean> {
  const before = unrouted();
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => {
    socket.once("error", () => resolve());
    socket.send("x", 9, "11.255.255.1", () => resolve());
  });
  socket.close();
  return unrouted() > before;
}

/** The kernel's count of packets that it could not route, of both families. */
function unrouted(): number {
  const [names = "", values = ""] = readFileSync("/proc/net/snmp", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("Ip:"));
  const v4 = Number(values.split(" ")[names.split(" ").indexOf("OutNoRoutes")]);
  const v6 = /^Ip6OutNoRoutes\s+(\d+)/m.exec(readFileSync("/proc/net/snmp6", "utf8"))?.[1];
  return v4 + Number(v6 ?? 0);
}
