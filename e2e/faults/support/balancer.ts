import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

export interface Balancer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Codes of a connection that was never made: nothing was sent, so another process may be asked. */
const neverConnected = new Set(["ECONNREFUSED", "EHOSTUNREACH"]);

/** How old an answer to “are you ready?” may be. */
const mostStale = 200;

/** Which processes say that they are ready; all of them where none does. */
function readyPorts(ports: () => readonly number[]): () => Promise<readonly number[]> {
  let asked = Number.NEGATIVE_INFINITY;
  let known: Promise<readonly number[]> = Promise.resolve([]);
  const ask = async (): Promise<readonly number[]> => {
    const all = ports();
    const answers = await Promise.all(
      all.map((port) =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    );
    const ready = all.filter((_, index) => answers[index]);
    return ready.length > 0 ? ready : all;
  };
  return () => {
    if (performance.now() - asked > mostStale) {
      asked = performance.now();
      known = ask();
    }
    return known;
  };
}

/**
 * A local load balancer: each request goes to the next process in turn, to another one when a
 * process does not listen, and to nobody twice. 502: the process died while answering; 503: none
 * listens.
 *
 * @param asksReadiness whether it leaves out processes whose /readyz says no.
 * @param ports where the processes listen; asked anew for every request.
 */
export async function startBalancer(
  port: number,
  ports: () => readonly number[],
  asksReadiness: boolean,
): Promise<Balancer> {
  let turn = 0;
  const choosePorts = asksReadiness ? readyPorts(ports) : async () => ports();

  const answer = (reply: ServerResponse, status: number): void => {
    if (reply.headersSent) reply.destroy();
    else reply.writeHead(status, { "content-type": "text/plain" }).end("balancer");
  };

  const forward = async (
    incoming: IncomingMessage,
    body: Buffer,
    reply: ServerResponse,
  ): Promise<void> => {
    const present = await choosePorts();
    const order = present.map((_, index) => present[(turn + index) % present.length] ?? 0);
    turn += 1;
    const attempt = (): void => {
      const next = order.shift();
      if (next === undefined) {
        answer(reply, 503);
        return;
      }
      const { method, url, headers } = incoming;
      const outgoing = request(
        // One connection per request, so that a process that stops is never asked on an old one.
        { host: "127.0.0.1", port: next, method, path: url, headers, agent: false },
        (response) => {
          reply.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(reply);
          response.once("error", () => reply.destroy());
        },
      );
      outgoing.once("error", (error: NodeJS.ErrnoException) => {
        if (neverConnected.has(error.code ?? "")) attempt();
        else answer(reply, 502);
      });
      outgoing.end(body);
    };
    attempt();
  };

  const server = createServer((incoming, reply) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.once("end", () => {
      void forward(incoming, Buffer.concat(chunks), reply);
    });
  });
  server.keepAliveTimeout = 60_000;
  // As nginx and HAProxy are usually set: a connection that is dropped comes again after a second.
  server.listen({ port, host: "127.0.0.1", backlog: 4_096 });
  await once(server, "listening");
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
