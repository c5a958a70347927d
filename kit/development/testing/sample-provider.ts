import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type JWK, SignJWT } from "jose";
import { type Configuration, type InteractionResults, Provider } from "oidc-provider";

/** An OpenID provider that others wrote, whose people sign in when the test says so. */
export interface SampleProvider {
  readonly issuer: string;
  readonly provider: Provider;
  /** Who is at the browser: signs in when asked. Undefined declines. */
  person: { readonly id: string; readonly acr?: string; readonly name?: string } | undefined;
  /** Whether the token endpoint answers. */
  isDown: boolean;
  /** A security event token about somebody, by the provider's key unless another is given. */
  eventToken(event: SampleEvent): Promise<string>;
  close(): Promise<void>;
}

export interface SampleEvent {
  readonly kind: string;
  readonly subject: string;
  readonly audience?: string;
  readonly key?: KeyObject;
  /** The token's `typ`; `secevent+jwt` unless given. */
  readonly type?: string;
  readonly happenedAt?: Date;
}

export const sampleClient = {
  id: "sample",
  secret: "a secret for tests and for nothing else",
} as const;

const resource = "https://api.example/";

function configuration(
  applicationOrigin: string,
  own: { person: SampleProvider["person"] },
  privateKey: KeyObject,
) {
  const settings: Configuration = {
    clients: [
      {
        client_id: sampleClient.id,
        client_secret: sampleClient.secret,
        redirect_uris: [`${applicationOrigin}/openid/callback`],
        post_logout_redirect_uris: [`${applicationOrigin}/signed-out`],
        backchannel_logout_uri: `${applicationOrigin}/openid/back-channel-logout`,
        backchannel_logout_session_required: true,
        grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      },
    ],
    acrValues: ["one", "two"],
    claims: { openid: ["sub"], profile: ["name"] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    ttl: {
      AccessToken: () => 60,
      AuthorizationCode: 60,
      RefreshToken: () => 600,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    jwks: {
      keys: [
        {
          ...privateKey.export({ format: "jwk" }),
          kid: "1",
          use: "sig",
        } as JWK,
      ],
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: own.person?.name ?? "Hanako" }),
    }),
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const Grant = ctx.oidc.provider.Grant;
      const grant = new Grant({
        clientId: client?.clientId ?? "",
        accountId: session?.accountId ?? "",
      });
      grant.addOIDCScope("openid profile");
      grant.addResourceScope(resource, "read");
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        getResourceServerInfo: () => ({
          scope: "read",
          audience: resource,
          accessTokenFormat: "jwt",
          accessTokenTTL: 60,
        }),
      },
    },
    cookies: { keys: ["for tests"] },
    fetch: (url, init) => {
      const { dispatcher: _, ...rest } = { dispatcher: undefined, ...init };
      return fetch(url, rest);
    },
  };
  return settings;
}

/** Starts one on a free port, which knows one application. */
export async function startSampleProvider(applicationOrigin: string): Promise<SampleProvider> {
  const own: { person: SampleProvider["person"]; isDown: boolean } = {
    person: undefined,
    isDown: false,
  };
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(applicationOrigin, own, privateKey));
  const engine = provider.callback();
  answer = (request, response) => {
    if (own.isDown) {
      response.writeHead(503).end();
    } else if (request.url?.startsWith("/interaction/")) {
      const { person } = own;
      const result: InteractionResults =
        person === undefined
          ? { error: "access_denied" }
          : { login: { accountId: person.id, ...(person.acr ? { acr: person.acr } : {}) } };
      void provider.interactionFinished(request, response, result);
    } else {
      void engine(request, response);
    }
  };
  return Object.assign(own, {
    issuer,
    provider,
    eventToken: ({
      kind,
      subject,
      audience = sampleClient.id,
      key = privateKey,
      type = "secevent+jwt",
      happenedAt,
    }: SampleEvent) =>
      new SignJWT({
        events: { [kind]: {} },
        sub_id: { format: "iss_sub", iss: issuer, sub: subject },
        ...(happenedAt && { toe: Math.floor(happenedAt.getTime() / 1000) }),
      })
        .setProtectedHeader({ alg: "RS256", kid: "1", typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setJti(randomUUID())
        .sign(key),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}
