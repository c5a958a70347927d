import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import type { Limit } from "@sekimori/kit-contract/endpoint";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { codeSchema, emailSchema, passwordInputSchema } from "../fields.ts";
import {
  proofErrors,
  secondFactorWaySchema,
  signInProofSchema,
  trustBrowserSchema,
  typedProofErrors,
  typedProofSchema,
} from "./authenticators.ts";
import { perAccount, perNetwork, portalEndpoint } from "./declare.ts";
import { signUpFlowSchema } from "./sign-up-flow.ts";

const tag = "Sign-in";

/**
 * Mails with codes that one account's sign-ins and step-ups may send, counted apart for each
 * browser that the account knows and together for all others.
 */
export const codeMailLimits: readonly Limit[] = [
  { by: "account", budget: "code-mail", points: 10, seconds: 3600 },
  { by: "account", budget: "code-mail", points: 20, seconds: 86_400 },
];

/** The second factor is asked for: by mail, which has gone out, or by what no mail brings. */
const askedSecondFactorShape = {
  status: z.literal("OTP_VERIFY"),
  ways: z.array(secondFactorWaySchema),
  /** When another mail may be asked for; null where none was sent. */
  resendAt: momentSchema.nullable(),
};

/** The outcome of a sign-in, with specification 3's redirect statuses. */
export const signInOutcomeSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("SIGNED_IN"), expiresAt: momentSchema }),
  z.object({
    ...askedSecondFactorShape,
    /** Whether sign-ins in this browser may do without it from now on, if its user asks for that. */
    mayTrustBrowser: z.boolean(),
  }),
  z.object({ status: z.literal("RESET_PASSWORD") }),
  /** The member's organisation wants a second factor set up before the sign-in goes on. */
  z.object({ status: z.literal("FACTOR_WANTED") }),
  z.object({ status: z.literal("SERVICE_AGREE"), flow: signUpFlowSchema }),
]);

export type SignInOutcome = z.infer<typeof signInOutcomeSchema>;

export const signIn = portalEndpoint({
  name: "signIn",
  method: "POST",
  path: "/idp/sign-in",
  tag,
  summary: "Checks email and password; unknown address and wrong password are one answer.",
  access: "public",
  body: z.strictObject({
    email: emailSchema,
    password: passwordInputSchema,
    captcha: z.string().max(4096).optional(),
    locale: localeSchema.optional(),
  }),
  response: signInOutcomeSchema,
  errors: [
    "TooManyRequest",
    "UsernamePasswordIncorrect",
    "UserNotConfirmed",
    "RecaptchaTokenIncorrect",
    "AccessEnded",
    "NetworkRefused",
    "PasswordsOff",
  ],
  limits: [],
  load: "passwords",
});

export const confirmOtp = portalEndpoint({
  name: "confirmOtp",
  method: "POST",
  path: "/idp/mfa/confirm-otp",
  tag,
  summary:
    "Completes a sign-in with the one-time password sent for it; five tries. With `trustBrowser` this browser then signs in without a second factor for a while.",
  access: "pending",
  body: z.strictObject({ code: codeSchema, trustBrowser: trustBrowserSchema }),
  response: signInOutcomeSchema,
  errors: ["OTPInvalid", "OTPExpired", "OTPExceeded", "NetworkRefused", "PasswordsOff"],
  limits: [perNetwork(120, 600)],
});

export const proveSecondFactor = portalEndpoint({
  name: "proveSecondFactor",
  method: "POST",
  path: "/sign-in/second-factor",
  tag,
  summary:
    "Completes a sign-in by a passkey, the authenticator app or a recovery code; five tries. With `trustBrowser`, and no recovery code, this browser then signs in without a second factor for a while.",
  access: "pending",
  body: signInProofSchema,
  response: signInOutcomeSchema,
  errors: [...proofErrors, "OTPExceeded", "OtherWayRequired", "NetworkRefused", "PasswordsOff"],
  limits: [perNetwork(120, 600)],
});

export const resendOtp = portalEndpoint({
  name: "resendOtp",
  method: "POST",
  path: "/idp/mfa/resend-otp",
  tag,
  summary: "Sends a new one-time password, at most once a minute.",
  access: "pending",
  body: z.strictObject({}),
  response: z.object({ resendAt: momentSchema }),
  errors: ["OTPExceeded", "OtherWayRequired"],
  limits: [perNetwork(60, 600), { by: "attempt", points: 6, seconds: 3600 }],
});

export const signOut = portalEndpoint({
  name: "signOut",
  method: "POST",
  path: "/idp/sign-out",
  tag,
  summary:
    "Ends the session, or does nothing without one. Says where to log out too, if the person came by an organization's provider and the organization wants that.",
  access: "public",
  body: z.strictObject({}),
  response: z.object({
    atProvider: z
      .object({
        /** Whether the person is asked, or sent there at once. */
        how: z.enum(["offered", "done"]),
        host: z.string(),
        /** Null where the provider can't be reached. */
        url: z.url().nullable(),
      })
      .optional(),
  }),
  errors: [],
  limits: [],
  load: "public",
});

export const reauthenticate = portalEndpoint({
  name: "reauthenticate",
  method: "POST",
  path: "/idp/reauthenticate",
  tag,
  summary:
    "Asks for the password again in place, before a sensitive change; where two-factor authentication is on, asks for the second factor as well.",
  access: "account",
  body: z.strictObject({ password: passwordInputSchema }),
  response: z.discriminatedUnion("status", [
    z.object({ status: z.literal("AUTHENTICATED"), authenticatedAt: momentSchema }),
    z.object(askedSecondFactorShape),
  ]),
  errors: ["OldPasswordWrong", "ManagedExternally"],
  limits: [perAccount(10, 600)],
});

export const confirmReauthentication = portalEndpoint({
  name: "confirmReauthentication",
  method: "POST",
  path: "/idp/reauthenticate/confirm-otp",
  tag,
  summary: "Completes the asking again with the one-time password sent for it.",
  access: "account",
  body: z.strictObject({ code: codeSchema }),
  response: z.object({ authenticatedAt: momentSchema }),
  errors: ["OTPInvalid", "OTPExpired", "OTPExceeded"],
  limits: [perAccount(30, 600)],
});

export const proveAgain = portalEndpoint({
  name: "proveAgain",
  method: "POST",
  path: "/idp/reauthenticate/second-factor",
  tag,
  summary: "Completes the asking again by the authenticator app or a recovery code.",
  access: "account",
  body: typedProofSchema,
  response: z.object({ authenticatedAt: momentSchema }),
  errors: [...typedProofErrors, "OTPExpired", "OTPExceeded"],
  limits: [perAccount(30, 600)],
});

export const resendReauthentication = portalEndpoint({
  name: "resendReauthentication",
  method: "POST",
  path: "/idp/reauthenticate/resend-otp",
  tag,
  summary: "Sends another one-time password for the asking again, at most once a minute.",
  access: "account",
  body: z.strictObject({}),
  response: z.object({ resendAt: momentSchema }),
  errors: ["NotFound", "OtherWayRequired"],
  limits: [perAccount(6, 3600)],
});
