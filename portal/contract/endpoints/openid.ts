import { z } from "zod";
import { perNetwork, portalEndpoint } from "./declare.ts";

const tag = "OpenID provider";

/** What an application may learn or do, in the order in which people are asked. */
export const consentScopes = [
  "openid",
  "profile",
  "email",
  "address",
  "plan",
  "organization",
  "roles",
  "offline_access",
] as const;

/** What an authorization request of an application waits for. */
export const interactionSchema = z.object({
  /**
   * - `sign-in`: nobody is signed in, or somebody else is asked for (`otherAccount`).
   * - `sign-up`: nobody is signed in, and the application invites to a new account.
   * - `reauthenticate`: the application wants the sign-in to be done again.
   * - `select-account`: the application wants the person to choose; `account` is signed in.
   * - `consent`: a third party's application asks for `scopes`.
   * - `continue`: nothing to ask; the browser may go on.
   */
  step: z.enum(["sign-in", "sign-up", "reauthenticate", "select-account", "consent", "continue"]),
  client: z.object({
    id: z.string(),
    name: z.string(),
    /** Host that the person comes back to; empty where another device waits for them (RFC 8628). */
    host: z.string(),
    policyUrl: z.url().nullable(),
    termsUrl: z.url().nullable(),
    /** Its picture, as a data URL. */
    logo: z.string().nullable(),
  }),
  scopes: z.array(z.enum(consentScopes)),
  /** Whoever is signed in, as the page shows it. */
  account: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  /** Whether the account has no password of its own to be asked for. */
  managedExternally: z.boolean(),
  otherAccount: z.boolean(),
  /**
   * With `reauthenticate`: what the application asks for and the account has, by a passkey or by any
   * second factor; and what becomes of the request `without` it. Null there: it goes on with what there
   * is once the sign-in is new.
   */
  stronger: z
    .object({
      by: z.enum(["passkey", "second-factor"]),
      without: z.enum(["continue", "refuse"]).nullable(),
    })
    .nullable(),
  loginHint: z.string().nullable(),
  /** The first language of `ui_locales` that the portal speaks: what the application was using. */
  language: z.enum(["ja", "en"]).nullable(),
});

export type InteractionView = z.infer<typeof interactionSchema>;

const params = z.strictObject({ uid: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/) });

export const showInteraction = portalEndpoint({
  name: "showInteraction",
  method: "GET",
  path: "/idp/oidc/interactions/:uid/details",
  tag,
  summary: "What an application's authorization request waits for, for the browser it came with.",
  access: "public",
  params,
  response: interactionSchema,
  errors: ["InteractionExpired"],
  limits: [perNetwork(240, 600)],
});

export const finishInteraction = portalEndpoint({
  name: "finishInteraction",
  method: "POST",
  path: "/idp/oidc/interactions/:uid/finish",
  tag,
  summary: "Answers an authorization request and says where the browser goes on.",
  access: "public",
  params,
  /** `keep` goes on as the account that is signed in, `without` does so without a stronger sign-in. */
  body: z.strictObject({ decision: z.enum(["continue", "without", "keep", "allow", "deny"]) }),
  /** On this origin; the provider sends the browser on to the application from there. */
  response: z.object({ redirectUrl: z.url() }),
  errors: ["InteractionExpired", "RecentSignInRequired", "StepOutOfOrder"],
  limits: [perNetwork(240, 600)],
});
