import { newToken } from "@sekimori/kit-server/cookies";
import { invalidField } from "@sekimori/kit-server/errors";
import { consentScopes } from "@sekimori/portal-contract/endpoints/openid";
import { sql } from "kysely";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** An exact address of an application: https, or http on this machine; no fragment. */
const applicationAddress = z.url().refine(
  (text) => {
    const url = new URL(text);
    const isSafe =
      url.protocol === "https:" || (url.protocol === "http:" && loopback.has(url.hostname));
    return isSafe && url.hash === "";
  },
  { error: "must be https, or http on this machine, without a fragment" },
);

const supportedScope = z.enum(consentScopes, {
  error: ({ input }) => `“${input}” is not a scope of this portal: ${consentScopes.join(", ")}`,
});

/** An application that signs people in by this portal. */
export const clientRegistrationSchema = z.strictObject({
  clientId: z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/, "must be 1 to 64 of A-Z a-z 0-9 . _ ~ -"),
  /** What people read when they are asked for consent. */
  name: z.string().trim().min(1).max(100),
  redirectUris: z.array(applicationAddress).min(1).max(20),
  postLogoutRedirectUris: z.array(applicationAddress).max(20).default([]),
  backChannelLogoutUri: applicationAddress.optional(),
  /** Our own: nobody is asked for consent. */
  isFirstParty: z.boolean().default(false),
  /** Cannot keep a secret (a browser or mobile application): proves itself by PKCE alone. */
  isPublic: z.boolean().default(false),
  /** How it sends its secret. */
  secretIn: z.enum(["client_secret_basic", "client_secret_post"]).default("client_secret_basic"),
  policyUri: applicationAddress.optional(),
  termsUri: applicationAddress.optional(),
  /** What it may ask for; `openid` is always among them, and everything is unless any is named. */
  scopes: z.array(supportedScope).default([]),
  idTokenAlgorithm: z.enum(["RS256", "ES256"]).default("RS256"),
  requirePushedRequests: z.boolean().default(false),
  requireDpop: z.boolean().default(false),
});

export type ClientRegistration = z.input<typeof clientRegistrationSchema>;

function metadataOf(client: z.output<typeof clientRegistrationSchema>) {
  return {
    client_name: client.name,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    ...(client.backChannelLogoutUri === undefined
      ? {}
      : {
          backchannel_logout_uri: client.backChannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
    ...(client.policyUri === undefined ? {} : { policy_uri: client.policyUri }),
    ...(client.termsUri === undefined ? {} : { tos_uri: client.termsUri }),
    ...(client.scopes.length === 0
      ? {}
      : { scope: [...new Set(["openid", ...client.scopes])].join(" ") }),
    application_type: "web",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: client.isPublic ? "none" : client.secretIn,
    id_token_signed_response_alg: client.idTokenAlgorithm,
    require_pushed_authorization_requests: client.requirePushedRequests,
    dpop_bound_access_tokens: client.requireDpop,
    first_party: client.isFirstParty,
  };
}

type Books = Pick<PortalContext, "db" | "clock" | "sealer">;

const secretContext = (clientId: string) => `portal.oidc_client.secret:${clientId}`;

/**
 * Registers an application, or replaces what is registered under its id.
 *
 * @param secret the one it is to have; a new one unless given. Ignored for public applications.
 * @returns the secret, which is shown to nobody again; undefined for public applications.
 * @throws AppError InvalidInput, z.ZodError.
 */
export async function registerClient(
  { db, clock, sealer }: Books,
  registration: ClientRegistration,
  secret: string = newToken(),
): Promise<string | undefined> {
  const client = clientRegistrationSchema.parse(registration);
  if (!client.isPublic && secret.length < 32) throw invalidField("secret", "too_short");
  const values = {
    metadata: JSON.stringify(metadataOf(client)),
    secret: client.isPublic ? null : sealer.seal(secret, secretContext(client.clientId)),
  };
  await db
    .insertInto("portal.oidc_client")
    .values({ client_id: client.clientId, created_at: clock.now(), ...values })
    .onConflict((conflict) => conflict.column("client_id").doUpdateSet(values))
    .execute();
  return client.isPublic ? undefined : secret;
}

export interface RegisteredClient {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly isFirstParty: boolean;
  readonly isPublic: boolean;
  /** What it may ask for; undefined: everything. */
  readonly scopes: readonly string[] | undefined;
  readonly createdAt: Date;
}

const storedSchema = z.object({
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  first_party: z.boolean(),
  scope: z.string().optional(),
});

export async function listClients({ db }: Pick<Books, "db">): Promise<RegisteredClient[]> {
  const rows = await db.selectFrom("portal.oidc_client").selectAll().orderBy("client_id").execute();
  return rows.map((row) => {
    const metadata = storedSchema.parse(row.metadata);
    return {
      clientId: row.client_id,
      name: metadata.client_name,
      redirectUris: metadata.redirect_uris,
      isFirstParty: metadata.first_party,
      isPublic: row.secret === null,
      scopes: metadata.scope?.split(" "),
      createdAt: row.created_at,
    };
  });
}

/** Forgets an application; its tokens stop working with it. @returns whether there was one. */
export async function removeClient({ db }: Pick<Books, "db">, clientId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom("portal.oidc_client")
    .where("client_id", "=", clientId)
    .returning("client_id")
    .executeTakeFirst();
  if (removed === undefined) return false;
  await db
    .deleteFrom("portal.oidc_record")
    .where(sql<boolean>`payload ->> 'clientId' = ${clientId}`)
    .execute();
  return true;
}

/** Every request names an application; what an operator changes is in force after this. */
const rememberedMs = 5_000;

/** Lets the provider's engine read the registered applications; only operators write them. */
export class ClientAdapter implements Adapter {
  readonly #books: Pick<Books, "db" | "sealer">;
  readonly #known = new Map<string, { readonly payload: AdapterPayload; readonly until: number }>();

  constructor(books: Pick<Books, "db" | "sealer">) {
    this.#books = books;
  }

  async find(clientId: string): Promise<AdapterPayload | undefined> {
    const known = this.#known.get(clientId);
    if (known && known.until > Date.now()) return known.payload;
    const payload = await this.#read(clientId);
    if (payload === undefined) this.#known.delete(clientId);
    else this.#known.set(clientId, { payload, until: Date.now() + rememberedMs });
    return payload;
  }

  async #read(clientId: string): Promise<AdapterPayload | undefined> {
    const { db, sealer } = this.#books;
    const row = await db
      .selectFrom("portal.oidc_client")
      .select(["metadata", "secret"])
      .where("client_id", "=", clientId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return {
      ...(row.metadata as AdapterPayload),
      client_id: clientId,
      ...(row.secret === null
        ? {}
        : { client_secret: sealer.open(row.secret, secretContext(clientId)).toString("utf8") }),
    };
  }

  async upsert(): Promise<void> {
    throw new Error("Applications are registered by operators only.");
  }

  async destroy(): Promise<void> {
    throw new Error("Applications are removed by operators only.");
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}
}
