import { COLLEAGUE, type Place, VISITOR } from "./addresses.ts";
import { accepts, Room } from "./room.ts";

/** How many there are; their cables are called by it. */
let made = 0;

/** A machine of the lab with a network, and so a firewall, of its own: what it runs is reached over a cable. */
export class Machine extends Room {
  readonly #name: string;
  #rules: string | null = null;

  private constructor(name: string) {
    super();
    this.#name = name;
  }

  /** Makes one, at the place of its state. */
  static async at(room: Room, name: string, { v4, v6 }: Place): Promise<Machine> {
    const cable = `machine${made++}`;
    const of = ["-n", name];
    const ip = (line: string) => room.run("ip", line.split(" "));
    if (made === 1)
      for (const address of [VISITOR, COLLEAGUE]) await ip(`addr add ${address}/32 dev lo`);
    await ip(`netns add ${name}`);
    await ip(`link add ${cable} type veth peer name eth0 netns ${name}`);
    await ip(`link set ${cable} up`);
    for (const line of [
      "link set lo up",
      "link set eth0 up",
      `addr add ${v4}/32 dev eth0`,
      `addr add ${v6}/128 dev eth0 nodad`,
      "route add default dev eth0",
    ])
      await room.run("ip", [...of, ...line.split(" ")]);
    await ip(`route add ${v4}/32 dev ${cable} src ${VISITOR}`);
    return new Machine(name);
  }

  override daemon(name: string, command: string, args: readonly string[], env = {}) {
    return super.daemon(name, "nsenter", [...this.#within(), command, ...args], env);
  }

  /** Loads rules into its firewall. */
  async close(rules: readonly string[]): Promise<void> {
    for (const [index, text] of rules.entries()) {
      this.#rules = this.file(`/lab/machines/${this.#name}/${index}.nft`, `${text}\n`);
      await this.run("nsenter", [...this.#within(), "nft", "-f", this.#rules]);
    }
  }

  /** Waits as its owner does, at the machine; whoever is of its network has to be let in, too. */
  override async listening(name: string, address: string, port: number): Promise<void> {
    const knock = `for i in $(seq 300); do (exec 3<>/dev/tcp/${address}/${port}) 2>/dev/null && exit 0; sleep 0.1; done; exit 1`;
    const { status } = await this.ask("nsenter", [...this.#within(), "bash", "-c", knock]);
    if (status !== 0) throw new Error(`${name} does not listen: ${this.lastWords(name)}`);
    if (this.#rules === null) return;
    if (!(await accepts(address, port, COLLEAGUE)))
      throw new Error(`${name} is closed to its own network`);
    if (await accepts(address, port, VISITOR)) throw new Error(`${name} is open to everybody`);
  }

  #within(): readonly string[] {
    return [`--net=/run/netns/${this.#name}`];
  }
}
