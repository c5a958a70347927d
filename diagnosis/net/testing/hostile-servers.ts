import { createServer, type Socket } from "node:net";
import { createGzip, gzipSync } from "node:zlib";
import type { Listen, RunningFixture } from "../../fixtures/fixture.ts";
import { listenTcp } from "../../fixtures/loopback.ts";

/** Bytes that hostile servers managed to send, to show that reading stopped. */
export const sent = { bytes: 0 };

/** A server with bad manners: what it does with a fresh connection. */
export type Manners = (socket: Socket) => void;

/** Listens on loopback with those manners. */
export function misbehave(manners: Manners): (listen: Listen) => Promise<RunningFixture> {
  return (listen) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      manners(socket);
    });
    return listenTcp(server, listen);
  };
}

/** Waits for the first bytes, then acts: servers that let the client speak first. */
function afterRequest(act: Manners): Manners {
  return (socket) => {
    socket.once("data", () => {
      socket.resume();
      act(socket);
    });
  };
}

/** Writes `chunk` for ever, as fast as the other side reads. */
function flood(socket: Socket, chunk: Uint8Array | string): void {
  const more = () => {
    while (!socket.destroyed) {
      sent.bytes += chunk.length;
      if (!socket.write(chunk)) break;
    }
  };
  socket.on("drain", more);
  more();
}

