import {
  isOfOwnScheme,
  isReturnAddress,
  isWebAddress,
} from "@sekimori/kit-contract/application-address";
import { nameSchema } from "@sekimori/kit-contract/name";
import { specialKind } from "@sekimori/kit-server/special-addresses";
import { consentScopes } from "@sekimori/portal-contract/endpoints/openid";
import { z } from "zod";
import { isLogo } from "./client-logo.ts";
import { longestApplicationName, storedNames } from "./client-names.ts";

function address(isAllowed: (text: string) => boolean, message: string) {
  return z.url().refine(isAllowed, {
    error: ({ input }) =>
      `${String(input)} ${message}, without a fragment, user information or wildcards`,
  });
}

const webAddress = address(isWebAddress, "must be https (http is for localhost only)");

const returnAddress = address(
  isReturnAddress,
  "must be https (http is for localhost only), or with --native a scheme of its own with a dot in it",
);

const webOrigin = webAddress.refine((text) => new URL(text).origin === text, {
  error: "must be an origin: scheme, host and port, nothing after them",
});

const supportedScope = z.enum(consentScopes, {
  error: ({ input }) => `“${input}” is not a scope of this portal: ${consentScopes.join(", ")}`,
});

const publicKeySchema = z
  .looseObject({ kty: z.enum(["RSA", "EC", "OKP"]) })
  .refine((key) => !("d" in key), { error: "must be a public key" });

const applicationName = nameSchema(longestApplicationName);

/** An application that signs people in by this portal, or works as a service. */
export const clientRegistrationSchema = z
  .strictObject({
    clientId: z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/, "must be 1 to 64 of A-Z a-z 0-9 . _ ~ -"),
    /** What people read, where there is no name in their language. */
    name: applicationName,
    /** What readers of Japanese read. */
    nameJa: applicationName.optional(),
    /** What readers of English read. */
    nameEn: applicationName.optional(),
    redirectUris: z.array(returnAddress).max(20).default([]),
    postLogoutRedirectUris: z.array(returnAddress).max(20).default([]),
    backChannelLogoutUri: webAddress.optional(),
    /** Our own: nobody is asked for consent. */
    isFirstParty: z.boolean().default(false),
    /** Cannot keep a secret (a browser or mobile application): proves itself by PKCE alone. */
    isPublic: z.boolean().default(false),
    /** Runs on a device: return addresses may be of a scheme of its own, or any port (RFC 8252). */
    isNative: z.boolean().default(false),
    /** How it sends its secret. */
    secretIn: z.enum(["client_secret_basic", "client_secret_post"]).default("client_secret_basic"),
    /** Its public keys, by which it proves itself instead of by a secret (`private_key_jwt`). */
    keys: z.array(publicKeySchema).min(1).max(10).optional(),
    /** Told of what happens to its members (docs/integrate/application-contract.md). */
    eventsUri: webAddress.optional(),
    /** Asked for its part of the monthly mail (docs/integrate/application-contract.md). */
    summariesUri: webAddress.optional(),
    /** Asked for its part of the copy of somebody's data (docs/integrate/application-contract.md). */
    personalDataUri: webAddress.optional(),
    /** Asked what closes with somebody's account (docs/integrate/application-contract.md). */
    leavingUri: webAddress.optional(),
    /** The APIs that it may have tokens for, by their identifiers. */
    resources: z.array(z.url()).max(20).default([]),
    /** The APIs that it is, and may therefore ask about tokens of (RFC 7662). */
    introspects: z.array(z.url()).max(20).default([]),
    /** Gets tokens of its own, for work while nobody is signed in (`client_credentials`). */
    isService: z.boolean().default(false),
    /** Runs where nobody can type or see a browser: the person signs in on another device (RFC 8628). */
    isDevice: z.boolean().default(false),
    policyUri: webAddress.optional(),
    termsUri: webAddress.optional(),
    /** Its picture as a data URL; people see it beside the name. */
    logo: z
      .string()
      .refine(isLogo, { error: "must be a PNG, JPEG or WebP of 64 KiB at most" })
      .optional(),
    /** Where a sign-in begins on its side (OpenID Connect Core, section 4). */
    initiateLoginUri: webAddress.optional(),
    /** Where its scripts run, beside the origins of its return addresses. */
    origins: z.array(webOrigin).max(20).default([]),
    /** What it may ask for; `openid` is always among them, and everything is unless any is named. */
    scopes: z.array(supportedScope).default([]),
    idTokenAlgorithm: z.enum(["RS256", "ES256"]).default("RS256"),
    /** Claims stand in ID tokens too, for clients that never ask the userinfo endpoint. */
    idTokenClaims: z.boolean().default(false),
    /** Cannot do PKCE, and has a secret instead. */
    isPkceOptional: z.boolean().default(false),
    requirePushedRequests: z.boolean().default(false),
    requireDpop: z.boolean().default(false),
  })
  .refine(
    ({ redirectUris, isService, isDevice, introspects }) =>
      redirectUris.length > 0 || isService || isDevice || introspects.length > 0,
    {
      path: ["redirectUris"],
      error: "needs at least one, unless the application is only a service, an API or a device",
    },
  )
  .refine(
    ({ isPublic, isService, introspects }) => !isPublic || !(isService || introspects.length > 0),
    {
      path: ["isPublic"],
      error: "has no secret, which a service and an API must prove themselves by",
    },
  )
  .refine(({ isPublic, isPkceOptional }) => !(isPublic && isPkceOptional), {
    path: ["isPkceOptional"],
    error: "is for applications that have a secret; a public one has only PKCE",
  })
  .refine(({ isNative, redirectUris }) => isNative || !redirectUris.some(isOfOwnScheme), {
    path: ["redirectUris"],
    error: "a scheme of its own is for applications on a device: add --native",
  });

