import { connect } from "node:net";
import { sampleServer } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";

// By the socket: how long the server lets somebody who never comes to an end hold a connection.

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = await sampleServer();
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = Number(new URL(app.listeningOrigin).port);
});
afterAll(() => app.close());

/** Sends a beginning, then a letter each half second. @returns after how many seconds it is cut off. */
function secondsHeld(beginning: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(beginning));
    const drip = setInterval(() => socket.write("x"), 500);
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    socket.on("close", () => {
      clearInterval(drip);
      resolve((performance.now() - began) / 1_000);
    });
  });
}

test("headers that never end are cut off after 10 s, and a body after 30 s", async () => {
  const post = "POST /v1/notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const [headers, body] = await Promise.all([
    secondsHeld("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
    secondsHeld(`${post}Content-Length: 5000\r\n\r\n`),
  ]);
  expect(headers).toBeGreaterThan(9);
  expect(headers).toBeLessThan(14);
  expect(body).toBeGreaterThan(28);
  expect(body).toBeLessThan(34);
}, 60_000);
