import { createHash, randomUUID, type webcrypto } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** An application of the provider's. */
export const strictClient = {
  clientId: "company",
  clientSecret: "company-secret-0123456789",
  scopes: "openid email",
} as const;

/** Who logs in there: the session is the provider's. */
export interface StrictPerson {
  readonly subject: string;
  readonly email: string;
  readonly session?: string;
}

/** A company's OpenID provider, on this machine; it takes codes once, with their secret and proof, and signs what it is told to. */
export interface StrictProvider {
  readonly issuer: string;
  /** What its description leaves out. */
  readonly leaves: Set<string>;
  /** Whether its keys can be read. */
  isReachable: boolean;
  /** Somebody logs in where the portal has sent them. @returns with what the browser comes back. */
  logIn(redirectUrl: string, person: StrictPerson): Record<string, string>;
  /** A logout token as the provider makes it; `changes` bends it, and undefined takes a claim away. */
  logoutToken(
    about: { readonly subject?: string | undefined; readonly session?: string | undefined },
    changes?: Readonly<Record<string, unknown>>,
    key?: webcrypto.CryptoKey,
  ): Promise<string>;
  close(): void;
}

const algorithm = "RS256";

export const newProviderKey = () => generateKeyPair(algorithm, { extractable: true });

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return new URLSearchParams(body);
}

export async function startStrictProvider(): Promise<StrictProvider> {
  const { privateKey, publicKey } = await newProviderKey();
  const codes = new Map<
    string,
    { readonly asked: URLSearchParams; readonly person: StrictPerson }
  >();
  const leaves = new Set<string>();
  let origin = "";
  const sign = (payload: JWTPayload, key: webcrypto.CryptoKey = privateKey) =>
    new SignJWT(payload).setProtectedHeader({ alg: algorithm, kid: "1" }).sign(key);
  const now = () => Math.floor(Date.now() / 1000);

  async function exchange(form: URLSearchParams, authorization: string | undefined) {
    const known = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const { clientId, clientSecret } = strictClient;
    const byHeader = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    const isClient =
      authorization === byHeader ||
      (form.get("client_id") === clientId && form.get("client_secret") === clientSecret);
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!known || !isClient || proof !== known.asked.get("code_challenge")) {
      return { error: "invalid_grant" };
    }
    const { asked, person } = known;
    const idToken = await sign({
      iss: origin,
      aud: clientId,
      sub: person.subject,
      email: person.email,
      email_verified: true,
      nonce: asked.get("nonce") ?? "",
      iat: now(),
      exp: now() + 300,
      ...(person.session === undefined ? {} : { sid: person.session }),
    });
    return { access_token: "nothing", token_type: "Bearer", expires_in: 60, id_token: idToken };
  }

  const provider: StrictProvider = {
    get issuer() {
      return origin;
    },
    leaves,
    isReachable: true,
    logIn(redirectUrl, person) {
      const asked = new URL(redirectUrl).searchParams;
      const code = randomUUID();
      codes.set(code, { asked, person });
      return { code, state: asked.get("state") ?? "" };
    },
    logoutToken({ subject, session }, changes = {}, key) {
      return sign(
        {
          iss: origin,
          aud: strictClient.clientId,
          iat: now(),
          exp: now() + 120,
          jti: randomUUID(),
          events: { "http://schemas.openid.net/event/backchannel-logout": {} },
          ...(subject === undefined ? {} : { sub: subject }),
          ...(session === undefined ? {} : { sid: session }),
          ...changes,
        },
        key,
      );
    },
    close: () => server.close(),
  };

  const server = createServer(async (request, response) => {
    const answer = (body: object, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url === "/.well-known/openid-configuration") {
      const description = {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
        end_session_endpoint: `${origin}/logout?realm=company`,
        id_token_signing_alg_values_supported: [algorithm],
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
      };
      return answer(
        Object.fromEntries(Object.entries(description).filter(([name]) => !leaves.has(name))),
      );
    }
    if (request.url === "/keys") {
      if (!provider.isReachable) return answer({}, 503);
      return answer({ keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: algorithm }] });
    }
    if (request.url === "/token") {
      const tokens = await exchange(await bodyOf(request), request.headers.authorization);
      return answer(tokens, "error" in tokens ? 400 : 200);
    }
    return answer({ error: "not_found" }, 404);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}
