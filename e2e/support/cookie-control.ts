import { once } from "node:events";
import { createServer } from "node:https";
import { issueSelfSigned } from "@sekimori/diagnosis/fixtures/pki/authority";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import type { BrowserContext } from "playwright-core";

/** Two sites that are nobody's: what a browser's setting does is seen there. */
export const controlHosts = ["top.control-one.test", "framed.control-two.test"] as const;

/**
 * Which cookies of another site go along in a frame of it: `plain`, set while that site was the
 * page itself, and `partitioned`, set in the frame.
 */
export async function cookiesInForeignFrame(context: BrowserContext): Promise<readonly string[]> {
  const { certificate, key } = await issueSelfSigned({
    name: controlHosts[0],
    dnsNames: [...controlHosts],
  });
  const port = await freePort();
  const [top, framed] = controlHosts.map((host) => `https://${host}:${port}`);
  const seen: string[] = [];
  const server = createServer({ cert: certificate, key }, (request, reply) => {
    reply.setHeader("content-type", "text/html");
    if (request.url === "/top") return reply.end(`<iframe src="${framed}/first"></iframe>`);
    if (request.url === "/plain") {
      reply.setHeader("set-cookie", "plain=1; SameSite=None; Secure; Path=/");
      return reply.end("set");
    }
    if (request.url === "/first") {
      reply.setHeader("set-cookie", "partitioned=1; SameSite=None; Secure; Partitioned; Path=/");
      return reply.end(`<script>location.replace("/second")</script>`);
    }
    if (request.url === "/second") {
      const pairs = (request.headers.cookie ?? "").split("; ");
      seen.push(...pairs.map((pair) => pair.replace(/=.*/, "")));
      return reply.end(`<title>Seen</title><p id="seen">seen</p>`);
    }
    return reply.writeHead(404).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  try {
    const page = await context.newPage();
    await page.goto(`${framed}/plain`);
    await page.goto(`${top}/top`);
    await page.frameLocator("iframe").locator("#seen").waitFor();
    await page.close();
    return seen.filter((name) => name !== "").sort();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
