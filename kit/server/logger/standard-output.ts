import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { DestinationStream } from "pino";

/** Lines that may wait for a slow reader, in UTF-16 code units; about ten thousand requests. */
const mostWaiting = 4 * 2 ** 20;

/**
 * Writes lines without ever waiting for whoever reads them: a reader that stopped reading must not
 * stop the product. What does not fit is left out, and the next line that fits is preceded by one
 * that says how many are missing. After the reader has closed its end nothing is written.
 */
export function unwaitingOutput(output: Writable, most = mostWaiting): DestinationStream {
  let missing = 0;
  output.on("error", () => undefined);
  return {
    write(line) {
      if (!output.writable) return;
      if (output.writableLength + line.length > most) {
        missing += 1;
        return;
      }
      if (missing > 0) {
        const told = { level: "warn", time: new Date().toISOString(), pid: process.pid, missing };
        missing = 0;
        output.write(`${JSON.stringify({ ...told, msg: "log lines were left out" })}\n`);
      }
      output.write(line);
    },
  };
}

let destination: DestinationStream | undefined;

/**
 * Standard output for loggers. Node writes to pipes and sockets at once when there is room and
 * keeps the rest for later; files and terminals take every line at once.
 */
export function standardOutput(): DestinationStream {
  destination ??= unwaitingOutput(process.stdout);
  return destination;
}

/** Resolves when standard output has taken what waited, or after `patience` milliseconds. */
export async function standardOutputTaken(patience: number): Promise<void> {
  if (process.stdout.writableLength === 0 || !process.stdout.writable) return;
  await Promise.race([once(process.stdout, "drain"), pause(patience)]).catch(() => undefined);
}
