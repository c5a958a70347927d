import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createOutbound, type Outbound } from "@sekimori/kit-server/outbound";

/** An application's back-channel logout address, and the guard of a portal that may call it. */
export interface LogoutListener {
  readonly address: string;
  readonly outbound: Outbound;
  /** The claims of every logout token that came, the oldest first. */
  readonly told: Record<string, unknown>[];
  close(): void;
}

/** Starts one; `heard` is called after each token. Start it before the portal that is to call it. */
export async function startLogoutListener(
  heard: () => void = () => undefined,
): Promise<LogoutListener> {
  const told: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const token = new URLSearchParams(body).get("logout_token") ?? "";
    told.push(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")));
    response.writeHead(204).end();
    heard();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: `${origin}/logout`,
    outbound: createOutbound({ production: false, loopback: [origin] }),
    told,
    close: () => server.close(),
  };
}
