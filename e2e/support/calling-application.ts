import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { registerPublicClient } from "./register-client.ts";
import type { RunningProduct } from "./running-product.ts";

/** An authorization request, and what its answer is redeemed with. */
export interface Request {
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
}

/** A public application on loopback, registered as an operator does it. */
export interface CallingApplication {
  readonly host: string;
  readonly callback: string;
  /** Where its sign-outs end. */
  readonly afterSignOut: string;
  /** The fields that a browser last posted to it (`response_mode=form_post`). */
  readonly posted: () => URLSearchParams;
  /** The address at the portal that ends a session. */
  signOut(parameters?: Readonly<Record<string, string>>): string;
  request(changes?: Readonly<Record<string, string>>): Request;
  /** The token endpoint's answer to the code with which the browser came back. */
  redeem(back: URL, request: Request): Promise<Readonly<Record<string, unknown>>>;
  stop(): Promise<void>;
}

const random = () => randomBytes(32).toString("base64url");

/**
 * Registers `name` by the operator's command and serves the page its visitors come back to.
 *
 * @param whose a third party's unless given
 * @param options more of `clients add`, for the host that it will have
 */
export async function startCallingApplication(
  product: Pick<RunningProduct, "portalOrigin" | "databaseUrl">,
  name: string,
  whose: "third party" | "first party" = "third party",
  options: (host: string) => readonly string[] = () => [],
): Promise<CallingApplication> {
  const port = await freePort();
  const host = `localhost:${port}`;
  const callback = `http://${host}/callback`;
  const afterSignOut = `http://${host}/signed-out`;
  const id = `journey-${port}`;
  const provider = `${product.portalOrigin}/v1/idp/oidc`;
  await registerPublicClient(product, id, name, [
    ...(whose === "first party" ? ["--first-party"] : []),
    ...["--redirect-uri", callback, "--policy-uri", `http://${host}/policy`],
    ...["--post-logout-redirect-uri", afterSignOut],
    ...options(host),
  ]);
  let posted = new URLSearchParams();
  const server = createServer(async (request, response) => {
    if (request.method === "POST") posted = new URLSearchParams(await text(request));
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${name}</title><h1>Back</h1>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    host,
    callback,
    afterSignOut,
    posted: () => posted,
    signOut: (parameters = {}) => `${provider}/session/end?${new URLSearchParams(parameters)}`,
    request(changes = {}) {
      const [state, verifier] = [random(), random()];
      const query = new URLSearchParams({
        client_id: id,
        response_type: "code",
        redirect_uri: callback,
        scope: "openid profile email",
        state,
        nonce: random(),
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        ...changes,
      });
      return { url: `${provider}/authorize?${query}`, state, verifier };
    },
    async redeem(back, { verifier }) {
      const answer = await fetch(`${provider}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id: id,
          redirect_uri: callback,
          code: back.searchParams.get("code") ?? "",
          code_verifier: verifier,
        }),
      });
      return (await answer.json()) as Readonly<Record<string, unknown>>;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
