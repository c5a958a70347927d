import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createServer } from "node:tls";
import { issueSelfSigned } from "@sekimori/diagnosis/fixtures/pki/authority";

/**
 * TLS before a server on loopback that speaks plain HTTP.
 *
 * @param identity what it shows; a certificate made for it now unless given
 */
export async function startTlsFront(
  port: number,
  behind: number,
  identity?: { readonly certificate: string; readonly key: string },
) {
  const { certificate, key } =
    identity ?? (await issueSelfSigned({ name: "localhost", key: "rsa2048" }));
  const open = new Set<Socket>();
  const server = createServer({ cert: certificate, key }, (secure) => {
    const plain = connect(behind, "127.0.0.1");
    open.add(plain);
    secure.pipe(plain).pipe(secure);
    secure.on("error", () => plain.destroy());
    secure.on("close", () => plain.destroy());
    plain.on("error", () => secure.destroy());
    plain.on("close", () => {
      open.delete(plain);
      secure.destroy();
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    /** Those that others keep open, too. */
    close() {
      server.close();
      for (const plain of open) plain.destroy();
    },
  };
}
