import type { CheckContext } from "../../../engine/context.ts";
import type { TcpStream } from "../../../net/clients.ts";
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

/** The clients that TLS checks use, for a service that begins in the clear: each connection starts anew. */
export function startTlsClients(
  { once, tcp, target }: CheckContext,
  port: number,
): Pick<CheckContext, "tls" | "rawTls"> {
  const inside = async <T>(act: (stream: TcpStream) => Promise<T>): Promise<T> => {
    const stream = await tcp.open({ port });
    try {
      await agreeOnTls(stream, port);
      return await act(stream);
    } finally {
      stream.close();
    }
  };
  const asked = (question: object) => `ports.starttls ${port} ${JSON.stringify(question)}`;
  return {
    tls: {
      handshake: (options = {}) =>
        once(asked(options), () =>
          inside(async (stream) => {
            const secure = await stream.startTls(target.host, options);
            secure.close();
            return secure.session;
          }),
        ),
    },
    rawTls: {
      probe: (hello) =>
        once(asked(hello), () =>
          inside((stream) => stream.hello({ servername: target.host, ...hello })),
        ),
    },
  };
}

/** The words before TLS. Throws `tls` where the service does not agree. */
async function agreeOnTls(stream: TcpStream, port: number): Promise<void> {
  // LDAP is the one that does not greet.
  if (port !== 389) await heard(stream, says(/\n/));
  for (const [say, agrees] of WORDS[port] ?? []) {
    await stream.write(say);
    if (!agrees(await heard(stream, agrees))) throw new NetError("tls", "no STARTTLS");
  }
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