export type ClientRegistration = z.input<typeof clientRegistrationSchema>;
export type CheckedRegistration = z.output<typeof clientRegistrationSchema>;

const innerNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;

/** Whether an address names a place inside somebody's network, as far as its spelling shows. */
function isInner(text: string | undefined): boolean {
  if (text === undefined) return false;
  const host = new URL(text).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const kind = specialKind(host);
  if (kind !== "no address") return kind !== undefined;
  return innerNames.test(host) || !host.includes(".");
}

/** The addresses that the portal calls by itself. */
export const calledAddresses = [
  "backChannelLogoutUri",
  "eventsUri",
  "summariesUri",
  "personalDataUri",
  "leavingUri",
] as const;

/**
 * Refuses a registration that has the portal call into a private network, which an operator may want
 * and has to say. What is called in the end is the outbound guard's affair.
 *
 * @throws z.ZodError naming each such address.
 */
export function refuseInnerAddresses(client: CheckedRegistration): void {
  const issues = calledAddresses
    .filter((key) => isInner(client[key]))
    .map((key) => ({
      code: "custom" as const,
      path: [key],
      input: client[key],
      params: { isInner: true },
      message: "is in a private network; if you mean it, say --allow-private-addresses",
    }));
  if (issues.length > 0) throw new z.ZodError(issues);
}

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

function grantTypesOf({ redirectUris, isDevice, isService }: CheckedRegistration): string[] {
  const signsIn = redirectUris.length > 0;
  return [
    ...(signsIn ? ["authorization_code"] : []),
    ...(isDevice ? [deviceGrant] : []),
    ...(signsIn || isDevice ? ["refresh_token"] : []),
    ...(isService ? ["client_credentials"] : []),
  ];
}

/** A registration in the engine's words (RFC 7591), and what it keeps beside them. */
export function metadataOf(client: CheckedRegistration) {
  const signsIn = client.redirectUris.length > 0;
  const secretIn = client.keys === undefined ? client.secretIn : "private_key_jwt";
  return {
    client_name: client.name,
    ...(client.nameJa === undefined ? {} : { "client_name#ja": client.nameJa }),
    ...(client.nameEn === undefined ? {} : { "client_name#en": client.nameEn }),
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
    ...(client.logo === undefined ? {} : { logo: client.logo }),
    // Not under the engine's name for it, which knows https only and no machine of one's own.
    ...(client.initiateLoginUri === undefined ? {} : { start_uri: client.initiateLoginUri }),
    ...(client.scopes.length === 0
      ? {}
      : { scope: [...new Set(["openid", ...client.scopes])].join(" ") }),
    ...(client.eventsUri === undefined ? {} : { events_uri: client.eventsUri }),
    ...(client.summariesUri === undefined ? {} : { summaries_uri: client.summariesUri }),
    ...(client.personalDataUri === undefined ? {} : { personal_data_uri: client.personalDataUri }),
    ...(client.leavingUri === undefined ? {} : { leaving_uri: client.leavingUri }),
    ...(client.keys === undefined ? {} : { jwks: { keys: client.keys } }),
    resources: client.resources,
    introspects: client.introspects,
    cors_origins: client.origins,
    application_type: client.isNative ? "native" : "web",
    grant_types: grantTypesOf(client),
    response_types: signsIn ? ["code"] : [],
    token_endpoint_auth_method: client.isPublic ? "none" : secretIn,
    id_token_signed_response_alg: client.idTokenAlgorithm,
    id_token_claims: client.idTokenClaims,
    pkce_optional: client.isPkceOptional,
    require_pushed_authorization_requests: client.requirePushedRequests,
    dpop_bound_access_tokens: client.requireDpop,
    first_party: client.isFirstParty,
  };
}

