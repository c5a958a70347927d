import { z } from "zod";
import { perNetwork, portalEndpoint } from "./declare.ts";
import { signInOutcomeSchema } from "./sign-in.ts";

const tag = "Sign-in";

/** A provider's answer is another account's than the one that this browser is signed in to: it is asked. */
export const otherAccountSchema = z.object({ status: z.literal("OTHER_ACCOUNT") });

/** The outcome of a sign-in at a provider, to which anybody's link may have led. */
export const providerOutcomeSchema = z.discriminatedUnion("status", [
  ...signInOutcomeSchema.options,
  otherAccountSchema,
]);

export type ProviderOutcome = z.infer<typeof providerOutcomeSchema>;

/** A company's people may come from one network. */
const ofCompany = perNetwork(240, 600);

export const showOtherAccount = portalEndpoint({
  name: "showOtherAccount",
  method: "GET",
  path: "/sign-in/other-account",
  tag,
  summary:
    "The two accounts of a login that waits: the one that this browser is logged in to, and the one that a provider answered with.",
  access: "public",
  response: z.object({
    /** Null where nobody is logged in any more. */
    present: z.string().nullable(),
    next: z.string(),
  }),
  errors: ["NotFound"],
  limits: [ofCompany],
});

export const changeToOtherAccount = portalEndpoint({
  name: "changeToOtherAccount",
  method: "POST",
  path: "/sign-in/other-account",
  tag,
  summary: "Ends the present login and goes on with the waiting one.",
  access: "public",
  body: z.strictObject({}),
  response: signInOutcomeSchema,
  errors: [
    "NotFound",
    "AccessEnded",
    "NetworkRefused",
    "PasswordsOff",
    "ExternalIdFailed",
    "SingleSignOnFailed",
  ],
  limits: [ofCompany],
});

export const keepPresentAccount = portalEndpoint({
  name: "keepPresentAccount",
  method: "POST",
  path: "/sign-in/other-account/keep",
  tag,
  summary: "Forgets the waiting login; the present one goes on.",
  access: "public",
  body: z.strictObject({}),
  response: z.object({}),
  errors: [],
  limits: [ofCompany],
});
