import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { type Answer, decode, encode, type Packet } from "dns-packet";

/** A domain that the liar answers for. */
export type Lie = { readonly domain: string; readonly lie: string; readonly address: string };

type Question = { readonly name: string; readonly type: string };

let turn = 0;

/** Answers to a question, or null to say nothing. */
function lieAbout(lie: Lie, { name, type }: Question): Partial<Packet> | null {
  const record = (kind: string, data: unknown) => ({ name, type: kind, ttl: 0, data }) as Answer;
  const soa = record("SOA", {
    mname: "liar1.dnsya.jp",
    rname: "x.dnsya.jp",
    serial: 1,
    refresh: 7200,
    retry: 3600,
    expire: 1_209_600,
    minimum: 1,
  });
  const own = type === "A" ? [record("A", lie.address)] : type === "SOA" ? [soa] : [];
  const rebind = (to: string) => {
    turn += 1;
    return type === "A"
      ? { answers: [record("A", turn % 2 === 0 ? lie.address : to)] }
      : { answers: own };
  };
  switch (lie.lie) {
    case "never answers":
      return null;
    case "rebinds to loopback":
      return rebind("127.0.0.2");
    case "rebinds to the metadata service":
      return rebind("169.254.169.254");
    case "an alias for every name":
      turn += 1;
      return { answers: [record("CNAME", `n${turn}.${lie.domain}`)] };
    case "answers another question":
      return { questions: [{ name: "another.jp", type: "A" }], answers: own };
    case "fails":
      return { flags: 2, answers: [] };
    case "refuses":
      return { flags: 5, answers: [] };
    case "sixty kilobytes":
      return { answers: Array.from({ length: 250 }, () => record("TXT", "x".repeat(230))) };
    case "refers to itself":
      return { flags: 0, authorities: [record("NS", `deeper.${name}`)], answers: [] };
    case "every name is here":
      return { answers: own.length > 0 ? own : [record("TXT", "v=spf1 +all")] };
    default:
      return { answers: own };
  }
}

/** The packet that goes back, or null. */
function replyTo(message: Buffer, lies: readonly Lie[]): { lie: Lie; packet: Buffer } | null {
  const query = decode(message);
  const question = query.questions?.[0];
  if (question === undefined) return null;
  const name = question.name.toLowerCase();
  const lie = lies.find(({ domain }) => name === domain || name.endsWith(`.${domain}`));
  if (lie === undefined) return null;
  const told = lieAbout(lie, { name: question.name, type: question.type });
  if (told === null) return null;
  const { flags = 0, ...parts } = told;
  const head = { type: "response" as const, id: query.id, flags: 0x0400 | flags };
  return { lie, packet: encode({ ...head, questions: [question], ...parts }) };
}

/** The attacker's own name server at one address. */
export async function startLiar(address: string, lies: readonly Lie[]): Promise<void> {
  const udp = createSocket("udp4");
  udp.on("message", (message, peer) => {
    const reply = attempt(() => replyTo(message, lies));
    if (!reply) return;
    const send = (packet: Buffer) => udp.send(packet, peer.port, peer.address);
    const { lie, packet } = reply;
    if (lie.lie === "answers with noise")
      send(Buffer.concat([packet.subarray(0, 2), Buffer.alloc(300, 0xff)]));
    else if (lie.lie === "answers after four seconds") setTimeout(() => send(packet), 4_000);
    else if (/truncated|drips/.test(lie.lie) || packet.length > 1_200) {
      const short = Buffer.from(packet.subarray(0, 12));
      short.writeUInt16BE(short.readUInt16BE(2) | 0x0200, 2);
      short.fill(0, 4, 12);
      send(short);
    } else send(packet);
  });
  await new Promise<void>((resolve) => udp.bind(53, address, resolve));
  const tcp = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      const reply = attempt(() => replyTo(chunk.subarray(2), lies));
      if (!reply) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(Math.min(65_535, reply.packet.length));
      const framed = Buffer.concat([length, reply.packet]);
      if (reply.lie.lie === "always says truncated") framed[4] = (framed[4] ?? 0) | 2;
      if (reply.lie.lie === "a transfer without end") {
        const more = () => {
          while (!socket.destroyed && socket.write(framed));
        };
        socket.on("drain", more);
        more();
      } else if (reply.lie.lie === "drips by TCP") {
        let at = 0;
        const timer = setInterval(() => socket.write(framed.subarray(at, ++at)), 500);
        socket.on("close", () => clearInterval(timer));
      } else socket.write(framed);
    });
  });
  await new Promise<void>((resolve) => tcp.listen(53, address, resolve));
}

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
