import { once } from "node:events";
import { createServer } from "node:http";
import { freePort } from "@sekimori/kit-development/testing/free-port";

export interface FramingSite {
  readonly origin: string;
  /** Bodies of the form POSTs that browsers brought back from 3-D Secure. */
  readonly returns: readonly string[];
  stop(): Promise<void>;
}

const escapeAttribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/**
 * A merchant's site: `/?src=<address>` frames that address and keeps every message it gets in
 * `window.messages`; a POST to `/return` is written down.
 */
export async function startFramingSite(): Promise<FramingSite> {
  const origin = `http://localhost:${await freePort()}`;
  const returns: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    if (request.method === "POST") {
      let body = "";
      request.setEncoding("utf8").on("data", (chunk: string) => {
        body += chunk;
      });
      request.on("end", () => {
        returns.push(body);
        response.setHeader("content-type", "text/html").end("<title>returned</title>");
      });
      return;
    }
    const theme = url.searchParams.get("theme") ?? "light";
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en" style="color-scheme:${theme}">
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>shop</title>
<body style="background:${theme === "dark" ? "#1a1a1c" : "#ffffff"}">
<script>messages = []; addEventListener("message", (event) => messages.push({ origin: event.origin, ...event.data }));</script>
<iframe id="card" title="card" style="width:100%;height:900px;border:0" src="${escapeAttribute(url.searchParams.get("src") ?? "")}"></iframe>`);
  }).listen(Number(new URL(origin).port), "localhost");
  await once(server, "listening");
  return {
    origin,
    returns,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
