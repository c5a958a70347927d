import { createServer } from "node:http";

/**
 * Another vendor's application in the portal's frame, written from docs/frame-protocol.md alone:
 * it shows its path, follows the host, and has a link, and buttons that say what a guest can say.
 */
function page(portalOrigin: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Guest</title>
<h1>Guest at <output id="path"></output></h1>
<p>Language <output id="language">unknown</output></p>
<a href="/inventory/result" id="link">Results</a>
<button id="session-expired">expire</button>
<button id="contact">contact</button>
<script>
  const host = ${JSON.stringify(portalOrigin)};
  // Its sign-out page is also opened by itself; then there is nobody to tell.
  const tell = (news) => {
    if (parent !== window) parent.postMessage({ protocol: "sekimori-embed/1", ...news }, host);
  };
  const show = (path) => {
    document.getElementById("path").textContent = path;
    tell({ type: "title", title: "Guest " + path });
  };
  const go = (path) => { history.replaceState(null, "", path); show(path); tell({ type: "navigated", path }); };
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== host || source !== parent) return;
    if (data.type === "language") document.getElementById("language").textContent = data.language;
    if (data.type === "navigate") go(data.path);
  });
  document.getElementById("link").onclick = (event) => { event.preventDefault(); go("/inventory/result"); };
  for (const type of ["session-expired", "contact"]) {
    document.getElementById(type).onclick = () => tell({ type });
  }
  show(location.pathname);
  tell({ type: "ready", path: location.pathname });
</script>`;
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
