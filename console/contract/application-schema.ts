import {
  isOfOwnScheme,
  isReturnAddress,
  isWebAddress,
  isWebOrigin,
} from "@sekimori/kit-contract/application-address";
import { nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";

/**
 * What an application is: it decides how it proves itself. A server keeps a secret; what runs in a
 * browser, on a person's device, or on one without a keyboard keeps none; a service has nobody logged in.
 */
export const applicationKinds = ["server", "browser", "native", "device", "service"] as const;

export type ApplicationKind = (typeof applicationKinds)[number];

/** What a member can be asked to let an application read. */
export const applicationScopes = [
  "profile",
  "email",
  "address",
  "plan",
  "organization",
  "roles",
  "offline_access",
] as const;

export const addressesMost = 20;

/** How ID tokens can be signed. */
export const idTokenAlgorithms = ["RS256", "ES256"] as const;

/** What stands in requests as `client_id`. */
export const applicationIdSchema = z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/);

/** As it is typed: what is refused names the field. */
const webAddress = z.string().max(2_000).refine(isWebAddress);
const returnAddress = z.string().max(2_000).refine(isReturnAddress);

const optionalAddress = webAddress.nullable();

/** What can be registered of an application here. The rest is the operator's, by commands. */
export const registrationShape = {
  name: nameSchema(100),
  nameJa: nameSchema(100).nullable(),
  nameEn: nameSchema(100).nullable(),
  redirectUris: z.array(returnAddress).max(addressesMost),
  postLogoutRedirectUris: z.array(returnAddress).max(addressesMost),
  backChannelLogoutUri: optionalAddress,
  initiateLoginUri: optionalAddress,
  policyUri: optionalAddress,
  termsUri: optionalAddress,
  origins: z.array(z.string().max(300).refine(isWebOrigin)).max(addressesMost),
  scopes: z.array(z.enum(applicationScopes)).max(applicationScopes.length),
  secretIn: z.enum(["client_secret_basic", "client_secret_post"]),
  idTokenAlgorithm: z.enum(idTokenAlgorithms),
  idTokenClaims: z.boolean(),
  isPkceOptional: z.boolean(),
  requirePushedRequests: z.boolean(),
  requireDpop: z.boolean(),
} as const;

export const registrationSchema = z.strictObject(registrationShape);

export type Registration = z.infer<typeof registrationSchema>;

/** Whether people are sent back to an application of this kind, so that it needs an address. */
export const isReturnedTo = (kind: ApplicationKind): boolean =>
  kind !== "service" && kind !== "device";

/** Whether it has a secret. */
export const hasSecret = (kind: ApplicationKind): boolean =>
  kind === "server" || kind === "service";

/** Whether PKCE can be left out: where people are sent back to it, and a secret is in its place. */
export const mayOmitPkce = (kind: ApplicationKind): boolean =>
  hasSecret(kind) && isReturnedTo(kind);

/** What only those have whom people are sent back to; forms show it of no others. */
const ofReturnedTo = [
  "redirectUris",
  "postLogoutRedirectUris",
  "backChannelLogoutUri",
  "initiateLoginUri",
  "origins",
] as const;

/**
 * The kind whose fields an application is edited with. A command can make one that is a service or a
 * device and is returned to as well.
 */
export function editedAs(
  kind: ApplicationKind,
  { redirectUris }: { readonly redirectUris: readonly string[] },
): ApplicationKind {
  if (isReturnedTo(kind) || redirectUris.length === 0) return kind;
  return kind === "service" ? "server" : "browser";
}

interface Typed extends Pick<Registration, (typeof ofReturnedTo)[number] | "isPkceOptional"> {
  readonly kind: ApplicationKind;
}

/** What the parts of a registration have to do with each other: the field that is amiss, and how. */
export function registrationIssue({ kind, redirectUris, isPkceOptional, ...typed }: Typed) {
  if (isReturnedTo(kind) && redirectUris.length === 0) {
    return { path: "redirectUris", code: "required" } as const;
  }
  const idle = isReturnedTo(kind)
    ? undefined
    : ofReturnedTo.find((name) => ({ ...typed, redirectUris })[name]?.length);
  if (idle !== undefined) return { path: idle, code: "invalid" } as const;
  if (kind !== "native" && redirectUris.some(isOfOwnScheme)) {
    return { path: "redirectUris", code: "invalid" } as const;
  }
  return isPkceOptional && !mayOmitPkce(kind)
    ? ({ path: "isPkceOptional", code: "invalid" } as const)
    : undefined;
}
