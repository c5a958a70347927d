import { createServer } from "node:http";
import { createLogger } from "../logger/logger.ts";
import { createLifecycle } from "./lifecycle.ts";

/**
 * A process for the lifecycle's test: prints its address, prints "arrived" when a request has
 * come, and answers it only after the signal to stop was received.
 */
const life = createLifecycle({ logger: createLogger({ name: "child", level: "silent" }) });
life.stopOnSignal();
await life.start(
  "server",
  () =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer((_request, response) => {
        process.once("SIGTERM", () => response.end("finished"));
        process.stdout.write("arrived\n");
      });
      server.listen(0, "127.0.0.1", () => resolve(server));
    }).then((server) => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      process.stdout.write(`http://127.0.0.1:${port}/\n`);
      return server;
    }),
  (server) =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    }),
);
