import { connect } from "node:net";
import { sampleServer } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";

// By the socket: what the server answers to bytes that never become a request.

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = await sampleServer();
  await app.listen({ host: "127.0.0.1", port: 0 });
  port = Number(new URL(app.listeningOrigin).port);
});
afterAll(() => app.close());

/** Sends bytes. @returns the answer's status, type and body, once the server has ended the connection. */
function answerTo(bytes: string): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("error", reject);
    socket.on("data", (part: string) => {
      text += part;
    });
    socket.on("close", () => {
      const [head = "", body = ""] = text.split("\r\n\r\n");
      const type = /^content-type: (\S+);/im.exec(head)?.[1] ?? "";
      resolve({ status: Number(head.split(" ")[1]), type, body });
    });
  });
}

const cookies = `Cookie: ${Array.from({ length: 17 }, (_, at) => `c${at}=${"x".repeat(1_020)}`).join("; ")}\r\n`;
const get = (headers: string) => `GET / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

test("a person whose browser sends 17 KB of cookies sees a page that says what to do", async () => {
  const { status, type, body } = await answerTo(
    get(`Accept: text/html,application/xhtml+xml;q=0.9\r\n${cookies}`),
  );
  expect([status, type]).toEqual([431, "text/html"]);
  expect(body).toContain("Cookieを削除");
  expect(body).toContain("Delete this site's cookies");
});

test("a program that does hears it in the one error form", async () => {
  const { status, type, body } = await answerTo(get(`Accept: application/json\r\n${cookies}`));
  expect([status, type]).toEqual([431, "application/json"]);
  expect(JSON.parse(body)).toHaveProperty("error.requestId");
});

test("what is no HTTP is a bad request", async () => {
  const { status, type } = await answerTo("HELLO\r\n\r\n");
  expect([status, type]).toEqual([400, "application/json"]);
});
