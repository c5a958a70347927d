import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { RESOLVER_OUT } from "../addresses.ts";
import type { Room } from "../room.ts";

const CAUGHT = "/lab/hostile/caught.pcap";

/** Everything that is not the public Internet, as `special-ranges.ts` has it. */
const SPECIAL = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/3",
  "::/64",
  "64:ff9b::/96",
  "2001::/23",
  "2002::/16",
  "fc00::/6",
];

/** The engine's own resolver at 127.0.0.1 is asked by right, and asks where it must. */
const FILTER = `(${SPECIAL.map((net) => `dst net ${net}`).join(" or ")}) and not (host 127.0.0.1 and port 53) and not (src host ${RESOLVER_OUT.v4} or src host ${RESOLVER_OUT.v6}) and not (dst host ${RESOLVER_OUT.v4} or dst host ${RESOLVER_OUT.v6})`;

/** Counts packets of the namespace to special addresses, by capturing them, until `read`. */
export class PacketCount {
  readonly #room: Room;
  #stop: () => Promise<void> = async () => undefined;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Null, or why packets cannot be captured here. */
  async start(): Promise<string | null> {
    this.#room.file("/lab/hostile/note", "");
    const args = [
      "-i",
      "lo",
      "-n",
      "-p",
      "-U",
      "--immediate-mode",
      "-Z",
      "root",
      "-w",
      CAUGHT,
      FILTER,
    ];
    const capture = this.#room.daemon("tcpdump", "/usr/bin/tcpdump", args);
    this.#stop = () =>
      new Promise((resolve) => {
        capture.once("exit", () => resolve());
        if (capture.exitCode !== null) resolve();
        capture.kill("SIGINT");
      });
    for (let tries = 0; tries < 100; tries += 1) {
      if (/listening on/.test(this.#room.lastWords("tcpdump"))) return null;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return this.#room.lastWords("tcpdump") || "tcpdump does not start";
  }

  /** The packets, one line each, and whether one of our own making was among them. */
  async read(): Promise<{ readonly packets: readonly string[]; readonly counts: boolean }> {
    await sendOne();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await this.#stop();
    const { stdout } = await this.#room.ask("/usr/bin/tcpdump", [
      "-n",
      "-q",
      "-Z",
      "root",
      "-r",
      CAUGHT,
    ]);
    const lines = stdout.split("\n").filter((line) => line !== "");
    const own = lines.filter((line) => isWitness(line));
    const packets = lines.filter((line) => !isWitness(line));
    return { packets, counts: own.length > 0 && readFileSync(CAUGHT).length > 24 };
  }
}

const WITNESS = 9;

/** The lab's own datagram, and the kernel's answer that nobody listens there. */
function isWitness(line: string): boolean {
  return line.includes(`127.0.0.3.${WITNESS}:`) || line.includes(`127.0.0.3 udp port ${WITNESS}`);
}

/** One datagram that must be seen. */
async function sendOne(): Promise<void> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.send("x", WITNESS, "127.0.0.3", () => resolve()));
  socket.close();
}