/** Writes one byte after the other, far apart, for ever. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    sent.bytes += 1;
    socket.write(text[at % text.length] ?? "");
    at += 1;
  }, 20);
  socket.on("close", () => clearInterval(timer));
}

const ok = "HTTP/1.1 200 OK\r\n";

/** Manners of the web: each is served in plain HTTP. */
export const HOSTILE_HTTP: Readonly<Record<string, Manners>> = {
  "never answers": (socket) => socket.resume(),
  "resets at once": (socket) => socket.resetAndDestroy(),
  "closes at once": (socket) => socket.end(),
  "closes after the request": afterRequest((socket) => socket.end()),
  "resets after the request": afterRequest((socket) => socket.resetAndDestroy()),
  "drips the status line": afterRequest((socket) => drip(socket, ok)),
  "drips header lines": afterRequest((socket) => {
    socket.write(ok);
    drip(socket, "x-a: b\r\n");
  }),
  "drips the body": afterRequest((socket) => {
    socket.write(`${ok}content-type: text/html\r\n\r\n`);
    drip(socket, "a");
  }),
  "endless headers": afterRequest((socket) => {
    socket.write(ok);
    flood(socket, `x-padding: ${"a".repeat(1000)}\r\n`);
  }),
  "one endless header": afterRequest((socket) => {
    socket.write(`${ok}x-padding: `);
    flood(socket, "a".repeat(4096));
  }),
  "endless informational answers": afterRequest((socket) => {
    flood(socket, "HTTP/1.1 100 Continue\r\n\r\n");
  }),
  "garbage instead of HTTP": afterRequest((socket) => flood(socket, Buffer.alloc(4096, 0xee))),
  "another protocol": afterRequest((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n")),
  "an impossible version": afterRequest((socket) => socket.end("HTTP/9.9 banana\r\n\r\n")),
  "a header without a colon": afterRequest((socket) => socket.end(`${ok}nonsense\r\n\r\n`)),
  "a negative length": afterRequest((socket) => socket.end(`${ok}content-length: -5\r\n\r\n`)),
  "two lengths": afterRequest((socket) =>
    socket.end(`${ok}content-length: 5\r\ncontent-length: 7\r\n\r\nhello`),
  ),
  "a broken chunk": afterRequest((socket) =>
    socket.end(`${ok}transfer-encoding: chunked\r\n\r\nZZ\r\nhello\r\n`),
  ),
  "a body shorter than said": afterRequest((socket) =>
    socket.end(`${ok}content-length: 500\r\n\r\nhello`),
  ),
  "broken gzip": afterRequest((socket) =>
    socket.end(`${ok}content-encoding: gzip\r\nconnection: close\r\n\r\nno gzip at all`),
  ),
  "unknown coding": afterRequest((socket) =>
    socket.end(`${ok}content-encoding: sdch\r\ncontent-length: 2\r\n\r\nhi`),
  ),
  "nine codings": afterRequest((socket) =>
    socket.end(`${ok}content-encoding: ${"gzip,".repeat(9)}\r\ncontent-length: 2\r\n\r\nhi`),
  ),
};

/** Two hundred megabytes of nothing, packed twice. */
const ZIPPED_TWICE = gzipSync(gzipSync(Buffer.alloc(200_000_000)));

/** Answers that are cut at the cap instead of failing. */
export const BOTTOMLESS_HTTP: Readonly<Record<string, Manners>> = {
  "ten gigabytes": afterRequest((socket) => {
    socket.write(`${ok}content-length: 10000000000\r\n\r\n`);
    flood(socket, Buffer.alloc(65_536, 97));
  }),
  "an endless chunked body": afterRequest((socket) => {
    socket.write(`${ok}transfer-encoding: chunked\r\n\r\n`);
    flood(socket, `10000\r\n${"a".repeat(65_536)}\r\n`);
  }),
  "a zip bomb": afterRequest((socket) => {
    socket.write(`${ok}content-encoding: gzip\r\n\r\n`);
    const gzip = createGzip({ level: 9 });
    gzip.on("data", (chunk: Buffer) => {
      sent.bytes += chunk.length;
      if (!socket.destroyed) socket.write(chunk);
    });
    socket.on("close", () => gzip.destroy());
    const zeros = Buffer.alloc(1_048_576);
    const more = () => {
      while (!gzip.destroyed && gzip.write(zeros));
    };
    gzip.on("drain", more);
    more();
  }),
  "a zip bomb in a zip": afterRequest((socket) => {
    const { length } = ZIPPED_TWICE;
    socket.write(`${ok}content-encoding: gzip, gzip\r\ncontent-length: ${length}\r\n\r\n`);
    socket.end(ZIPPED_TWICE);
  }),
};

const record = (type: number, body: Buffer, length = body.length) =>
  Buffer.concat([Buffer.from([type, 3, 3, length >> 8, length & 255]), body]);

const many = (bytes: Buffer) => Buffer.concat(Array.from({ length: 1000 }, () => bytes));

/** Manners of a TLS port. */
export const HOSTILE_TLS: Readonly<Record<string, Manners>> = {
  "never answers": (socket) => socket.resume(),
  "closes after the hello": afterRequest((socket) => socket.end()),
  "resets after the hello": afterRequest((socket) => socket.resetAndDestroy()),
  "speaks HTTP": afterRequest((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
  "drips a record": afterRequest((socket) => drip(socket, "\u0016\u0003\u0003\u0001")),
  "floods garbage": afterRequest((socket) => flood(socket, Buffer.alloc(4096, 0xaa))),
  "floods empty handshake records": afterRequest((socket) =>
    flood(socket, many(record(22, Buffer.alloc(0)))),
  ),
  "floods warnings": afterRequest((socket) =>
    flood(socket, many(record(21, Buffer.from([1, 112])))),
  ),
  "a record longer than allowed": afterRequest((socket) =>
    socket.end(record(22, Buffer.alloc(100), 65_535)),
  ),
  "a hello of sixteen megabytes": afterRequest((socket) => {
    socket.write(record(22, Buffer.from([2, 0xff, 0xff, 0xff])));
    flood(socket, record(22, Buffer.alloc(16_000)));
  }),
  "a hello that ends early": afterRequest((socket) =>
    socket.end(record(22, Buffer.from([2, 0, 0, 4, 3, 3, 1, 2]))),
  ),
  "a hello with lying lengths": afterRequest((socket) => {
    const hello = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32), Buffer.from([255, 1])]);
    socket.end(record(22, Buffer.concat([Buffer.from([2, 0, 0, hello.length]), hello])));
  }),
  "a certificate message of sixteen megabytes": afterRequest((socket) => {
    const hello = Buffer.concat([
      Buffer.from([2, 0, 0, 38, 3, 3]),
      Buffer.alloc(32),
      Buffer.from([0, 0xc0, 0x2f, 0]),
    ]);
    socket.write(record(22, hello));
    socket.write(record(22, Buffer.from([11, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfc])));
    flood(socket, record(22, Buffer.alloc(16_000)));
  }),
};

/** Manners of a service that should greet. */
export const HOSTILE_BANNER: Readonly<Record<string, Manners>> = {
  "never greets": (socket) => socket.resume(),
  "drips a greeting": (socket) => drip(socket, "220-hello\r\n"),
  "floods a greeting": (socket) => flood(socket, "220-hello\r\n".repeat(400)),
  "resets while greeting": (socket) => {
    socket.write("220 he", () => socket.resetAndDestroy());
  },
};