const storedSchema = z.object({
  ...storedNames,
  redirect_uris: z.array(z.string()),
  post_logout_redirect_uris: z.array(z.string()).default([]),
  backchannel_logout_uri: z.string().optional(),
  policy_uri: z.string().optional(),
  tos_uri: z.string().optional(),
  logo: z.string().optional(),
  start_uri: z.string().optional(),
  scope: z.string().optional(),
  events_uri: z.string().optional(),
  summaries_uri: z.string().optional(),
  personal_data_uri: z.string().optional(),
  leaving_uri: z.string().optional(),
  jwks: z.object({ keys: z.array(publicKeySchema) }).optional(),
  resources: z.array(z.string()).default([]),
  introspects: z.array(z.string()).default([]),
  cors_origins: z.array(z.string()).default([]),
  application_type: z.enum(["web", "native"]),
  grant_types: z.array(z.string()),
  token_endpoint_auth_method: z.string(),
  id_token_signed_response_alg: z.enum(["RS256", "ES256"]),
  id_token_claims: z.boolean().default(false),
  pkce_optional: z.boolean().default(false),
  require_pushed_authorization_requests: z.boolean().default(false),
  dpop_bound_access_tokens: z.boolean().default(false),
  first_party: z.boolean(),
});

/** A name that a version before took, as far as it shows anything. */
const legible = (name: string | undefined) => applicationName.safeParse(name).data;

/** The registration that stored metadata came from. */
export function registrationOf(clientId: string, stored: unknown): CheckedRegistration {
  const metadata = storedSchema.parse(stored);
  const optional = <K extends string, T>(key: K, value: T | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { readonly [key in K]?: T };
  return clientRegistrationSchema.parse({
    clientId,
    name: legible(metadata.client_name) ?? clientId,
    ...optional("nameJa", legible(metadata["client_name#ja"])),
    ...optional("nameEn", legible(metadata["client_name#en"])),
    redirectUris: metadata.redirect_uris,
    postLogoutRedirectUris: metadata.post_logout_redirect_uris,
    ...optional("backChannelLogoutUri", metadata.backchannel_logout_uri),
    ...optional("policyUri", metadata.policy_uri),
    ...optional("termsUri", metadata.tos_uri),
    ...optional("logo", metadata.logo),
    ...optional("initiateLoginUri", metadata.start_uri),
    ...optional("eventsUri", metadata.events_uri),
    ...optional("summariesUri", metadata.summaries_uri),
    ...optional("personalDataUri", metadata.personal_data_uri),
    ...optional("leavingUri", metadata.leaving_uri),
    ...optional("keys", metadata.jwks?.keys),
    isFirstParty: metadata.first_party,
    isPublic: metadata.token_endpoint_auth_method === "none",
    isNative: metadata.application_type === "native",
    ...(metadata.token_endpoint_auth_method === "client_secret_post"
      ? { secretIn: "client_secret_post" }
      : {}),
    resources: metadata.resources,
    introspects: metadata.introspects,
    isService: metadata.grant_types.includes("client_credentials"),
    isDevice: metadata.grant_types.includes(deviceGrant),
    origins: metadata.cors_origins,
    scopes: metadata.scope?.split(" ") ?? [],
    idTokenAlgorithm: metadata.id_token_signed_response_alg,
    idTokenClaims: metadata.id_token_claims,
    isPkceOptional: metadata.pkce_optional,
    requirePushedRequests: metadata.require_pushed_authorization_requests,
    requireDpop: metadata.dpop_bound_access_tokens,
  });
}
