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
    knows: (answer) => /^(?:VERSION |CLIENT_ERROR unauthenticated)/.test(text(answer)),
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
    // A message of the same number whose content is an extended response (§4.1.1, §4.12).
    knows: (answer) => answer[0] === 0x30 && answer.includes(bytes(2, 1, 1, 0x78)),
    // Result code 0: the server goes on with TLS.
    open: never,
    source: "https://www.rfc-editor.org/rfc/rfc4511#section-4.14",
  },
  5432: {
    service: "PostgreSQL",
    // SSLRequest: answered by one letter, before anybody names a user (§54.2.11, 54.7).
    hello: bytes(0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f),
    knows: (answer) => /^(?:[SN]$|E\0\0)/.test(text(answer)),
    open: never,
    source: "https://www.postgresql.org/docs/current/protocol-message-formats.html",
  },
  1433: {
    service: "Microsoft SQL Server",
    // PRELOGIN with the version alone; answered by a packet of the type "table response" (2.2.1.1, 2.2.6.5).
    hello: bytes(0x12, 1, 0, 20, 0, 0, 1, 0, 0, 0, 6, 0, 6, 0xff, 9, 0, 0, 0, 0, 0),
    knows: (answer) => answer.length >= 8 && answer[0] === 4 && answer.readUInt16BE(2) <= 4_096,
    open: never,
    source: "https://learn.microsoft.com/openspecs/windows_protocols/ms-tds/",
  },
  27017: {
    service: "MongoDB",
    // OP_MSG {hello: 1, $db: "admin"}, which needs no user.
    hello: bytes(
      ...[52, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xdd, 7, 0, 0, 0, 0, 0, 0, 0],
      ...[31, 0, 0, 0, 0x10, "hello", 0, 1, 0, 0, 0, 2, "$db", 0, 6, 0, 0, 0, "admin", 0, 0],
    ),
    knows: (answer) => /maxWireVersion|isWritablePrimary|ismaster/.test(text(answer)),
    open: never,
    source: "https://www.mongodb.com/docs/manual/reference/command/hello/",
  },
  9042: {
    service: "Cassandra",
    // OPTIONS of version 4; answered by SUPPORTED (6) or ERROR (0) (§4.1.3, 4.2.4).
    hello: bytes(4, 0, 0, 0, 5, 0, 0, 0, 0),
    knows: (answer) =>
      answer.length >= 9 &&
      [0x83, 0x84, 0x85].includes(answer[0] ?? 0) &&
      [0, 6].includes(answer[4] ?? 1),
    open: never,
    source: "https://github.com/apache/cassandra/blob/trunk/doc/native_protocol_v4.spec",
  },
  9092: {
    service: "Kafka",
    // ApiVersions (18), version 0, correlation 0x6b61666b, no client's name; the answer repeats the correlation.
    hello: bytes(0, 0, 0, 10, 0, 18, 0, 0, "kafk", 0xff, 0xff),
    knows: (answer) => answer.length >= 10 && text(answer.subarray(4, 8)) === "kafk",
    open: never,
    source: "https://kafka.apache.org/protocol.html#The_Messages_ApiVersions",
  },
  5672: {
    service: "RabbitMQ",
    // The protocol's header; answered by Connection.Start (10, 10), or by the header that the server wants (§2.2.4).
    hello: bytes("AMQP", 0, 0, 9, 1),
    knows: (answer) =>
      text(answer).startsWith("AMQP") ||
      (answer.length >= 11 && answer[0] === 1 && answer.readUInt32BE(7) === 0x000a000a),
    open: never,
    source: "https://www.rabbitmq.com/resources/specs/amqp0-9-1.pdf",
  },
  3389: {
    service: "Remote Desktop",
    // X.224 connection request with the kinds of encryption that we know; answered by a confirm (2.2.1.1, 2.2.1.2).
    hello: bytes(3, 0, 0, 19, 14, 0xe0, 0, 0, 0, 0, 0, 1, 0, 8, 0, 3, 0, 0, 0),
    knows: (answer) => answer.length >= 7 && answer[0] === 3 && answer[5] === 0xd0,
    open: never,
    source: "https://learn.microsoft.com/openspecs/windows_protocols/ms-rdpbcgr/",
  },
  445: {
    service: "SMB",
    hello: smbNegotiate(),
    knows: (answer) => answer.length >= 8 && /^[\xfe\xff]SMB/.test(text(answer.subarray(4, 8))),
    open: never,
    source: "https://learn.microsoft.com/openspecs/windows_protocols/ms-smb2/",
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

/** NEGOTIATE of SMB 2 (2.2.3): the header, then the dialects 2.0.2, 2.1 and 3.0, and no session. */
function smbNegotiate(): Uint8Array {
  const header = Buffer.alloc(64);
  header.write("\xfeSMB", "latin1");
  header.writeUInt16LE(64, 4);
  const dialects = [0x0202, 0x0210, 0x0300];
  const body = Buffer.alloc(36 + 2 * dialects.length);
  body.writeUInt16LE(36, 0);
  body.writeUInt16LE(dialects.length, 2);
  body.writeUInt16LE(1, 4);
  for (const [at, dialect] of dialects.entries()) body.writeUInt16LE(dialect, 36 + 2 * at);
  return bytes(0, 0, 0, header.length + body.length, ...header, ...body);
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
