import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Merchant {
  readonly webhookUrl: string;
  readonly received: readonly ReceivedWebhook[];
  /** Status codes for the next webhooks, in order; 200 when there are none left. */
  readonly answers: number[];
  /** Resolves when `count` webhooks have come in all. */
  waitFor(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** A merchant's server that takes webhooks on a real socket. */
export async function startMerchant(): Promise<Merchant> {
  const received: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      response.writeHead(answers.shift() ?? 200).end();
      received.push({ headers: request.headers, body });
      for (const waiter of waiting) if (received.length >= waiter.count) waiter.resolve();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    webhookUrl: `http://127.0.0.1:${address.port}/webhook`,
    received,
    answers,
    async waitFor(count) {
      if (received.length >= count) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      await promise;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
