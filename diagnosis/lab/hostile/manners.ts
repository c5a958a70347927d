import type { Socket } from "node:net";
import {
  BOTTOMLESS_HTTP,
  HOSTILE_BANNER,
  HOSTILE_HTTP,
  HOSTILE_TLS,
  type Manners,
} from "../../net/testing/hostile-servers.ts";

/** Clears a terminal, writes its title, and would be markup in a report. */
const EVIL = "\u001b[2J\u001b]0;owned\u0007<script>alert(1)</script>";

function afterRequest(act: (socket: Socket) => void): Manners {
  return (socket) => {
    socket.once("data", () => {
      socket.resume();
      act(socket);
    });
  };
}

const answer = (status: string, headers: string, body = "") =>
  afterRequest((socket) =>
    socket.end(
      `HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    ),
  );
const page = (html: string) =>
  answer("200 OK", "content-type: text/html; charset=utf-8\r\n", `<!doctype html>${html}`);
const redirect = (to: string) => answer("302 Found", `location: ${to}\r\n`);

let step = 0;

const WEB: Readonly<Record<string, Manners>> = {
  "redirects to itself": redirect("/"),
  "redirects for ever": afterRequest((socket) => {
    step += 1;
    socket.end(
      `HTTP/1.1 302 Found\r\nlocation: /${step}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );
  }),
  "redirects to loopback": redirect("http://127.0.0.2/"),
  "redirects to a private address": redirect("http://10.0.0.1/"),
  "redirects to the metadata service": redirect("http://169.254.169.254/latest/meta-data/"),
  "redirects to a decimal address": redirect("http://2130706434/"),
  "redirects to IPv6 loopback": redirect("http://[::1]/"),
  "redirects to a mapped address": redirect("http://[::ffff:10.0.0.1]/"),
  "redirects to a name of a private address": redirect("http://inside.private-hosts.jp/"),
  "redirects to Redis": redirect("http://127.0.0.2:6379/"),
  "redirects to a file": redirect("file:///etc/passwd"),
  "redirects with escapes": redirect(`/${EVIL}`),
  "links to private places": page(
    '<script src="http://10.0.0.1/a.js"></script><script src="//169.254.169.254/b.js"></script><link rel="stylesheet" href="http://127.0.0.2:8080/c.css"><iframe src="http://[::1]/"></iframe>',
  ),
  "twenty thousand scripts": page('<script src="/a.js"></script>'.repeat(20_000)),
  "a deep page": page("<div>".repeat(100_000)),
  "an attribute without end": page(`<a href="${"a ".repeat(300_000)}`),
  "a page of escapes": page(`<title>${EVIL}</title><script src="/${EVIL}.js"></script>`),
  "headers of escapes": answer(
    "200 OK",
    `server: ${"Apache/2.4.1 <script>alert(1)</script>"}\r\nx-powered-by: PHP/5.1 "><img src=x onerror=alert(1)>\r\n`,
    "hello",
  ),
  "a policy of 60 kB": answer(
    "200 OK",
    `content-security-policy: ${"script-src 'self' 'unsafe-inline' https://*; ".repeat(1_300)}\r\n`,
    "hello",
  ),
  "a thousand cookies": answer("200 OK", "set-cookie: session=1\r\n".repeat(1_000), "hello"),
  "asks to come back in a year": answer("429 Too Many Requests", "retry-after: 31536000\r\n"),
};

const reply = (socket: Socket, line: string) => socket.write(`${line}\r\n`);

const MAIL: Readonly<Record<string, Manners>> = {
  "greets with escapes": (socket) => void reply(socket, `220 ${EVIL}`),
  "extensions without end": (socket) => {
    reply(socket, "220 hello");
    socket.once("data", () => {
      socket.resume();
      const more = () => {
        while (!socket.destroyed && socket.write("250-X-NEVER-ENDS\r\n".repeat(100)));
      };
      socket.on("drain", more);
      more();
    });
  },
  "STARTTLS and then nonsense": (socket) => {
    reply(socket, "220 hello");
    socket.on("data", (chunk) => {
      const word = String(chunk).slice(0, 4).toUpperCase();
      if (word === "EHLO") reply(socket, "250-hello\r\n250 STARTTLS");
      else if (word === "STAR") socket.end("220 go ahead\r\nthis is no TLS at all\r\n");
    });
  },
  "STARTTLS and then silence": (socket) => {
    reply(socket, "220 hello");
    socket.on("data", (chunk) => {
      const word = String(chunk).slice(0, 4).toUpperCase();
      if (word === "EHLO") reply(socket, "250-hello\r\n250 STARTTLS");
      else if (word === "STAR") reply(socket, "220 go ahead");
    });
  },
  "more commands before TLS": (socket) => {
    reply(socket, "220 hello");
    socket.on("data", (chunk) => {
      const word = String(chunk).slice(0, 4).toUpperCase();
      if (word === "EHLO") reply(socket, "250-hello\r\n250 STARTTLS");
      else if (word === "STAR") reply(socket, "220 go ahead\r\n250 injected\r\n250 STARTTLS");
    });
  },
  "SSH of escapes": (socket) => void reply(socket, `SSH-2.0-OpenSSH_9.2${EVIL}`),
  "SSH with endless algorithms": (socket) => {
    reply(socket, "SSH-2.0-OpenSSH_9.2");
    const more = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(32_768, 0x7f)));
    };
    socket.on("drain", more);
    more();
  },
};

const prefixed = (prefix: string, table: Readonly<Record<string, Manners>>) =>
  Object.entries(table).map(([name, manners]) => [`${prefix}: ${name}`, manners] as const);

/** Every way to treat a connection, by the table's and its own name. */
export const MANNERS: ReadonlyMap<string, Manners> = new Map([
  ...prefixed("web", { ...HOSTILE_HTTP, ...BOTTOMLESS_HTTP, ...WEB }),
  ...prefixed("tls", HOSTILE_TLS),
  ...prefixed("greeting", { ...HOSTILE_BANNER, ...MAIL }),
]);

/** Names of the manners of one table. */
export function mannersOf(prefix: "web" | "tls" | "greeting"): readonly string[] {
  return [...MANNERS.keys()].filter((name) => name.startsWith(`${prefix}: `));
}
