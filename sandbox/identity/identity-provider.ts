import { Html } from "@sekimori/kit-server/html";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import { interactionPolicy, Provider } from "oidc-provider";
import type { SandboxTables } from "../database/tables.ts";
import { claimsOf, findAccount } from "./identity-accounts.ts";
import { IdentityAdapter } from "./identity-adapter.ts";
import { identityErrorPage, logoutPage } from "./identity-pages.ts";
import { identitySecrets } from "./identity-secrets.ts";

/** An application that may sign people in here. */
export interface IdentityClient {
  readonly clientId: string;
  /** The service as people know it: the page on which they choose an account says it. */
  readonly name: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  /** Below this address any may be sent back to: what stands there is known only later. */
  readonly redirectUrisBelow?: string | undefined;
  readonly postLogoutRedirectUris?: readonly string[] | undefined;
  /** The same for where it sends browsers that have logged out. */
  readonly postLogoutRedirectUrisBelow?: string | undefined;
}

export interface IdentityParts {
  readonly books: Kysely<SandboxTables>;
  readonly now: () => Date;
  /** Origin of the sandbox; the issuer is `<origin>/identity`. */
  readonly origin: string;
  readonly clients: readonly IdentityClient[];
  readonly logger: FastifyBaseLogger;
}

/** Asks who it is every time, so that a demo can change person without signing out. */
function alwaysAsk() {
  const policy = interactionPolicy.base();
  const login = policy.get("login");
  login?.checks.add(
    new interactionPolicy.Check("choose", "An account must be chosen.", (ctx) =>
      ctx.oidc.result?.login === undefined
        ? interactionPolicy.Check.REQUEST_PROMPT
        : interactionPolicy.Check.NO_NEED_TO_PROMPT,
    ),
  );
  return policy;
}

/** The external identity provider: code flow with PKCE, discovery, and claims in the ID token. */
export async function createIdentityProvider(parts: IdentityParts): Promise<Provider> {
  const { books, origin, clients } = parts;
  const { jwks, cookieKey } = await identitySecrets(books);
  const provider = new Provider(`${origin}/identity`, {
    adapter: (model) => new IdentityAdapter(books, model),
    jwks,
    clients: clients.map((client) => ({
      client_id: client.clientId,
      client_name: client.name,
      client_secret: client.clientSecret,
      redirect_uris: [...client.redirectUris],
      post_logout_redirect_uris: [...(client.postLogoutRedirectUris ?? [])],
      grant_types: ["authorization_code"],
      response_types: ["code"],
    })),
    responseTypes: ["code"],
    scopes: ["openid"],
    claims: {
      openid: ["sub", "amr", "acr"],
      email: ["email", "email_verified"],
      profile: ["name"],
    },
    // The portal reads the ID token alone; a conforming provider may put the claims there.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.type = "html";
          ctx.body = logoutPage(new Html(form)).markup;
        },
      },
    },
    interactions: {
      policy: alwaysAsk(),
      url: (_ctx, interaction) => `${origin}/identity/interaction/${interaction.uid}`,
    },
    // Cookies are shared by all ports of a host: the portal is a provider of this make too.
    cookies: {
      keys: [cookieKey],
      names: {
        session: "sandbox_identity_session",
        interaction: "sandbox_identity_interaction",
        resume: "sandbox_identity_resume",
      },
    },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 14 * 86_400,
      IdToken: 3600,
      Interaction: 3600,
      Session: 86_400,
    },
    async findAccount(_ctx, subject) {
      const account = await findAccount(books, subject);
      return account && { accountId: subject, claims: () => claimsOf(account) };
    },
    // Nobody is asked for consent: choosing the account is consent enough for a sandbox.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    renderError(ctx, out) {
      ctx.type = "html";
      ctx.set("content-security-policy", "default-src 'none'; style-src 'self'");
      ctx.body = identityErrorPage(out.error, out.error_description ?? "").markup;
    },
  });
  const registered = provider.Client.prototype.redirectUriAllowed;
  provider.Client.prototype.redirectUriAllowed = function isAllowed(uri) {
    const below = clients.find(({ clientId }) => clientId === this.clientId)?.redirectUrisBelow;
    return registered.call(this, uri) || (below !== undefined && uri.startsWith(below));
  };
  const known = provider.Client.prototype.postLogoutRedirectUriAllowed;
  provider.Client.prototype.postLogoutRedirectUriAllowed = function isAllowed(uri) {
    const client = clients.find(({ clientId }) => clientId === this.clientId);
    const below = client?.postLogoutRedirectUrisBelow;
    return known.call(this, uri) || (below !== undefined && uri.startsWith(below));
  };
  provider.on("server_error", (_ctx, error) =>
    parts.logger.error({ err: error }, "identity provider"),
  );
  return provider;
}
