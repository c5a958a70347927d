import { once } from "node:events";
import type { Writable } from "node:stream";
import type { PoolClient, Submittable } from "pg";

/** What of the driver's connection COPY uses; its types leave it out. */
interface CopyConnection {
  readonly stream: Writable;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

const chunkBytes = 256 * 1024;

function* chunksOf(lines: Iterable<string>): Generator<Buffer> {
  let text = "";
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < chunkBytes) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

/** One COPY … FROM STDIN in the driver's own queue of queries. */
class CopyIn implements Submittable {
  readonly #text: string;
  readonly #chunks: Iterable<Buffer>;
  readonly #done: (error?: Error) => void;

  constructor(text: string, chunks: Iterable<Buffer>, done: (error?: Error) => void) {
    this.#text = text;
    this.#chunks = chunks;
    this.#done = done;
  }

  submit(connection: unknown): void {
    (connection as CopyConnection).query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: unknown) => connection.sendCopyFail(String(error)));
  }

  async #send(connection: CopyConnection): Promise<void> {
    for (const chunk of this.#chunks) {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
    }
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#done(error);
  }

  handleReadyForQuery(): void {
    this.#done();
  }
}

/**
 * Writes rows into a table by COPY.
 *
 * @param table with its columns: `portal.account (id, …)`
 * @param lines rows in COPY's text format: columns with tabs between, no line end
 * @throws Error of PostgreSQL's; no row is kept then
 */
export function copyRows(
  client: PoolClient,
  table: string,
  lines: Iterable<string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyIn(`copy ${table} from stdin`, chunksOf(lines), (error) =>
        error === undefined ? resolve() : reject(error),
      ),
    );
  });
}
