import { z } from "zod";
import { passwordInputSchema } from "../fields.ts";
import { planIdSchema } from "../plans.ts";
import { perNetwork, portalEndpoint } from "./declare.ts";
import { providerOutcomeSchema } from "./other-account.ts";
import { providerAnswerSchema } from "./provider-answer.ts";
import { signInOutcomeSchema } from "./sign-in.ts";

const tag = "External ID";

/**
 * `data.reason` of ExternalIdFailed: what the page can say beyond "it did not work".
 *
 * - `denied`, `unavailable`, `untrusted`: the provider said no, has a fault, proved nothing.
 * - `expired`: this browser began no such visit, or too long ago, or it has been answered.
 * - `unknown`: no account has this external ID; `no-email`: it gives no address to register.
 * - `other-account`: its address belongs to an account of another external ID.
 * - `organisation`: the organisation of the account allows no external ID of its members' own.
 * - `off`: the operator has no external identity provider.
 */
export const externalIdFailures = [
  "denied",
  "unavailable",
  "untrusted",
  "expired",
  "unknown",
  "no-email",
  "other-account",
  "organisation",
  "off",
] as const;

export type ExternalIdFailure = (typeof externalIdFailures)[number];

export const gmoidSignIn = portalEndpoint({
  name: "gmoidSignIn",
  method: "GET",
  path: "/sso/gmoid/signin",
  tag,
  summary: "Where to go to log in with the external ID.",
  access: "public",
  response: z.object({ redirectUrl: z.url() }),
  errors: ["ExternalIdFailed"],
  limits: [perNetwork(60, 600)],
});

export const gmoidSignUp = portalEndpoint({
  name: "gmoidSignUp",
  method: "GET",
  path: "/sso/gmoid/signup",
  tag,
  summary: "Where to go to register with the external ID.",
  access: "public",
  query: z.strictObject({ plan: planIdSchema }),
  response: z.object({ redirectUrl: z.url() }),
  errors: ["ExternalIdFailed"],
  limits: [perNetwork(60, 600)],
});

export const gmoidCallback = portalEndpoint({
  name: "gmoidCallback",
  method: "GET",
  path: "/sso/gmoid/callback",
  tag,
  summary: "Completes the return from the external ID's provider.",
  access: "public",
  query: providerAnswerSchema,
  response: providerOutcomeSchema,
  errors: [
    "ExternalIdFailed",
    "ExternalIdNeedsPassword",
    "LoginIDExists",
    "AccessEnded",
    "NetworkRefused",
    "PasswordsOff",
  ],
  limits: [perNetwork(60, 600)],
});

export const gmoidLink = portalEndpoint({
  name: "gmoidLink",
  method: "POST",
  path: "/sso/gmoid/link",
  tag,
  summary: "Links the external ID to the account of its address, given that account's password.",
  access: "pending",
  body: z.strictObject({ password: passwordInputSchema }),
  response: signInOutcomeSchema,
  errors: [
    "UsernamePasswordIncorrect",
    "ExternalIdFailed",
    "AccessEnded",
    "NetworkRefused",
    "PasswordsOff",
  ],
  limits: [perNetwork(30, 600)],
});
