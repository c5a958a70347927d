import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sampleServer, saveNote } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createBinder } from "./http.ts";

let app: FastifyInstance;

beforeEach(async () => {
  app = await sampleServer();
  createBinder(app, { authorise: () => undefined })(saveNote, () => ({ id: 1, title: "" }));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => app.close());

const head = (bytes: number) =>
  `POST /v1/notes/7 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

/** Sends a body of 100 MB without looking at the answer before `looksAfter` bytes are on the way. */
async function send(looksAfter: number) {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  const failures: string[] = [];
  socket.on("error", (error) => failures.push(error.message));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await once(socket, "connect");
  socket.pause();
  socket.write(head(100 * 2 ** 20));
  const block = Buffer.alloc(2 ** 16, 0x20);
  let sent = 0;
  while (sent < looksAfter && socket.writable) {
    sent += block.length;
    if (!socket.write(block)) {
      await Promise.race([
        new Promise((drained) => socket.once("drain", drained)),
        closed,
        pause(2_000),
      ]);
      socket.removeAllListeners("drain");
    }
  }
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  socket.resume().end();
  await closed;
  return { answer, failures };
}

describe("a body over the limit", () => {
  test.each([0, 1, 4, 8])(
    "is refused so that a sender who has %i MB on the way can read it",
    async (megabytes) => {
      const { answer, failures } = await send(megabytes * 2 ** 20);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"type":"InvalidInput"');
      expect(failures).toEqual([]);
    },
  );

  test("is not taken for ever: who sends on and on is cut off, however quick", async () => {
    const served: Socket[] = [];
    app.server.on("connection", (socket) => served.push(socket));
    const { failures } = await send(99 * 2 ** 20);
    expect(failures.join()).toMatch(/ECONNRESET|EPIPE/);
    // What was read before the answer, 16 MB of patience, and the last read.
    expect(served[0]?.bytesRead).toBeLessThan(17 * 2 ** 20);
  });
});
