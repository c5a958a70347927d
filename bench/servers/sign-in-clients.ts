import { connect, type Socket } from "node:net";
import type { ClientsAnswer, ClientsOrder } from "../support/sign-in-figures.ts";

// Clients that never pause, each with a connection of its own and one request at a time, written by
// hand: thousands of them must leave the processor to what they measure.

const headEnd = "\r\n\r\n";

/** What a whole answer takes of a text, and what it says; undefined while it has not come. */
function answerIn(text: string) {
  const end = text.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = text.slice(0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (Buffer.byteLength(text) < end + headEnd.length + length) return undefined;
  return {
    status: Number(text.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)),
    isLast: /\r\nconnection: close/i.test(head),
  };
}

function run({ port, requests, seconds }: ClientsOrder): Promise<ClientsAnswer> {
  const sent: number[] = [];
  const took: number[] = [];
  const status: number[] = [];
  const client: number[] = [];
  const failures: string[] = [];
  const until = Date.now() + seconds * 1000;
  let open = requests.length;
  const { promise, resolve } = Promise.withResolvers<ClientsAnswer>();
  const close = () => {
    open -= 1;
    if (open === 0) resolve({ sent, took, status, client, failures });
  };

  function begin(index: number): void {
    const socket: Socket = connect({ port, host: "127.0.0.1" });
    socket.setEncoding("latin1").setNoDelay(true);
    let text = "";
    let began = 0;
    let isDone = false;
    const next = (isAgain: boolean) => {
      if (isDone) return;
      if (Date.now() < until && isAgain) return ask();
      isDone = true;
      socket.destroy();
      if (Date.now() < until) begin(index);
      else close();
    };
    const ask = () => {
      text = "";
      began = Date.now();
      socket.write(requests[index] ?? "");
    };
    socket.on("connect", ask);
    socket.on("data", (chunk: string) => {
      text += chunk;
      const answer = answerIn(text);
      if (answer === undefined) return;
      sent.push(began);
      took.push(Date.now() - began);
      status.push(answer.status);
      client.push(index);
      next(!answer.isLast);
    });
    const fail = (why: string) => {
      if (!isDone) failures.push(why);
      next(false);
    };
    socket.on("error", (error) => fail(error.message));
    socket.on("close", () => fail("closed before an answer"));
  }
  for (let index = 0; index < requests.length; index += 1) begin(index);
  return promise;
}

process.on("disconnect", () => process.exit());
process.on("message", (order: ClientsOrder) => {
  void run(order).then((answer) => process.send?.(answer));
});
process.send?.("ready");
