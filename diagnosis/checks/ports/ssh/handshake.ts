import type { CheckContext } from "../../../engine/context.ts";
import type { TcpStream } from "../../../net/clients.ts";
import { NetError } from "../../../net/net-error.ts";

export const SSH_PORT = 22;
/** Our identification line; the protocol does not go on without one (RFC 4253 §4.2). */
const CLIENT = "SSH-2.0-diagnosis\r\n";
const KEXINIT = 20;
/** Lines a server may send before its identification. */
const MAX_PREAMBLE = 1_024;

/** What an SSH server shows before any key exchange. */
export interface SshOffer {
  /** For example `2.0`, `1.99` (both) or `1.5`. */
  readonly protocol: string;
  /** For example `OpenSSH_9.2p1 Debian-2`. */
  readonly software: string;
  /** null when the server did not go on to offer its algorithms. */
  readonly algorithms: SshAlgorithms | null;
}

export interface SshAlgorithms {
  readonly keyExchange: readonly string[];
  readonly hostKeys: readonly string[];
  readonly ciphers: readonly string[];
  readonly macs: readonly string[];
}

/**
 * Identification lines and the server's KEXINIT; then hangs up, before any log-in could start. null when
 * the port is closed. Asked once per address. Throws NetError `malformed` for what is not SSH.
 */
export function sshOffer(context: CheckContext, port: number = SSH_PORT): Promise<SshOffer | null> {
  return context.once(`ports.ssh ${port}`, async () => {
    const stream = await connect(context, port);
    if (stream === null) return null;
    try {
      const hello = await stream.read(
        (bytes) => isIdentified(bytes) || bytes.length > MAX_PREAMBLE,
      );
      const line = identification(hello);
      if (line === null) throw new NetError("malformed", "no SSH identification");
      const [, protocol = "", software = ""] = line;
      if (!["2.0", "1.99"].includes(protocol)) return { protocol, software, algorithms: null };
      await stream.write(CLIENT);
      const rest = await stream.read((bytes) => kexInit(afterLine(hello, bytes)) !== undefined);
      const algorithms = kexInit(afterLine(hello, rest)) ?? null;
      return { protocol, software, algorithms };
    } finally {
      stream.close();
    }
  });
}

/** null when nobody answers at the port. */
async function connect(context: CheckContext, port: number): Promise<TcpStream | null> {
  try {
    return await context.tcp.open({ port });
  } catch (error) {
    if (error instanceof NetError && ["closed", "timeout", "unreachable"].includes(error.code))
      return null;
    throw error;
  }
}

const LINE = /^SSH-(\d+\.\d+)-([^\r\n]*)\r?\n/m;

function isIdentified(bytes: Uint8Array): boolean {
  return LINE.test(Buffer.from(bytes).toString("latin1"));
}

function identification(bytes: Uint8Array): RegExpExecArray | null {
  return LINE.exec(Buffer.from(bytes).toString("latin1"));
}

/** What followed the identification line, in the first read and after. */
function afterLine(hello: Uint8Array, rest: Uint8Array): Buffer {
  const match = identification(hello);
  const end = match === null ? 0 : match.index + match[0].length;
  return Buffer.concat([Buffer.from(hello).subarray(end), rest]);
}

/** undefined: more must come; null: the packet is no KEXINIT (RFC 4253 §6, §7.1). */
function kexInit(bytes: Buffer): SshAlgorithms | null | undefined {
  if (bytes.length < 6) return undefined;
  const length = bytes.readUInt32BE(0);
  if (length > 35_000 || bytes[5] !== KEXINIT) return null;
  if (bytes.length < 4 + length) return undefined;
  const lists: string[][] = [];
  let at = 6 + 16;
  for (let index = 0; index < 6; index += 1) {
    if (at + 4 > bytes.length) return null;
    const size = bytes.readUInt32BE(at);
    if (at + 4 + size > 4 + length) return null;
    const names = bytes.toString("latin1", at + 4, at + 4 + size);
    lists.push(names === "" ? [] : names.split(","));
    at += 4 + size;
  }
  const both = (a: number, b: number) => [...new Set([...(lists[a] ?? []), ...(lists[b] ?? [])])];
  return {
    keyExchange: lists[0] ?? [],
    hostKeys: lists[1] ?? [],
    ciphers: both(2, 3),
    macs: both(4, 5),
  };
}
