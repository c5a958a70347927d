import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const deploy = fileURLToPath(new URL("../../../deploy", import.meta.url));

/** Where a proxy is to listen, and what is behind it. */
export interface ProxyPlaces {
  readonly folder: string;
  readonly plain: number;
  readonly secure: number;
  readonly portal: number;
  readonly karte: number;
  /** A certificate for both names, and its key, PEM. */
  readonly certificate: string;
  readonly key: string;
}

interface ProxyKind {
  readonly program: string;
  readonly debian: string;
  /** Its example, from deploy. */
  readonly example: string;
  /** What of the example is another on this machine: each has to be found. */
  readonly exchange: (places: ProxyPlaces) => readonly (readonly [RegExp, string])[];
  /** Beside the example's own file, by name. */
  readonly files?: (file: string, places: ProxyPlaces) => Readonly<Record<string, string>>;
  readonly args: (file: string, folder: string) => readonly string[];
}

export const proxyKinds: Readonly<Record<string, ProxyKind>> = {
  nginx: {
    program: "nginx",
    debian: "nginx",
    example: "nginx/sekimori.conf",
    exchange: ({ plain, secure, portal, karte, folder }) => [
      [/listen 80;/g, `listen ${plain};`],
      [/listen 443 /g, `listen ${secure} `],
      [/127\.0\.0\.1:3000/g, `127.0.0.1:${portal}`],
      [/127\.0\.0\.1:3001/g, `127.0.0.1:${karte}`],
      [/\/etc\/ssl\/sekimori\/\w+\.example\.pem/g, join(folder, "certificate.pem")],
      [/\/etc\/ssl\/sekimori\/\w+\.example\.key/g, join(folder, "key.pem")],
    ],
    files: (file, { folder }) => ({
      "nginx.conf": [
        ...(process.getuid?.() === 0 ? ["user root;"] : []),
        `pid ${folder}/nginx.pid; daemon off; events {} http { access_log off;`,
        ...["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
          (name) => `${name}_temp_path ${folder}/${name};`,
        ),
        `include ${file}; }`,
      ].join("\n"),
    }),
    args: (_, folder) => ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")],
  },
  Caddy: {
    program: "caddy",
    debian: "caddy",
    example: "caddy/Caddyfile",
    exchange: ({ plain, secure, portal, karte, folder }) => [
      [/^\{$/m, `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${secure}`],
      [
        /^(https:\/\/\w+\.example) \{$/gm,
        `$1 {\n\ttls ${folder}/certificate.pem ${folder}/key.pem`,
      ],
      [/127\.0\.0\.1:3000/g, `127.0.0.1:${portal}`],
      [/127\.0\.0\.1:3001/g, `127.0.0.1:${karte}`],
    ],
    args: (file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
  HAProxy: {
    program: "haproxy",
    debian: "haproxy",
    example: "haproxy/haproxy.cfg",
    exchange: ({ plain, secure, portal, karte, folder }) => [
      [/bind :80$/m, `bind :${plain}`],
      [/bind :443 /, `bind :${secure} `],
      [/\/etc\/ssl\/sekimori\//, `${folder}/both.pem`],
      [/127\.0\.0\.1:3000/, `127.0.0.1:${portal}`],
      [/127\.0\.0\.1:3001/, `127.0.0.1:${karte}`],
    ],
    args: (file) => ["-db", "-f", file],
  },
};

/** Whether this machine has the program of a proxy. */
export const isInstalled = ({ program }: ProxyKind): boolean =>
  spawnSync("sh", ["-c", 'command -v "$0"', program], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  }).status === 0;

async function listens(port: number, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended:\n${said()}`);
    const socket = connect(port, "127.0.0.1");
    const [answer] = await Promise.race([
      once(socket, "connect").then(() => ["connected"]),
      once(socket, "error"),
    ]).catch((error: unknown) => [error]);
    socket.destroy();
    if (answer === "connected") return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Starts a proxy with its example, of which only places are another.
 *
 * @returns what ends it
 * @throws Error with what it said when it does not start
 */
export async function startProxy(
  kind: ProxyKind,
  places: ProxyPlaces,
): Promise<() => Promise<void>> {
  const { folder, certificate, key } = places;
  mkdirSync(folder, { recursive: true });
  const exchanged = kind.exchange(places).reduce(
    (text, [from, to]) => {
      if (text.search(from) < 0) throw new Error(`${kind.example} has no ${from}.`);
      return text.replace(from, to);
    },
    readFileSync(join(deploy, kind.example), "utf8"),
  );
  const file = join(folder, "example.conf");
  const files = {
    "example.conf": exchanged,
    "certificate.pem": certificate,
    "key.pem": key,
    "both.pem": certificate + key,
    ...kind.files?.(file, places),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  let said = "";
  const child = spawn(kind.program, [...kind.args(file, folder)], {
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-10_000);
    });
  }
  await Promise.all([places.plain, places.secure].map((port) => listens(port, child, () => said)));
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}
