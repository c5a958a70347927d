import { execFile, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname } from "node:path";

/** What one program came to. */
export type Ran = { readonly stdout: string; readonly stderr: string; readonly status: number };

/**
 * Where the lab's programs run: the namespace with the overlay as its root. When the lab ends, the process
 * namespace ends with it, and every program in it.
 */
export class Room {
  readonly #output = new Map<string, string>();

  /** Writes a file, with its folders. */
  file(path: string, content: string | Buffer, mode = 0o644): string {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode });
    return path;
  }

  /** Runs a program to its end, whatever it comes to. */
  ask(command: string, args: readonly string[], timeoutMs = 60_000, input = ""): Promise<Ran> {
    return new Promise((resolve) => {
      const child = execFile(
        command,
        [...args],
        { timeout: timeoutMs, maxBuffer: 64 * 1_048_576, encoding: "utf8" },
        (error, stdout, stderr) => {
          const status = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
          resolve({ stdout, stderr, status });
        },
      );
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input);
    });
  }

  /** Runs a program that has to succeed. */
  async run(command: string, args: readonly string[], timeoutMs = 60_000): Promise<string> {
    const { stdout, stderr, status } = await this.ask(command, args, timeoutMs);
    if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr || stdout}`);
    return stdout;
  }

  /** Starts a server that stays in the foreground or goes to the background by itself. */
  daemon(name: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(command, [...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    const keep = (bytes: Buffer) => {
      this.#output.set(name, `${this.#output.get(name) ?? ""}${bytes}`.slice(-4_000));
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => keep(Buffer.from(String(error))));
    child.unref();
    return child;
  }

  /** Last words of a server, for whoever wonders why it is not there. */
  lastWords(name: string): string {
    return this.#output.get(name) ?? "";
  }

  /** Waits until a server has said that it is ready; throws with its last words when it has not. */
  async saying(name: string, words: string, withinMs = 30_000): Promise<void> {
    const until = Date.now() + withinMs;
    while (!this.lastWords(name).includes(words)) {
      if (Date.now() > until) throw new Error(`${name} is not ready: ${this.lastWords(name)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Waits until something listens; throws with the server's last words when nothing does. */
  async listening(name: string, address: string, port: number, withinMs = 30_000): Promise<void> {
    const until = Date.now() + withinMs;
    while (!(await accepts(address, port))) {
      if (Date.now() > until)
        throw new Error(`${name} does not listen at ${address}:${port}: ${this.lastWords(name)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Whether somebody listens to whom comes from there, within a second. */
export function accepts(address: string, port: number, from?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port,
      ...(from === undefined ? {} : { localAddress: from }),
      timeout: 1_000,
    });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}
