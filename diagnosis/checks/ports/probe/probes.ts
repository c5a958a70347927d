/** What a service's answer to its own hello shows. */
export interface Probe {
  readonly service: string;
  /** Sent as it stands; null where the service greets by itself. */
  readonly hello: Uint8Array | null;
  /** True when the answer is this service's own. */
  readonly knows: (answer: Buffer) => boolean;
  /** True when the answer shows that no authentication is asked. */
  readonly open: (answer: Buffer) => boolean;
  readonly source: string;
}

const bytes = (...parts: readonly (number | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))),
  );
const text = (answer: Buffer) => answer.toString("latin1");
const never = () => false;

/**
 * Every first word that is ever sent to a service which does not speak by itself, byte by byte. Each is
 * the protocol's own way to say hello or to ask for a version or a sign of life; none carries
 * credentials, reads data or changes anything. HTTP services are asked `GET /` by the HTTP client, others by `HTTP_HELLO`.
 */
export const PROBES: Readonly<Record<number, Probe>> = {
  6379: {
    service: "Redis",
    // With a password set, PING is refused: "-NOAUTH Authentication required."
    hello: bytes("PING\r\n"),
    knows: (answer) => /^(?:\+PONG|-NOAUTH|-DENIED|-ERR)/.test(text(answer)),
    open: (answer) => text(answer).startsWith("+PONG"),
    source: "https://redis.io/docs/latest/commands/ping/",
  },
  11211: {
    service: "memcached",
    hello: bytes("version\r\n"),
    knows: (answer) => /^(?:VERSION |CLIENT_ERROR unauthenticated|ERROR)/.test(text(answer)),
    open: (answer) => text(answer).startsWith("VERSION "),
    source: "https://github.com/memcached/memcached/blob/master/doc/protocol.txt",
  },
  2181: {
    service: "ZooKeeper",
    // A four-letter word that only tells that the server runs; newer ones refuse what is not listed.
    hello: bytes("ruok"),
    knows: (answer) =>
      /^imok|is not executed because it is not in the whitelist/.test(text(answer)),
    open: never,
    source: "https://zookeeper.apache.org/doc/current/zookeeperAdmin.html#sc_zkCommands",
  },
  1883: {
    service: "MQTT",
    // CONNECT, MQTT 3.1.1, clean session, keep-alive 10 s, no name: no user and no password (§3.1).
    hello: bytes(0x10, 0x0c, 0, 4, "MQTT", 4, 2, 0, 10, 0, 0),
    knows: (answer) => answer.length >= 4 && answer[0] === 0x20,
    open: (answer) => answer.length >= 4 && answer[0] === 0x20 && answer[3] === 0,
    source: "https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/mqtt-v3.1.1.html",
  },
  389: {
    service: "LDAP",
    // Extended request 1.3.6.1.4.1.1466.20037: StartTLS (RFC 4511 §4.14.1).
    hello: bytes(0x30, 0x1d, 2, 1, 1, 0x77, 0x18, 0x80, 0x16, "1.3.6.1.4.1.1466.20037"),
    knows: (answer) => answer[0] === 0x30 && answer.includes(0x78),
    // Result code 0: the server goes on with TLS.
    open: never,
    source: "https://www.rfc-editor.org/rfc/rfc4511#section-4.14",
  },
  21: greeting("FTP", /^220[ -]/, "https://www.rfc-editor.org/rfc/rfc959"),
  110: greeting("POP3", /^\+OK/, "https://www.rfc-editor.org/rfc/rfc1939"),
  143: greeting("IMAP", /^\* (?:OK|PREAUTH)/, "https://www.rfc-editor.org/rfc/rfc9051"),
  587: greeting("Mail submission", /^220[ -]/, "https://www.rfc-editor.org/rfc/rfc6409"),
  873: greeting("rsync", /^@RSYNCD:/, "https://download.samba.org/pub/rsync/rsyncd.conf.5"),
};

function greeting(service: string, mark: RegExp, source: string): Probe {
  return { service, hello: null, knows: (answer) => mark.test(text(answer)), open: never, source };
}

/** Said to what does not greet, to tell a web server from it (RFC 9112 §3). */
export const HTTP_HELLO: Uint8Array = bytes("GET / HTTP/1.0\r\n\r\n");

/** How the services that greet are asked whether they can encrypt, and what says that they can. */
export const ENCRYPTION_QUESTIONS: Readonly<Record<number, readonly [ask: string, yes: RegExp]>> = {
  // RFC 4217 §6, RFC 2595 §4 (POP3's STLS), RFC 3207 §4, RFC 9051 §6.2.1.
  21: ["FEAT\r\n", /AUTH[ \t]+TLS/i],
  110: ["CAPA\r\n", /^STLS\s*$/im],
  587: ["EHLO diagnosis.invalid\r\n", /^250[ -]STARTTLS\s*$/im],
  143: ["a1 CAPABILITY\r\n", /\bSTARTTLS\b/i],
};
