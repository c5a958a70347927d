import type { CheckContext } from "../../../engine/context.ts";
import type { TcpStream, TlsSession } from "../../../net/clients.ts";
import { NetError } from "../../../net/net-error.ts";
import { PROBES } from "./probes.ts";

/** One thing said, and whether what is heard is a server that agrees. */
type Word = readonly [say: string | Uint8Array, agrees: (heard: string) => boolean];

const says = (agreement: RegExp) => (heard: string) => agreement.test(heard);

/** resultCode ENUMERATED success (RFC 4511 §4.1.9). */
const LDAP_SUCCESS = Buffer.from([0x0a, 1, 0]).toString("latin1");

/**
 * How a service that began in the clear is asked to go on with TLS. Nothing follows the handshake:
 * FTP (RFC 4217 §4.1), POP3 (RFC 2595 §4), IMAP (RFC 9051 §6.2.1), LDAP (RFC 4511 §4.14), mail
 * submission (RFC 3207 §4).
 */
const WORDS: Readonly<Record<number, readonly Word[]>> = {
  21: [["AUTH TLS\r\n", says(/^234[ -]/m)]],
  110: [["STLS\r\n", says(/^\+OK/m)]],
  143: [["a2 STARTTLS\r\n", says(/^a2 OK/im)]],
  389: [[PROBES[389]?.hello ?? "", (heard) => heard.includes(LDAP_SUCCESS)]],
  587: [
    ["EHLO diagnosis.invalid\r\n", says(/^250 /m)],
    ["STARTTLS\r\n", says(/^220[ -]/m)],
  ],
};

const WAIT_MS = 2_000;
const MAX_ANSWER = 4_096;

/**
 * A service's TLS after its STARTTLS; null where it did not agree, or the handshake failed.
 *
 * @throws NetError when no connection comes about.
 */
export function startedTls(context: CheckContext, port: number): Promise<TlsSession | null> {
  return context.once(`ports.starttls ${port}`, async () => {
    const words = WORDS[port];
    if (words === undefined) return null;
    const stream = await context.tcp.open({ port });
    try {
      // LDAP is the one that does not greet.
      if (port !== 389) await heard(stream, says(/\n/));
      for (const [say, agrees] of words) {
        await stream.write(say);
        if (!agrees(await heard(stream, agrees))) return null;
      }
      const secure = await stream.startTls(context.target.host);
      secure.close();
      return secure.session;
    } catch (error) {
      if (error instanceof NetError && ["tls", "reset", "closed", "timeout"].includes(error.code))
        return null;
      throw error;
    } finally {
      stream.close();
    }
  });
}

async function heard(stream: TcpStream, enough: (heard: string) => boolean): Promise<string> {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
  const refused = /^(?:[45]\d\d |-ERR|a2 (?:NO|BAD))/im;
  const bytes = await stream.read(
    (received) => enough(text(received)) || refused.test(text(received)),
    { timeoutMs: WAIT_MS, maxBytes: MAX_ANSWER },
  );
  return text(bytes);
}
