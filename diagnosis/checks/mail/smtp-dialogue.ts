import type { CheckContext } from "../../engine/context.ts";
import type { TcpStream, TlsSession } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";

const SMTP_PORT = 25;
/** Who we say we are: a name that nobody can own (RFC 2606 §2). */
const CLIENT_NAME = "diagnosis.invalid";

/** What a mail server shows of its encryption. */
export type SmtpEncryption =
  | { readonly kind: "not-offered" }
  /** Offered, but STARTTLS was refused or the handshake failed. */
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "encrypted"; readonly session: TlsSession };

/**
 * Greeting, EHLO, STARTTLS, QUIT with one mail server: no sender, no recipient, no mail (RFC 5321 §3.1,
 * RFC 3207 §4). Asked once per server. Throws NetError when no conversation comes about.
 */
export function smtpEncryption(context: CheckContext, server: string): Promise<SmtpEncryption> {
  return context.once(`mail.smtp ${server}`, async () => {
    const stream = await context.tcp.open({ host: server, port: SMTP_PORT });
    try {
      return await converse(stream, server);
    } finally {
      stream.close();
    }
  });
}

async function converse(stream: TcpStream, server: string): Promise<SmtpEncryption> {
  const greeting = await reply(stream);
  if (greeting.code !== 220) throw new NetError("closed", `SMTP greeting ${greeting.code}`);
  const ehlo = await command(stream, `EHLO ${CLIENT_NAME}`);
  const offers = ehlo.code === 250 && ehlo.lines.some((line) => /^STARTTLS$/i.test(line.trim()));
  if (!offers) {
    await stream.write("QUIT\r\n");
    return { kind: "not-offered" };
  }
  const ready = await command(stream, "STARTTLS");
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

interface Reply {
  readonly code: number;
  /** Text of each line without the code. */
  readonly lines: readonly string[];
}

async function command(stream: TcpStream, text: string): Promise<Reply> {
  await stream.write(`${text}\r\n`);
  return reply(stream);
}

/** One reply, also of several lines (RFC 5321 §4.2.1). Throws `malformed` or `closed`. */
async function reply(stream: TcpStream): Promise<Reply> {
  const complete = /^\d{3}(?: [^\r\n]*)?\r?\n/m;
  const bytes = await stream.read((received) =>
    complete.test(Buffer.from(received).toString("latin1")),
  );
  const text = Buffer.from(bytes).toString("latin1");
  if (text === "") throw new NetError("closed", "SMTP");
  if (!complete.test(text)) throw new NetError("malformed", "SMTP reply");
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  return { code: Number(lines.at(-1)?.slice(0, 3)), lines: lines.map((line) => line.slice(4)) };
}
