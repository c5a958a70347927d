import type { CheckContext } from "../../engine/context.ts";
import type { TcpStream, TlsSession } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";

const SMTP_PORT = 25;
/** Who we say we are: a name that nobody can own (RFC 2606 §2). */
const CLIENT_NAME = "diagnosis.invalid";
/** Addresses of one server that are tried, as a sender tries them (RFC 5321 §5.1). */
const MAX_ADDRESSES = 3;
/** The command is not known, or not with this argument: said of the command, not of the client (RFC 5321 §4.2.4). */
const UNKNOWN_COMMAND = [500, 502, 504];

/** Its arguments and its place too: a server that answers so has no working STARTTLS for anybody. */
const OF_THE_COMMAND = [...UNKNOWN_COMMAND, 501, 503];

/** What a mail server shows of its encryption. */
export type SmtpEncryption =
  | { readonly kind: "not-offered" }
  /**
   * The server turned us away, by our address, name or pace: a greeting that is none, a refused EHLO, or a
   * temporary refusal (RFC 5321 §4.2.1). What it does for other senders is not known.
   */
  | { readonly kind: "turned-away"; readonly reply: string }
  /** Offered, but STARTTLS was refused or the handshake failed. */
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "encrypted"; readonly session: TlsSession };

/**
 * Greeting, EHLO, STARTTLS, QUIT with one mail server: no sender, no recipient, no mail (RFC 5321 §3.1,
 * RFC 3207 §4). Asked once per server. Throws NetError when no conversation comes about at any address:
 * `closed` only where all of them refuse the connection.
 */
export function smtpEncryption(context: CheckContext, server: string): Promise<SmtpEncryption> {
  return context.once(`mail.smtp ${server}`, async () => {
    const addresses = await context.dns.addresses(server);
    let failure: NetError | null = null;
    for (const address of addresses.slice(0, MAX_ADDRESSES)) {
      try {
        const stream = await context.tcp.open({ host: server, address, port: SMTP_PORT });
        try {
          return await converse(stream, server);
        } finally {
          stream.close();
        }
      } catch (error) {
        if (!(error instanceof NetError) || ["budget", "aborted"].includes(error.code)) throw error;
        if (failure === null || failure.code === "closed") failure = error;
      }
    }
    throw failure ?? new NetError("no-address", server);
  });
}

async function converse(stream: TcpStream, server: string): Promise<SmtpEncryption> {
  const greeting = await reply(stream);
  if (greeting.code !== 220) return turnedAway(greeting);
  const ehlo = await command(stream, `EHLO ${CLIENT_NAME}`);
  if (ehlo.code !== 250) return await withoutExtensions(stream, ehlo);
  if (!ehlo.lines.some((line) => /^STARTTLS$/i.test(line.trim()))) {
    await stream.write("QUIT\r\n");
    return { kind: "not-offered" };
  }
  const ready = await command(stream, "STARTTLS");
  if (isOfTheClient(ready)) return turnedAway(ready);
  if (ready.code !== 220) return { kind: "failed", reason: String(ready.code) };
  try {
    const secure = await stream.startTls(server);
    await secure.write("QUIT\r\n");
    secure.close();
    return { kind: "encrypted", session: secure.session };
  } catch (error) {
    if (!(error instanceof NetError) || error.code === "aborted" || error.code === "budget")
      throw error;
    return { kind: "failed", reason: error.code };
  }
}

/** A server that knows no EHLO has no STARTTLS; one that does not like ours has said nothing. */
async function withoutExtensions(stream: TcpStream, ehlo: Reply): Promise<SmtpEncryption> {
  if (!UNKNOWN_COMMAND.includes(ehlo.code)) return turnedAway(ehlo);
  const helo = await command(stream, `HELO ${CLIENT_NAME}`);
  return helo.code === 250 ? { kind: "not-offered" } : turnedAway(helo);
}

/** A refusal for now, or one that is not about the command: a rule about who we are. */
function isOfTheClient({ code }: Reply): boolean {
  return code >= 400 && code < 600 && !OF_THE_COMMAND.includes(code);
}

function turnedAway({ code, lines }: Reply): SmtpEncryption {
  return { kind: "turned-away", reply: `${code} ${lines.at(-1) ?? ""}`.trim() };
}

interface Reply {
  readonly code: number;
  /** Text of each line without the code. */
  readonly lines: readonly string[];
}

async function command(stream: TcpStream, text: string): Promise<Reply> {
  await stream.write(`${text}\r\n`);
  return reply(stream);
}

/** One reply, also of several lines (RFC 5321 §4.2.1). Throws `malformed`, or `reset` where there is none. */
async function reply(stream: TcpStream): Promise<Reply> {
  const complete = /^\d{3}(?: [^\r\n]*)?\r?\n/m;
  const bytes = await stream.read((received) =>
    complete.test(Buffer.from(received).toString("latin1")),
  );
  const text = Buffer.from(bytes).toString("latin1");
  // The connection was accepted: whoever hangs up then has not refused it.
  if (text === "") throw new NetError("reset", "SMTP");
  if (!complete.test(text)) throw new NetError("malformed", "SMTP reply");
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  return { code: Number(lines.at(-1)?.slice(0, 3)), lines: lines.map((line) => line.slice(4)) };
}
