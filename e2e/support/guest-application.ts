import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const pageInDocs = /```html\n([\s\S]*?)```/.exec(
  readFileSync(new URL("../../docs/guide/embedding.md", import.meta.url), "utf8"),
)?.[1];

/** Another vendor's application in the portal's frame: the very page that docs/guide/embedding.md shows. */
function page(portalOrigin: string): string {
  if (pageInDocs === undefined) throw new Error("docs/guide/embedding.md shows no guest.");
  return pageInDocs.replace("https://portal.example", portalOrigin);
}

export interface GuestApplication {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Serves the guest on a port of loopback, framed by nobody but the portal. */
export async function startGuestApplication(
  port: number,
  portalOrigin: string,
): Promise<GuestApplication> {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `frame-ancestors ${portalOrigin}`,
    });
    response.end(page(portalOrigin));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
