import { localeSchema } from "@sekimori/kit-contract/locale";
import { z } from "zod";
import { codeSchema, emailSchema, passwordInputSchema } from "../fields.ts";
import { perNetwork, perSession, portalEndpoint } from "./declare.ts";
import { momentSchema, signUpFlowSchema } from "./views.ts";

const tag = "Sign-in";

/** The outcome of a sign-in, with SPEC 3's redirect statuses. */
export const signInOutcomeSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("SIGNED_IN"), expiresAt: momentSchema }),
  z.object({ status: z.literal("OTP_VERIFY"), resendAt: momentSchema }),
  z.object({ status: z.literal("RESET_PASSWORD") }),
  z.object({ status: z.literal("SERVICE_AGREE"), flow: signUpFlowSchema }),
]);

export type SignInOutcome = z.infer<typeof signInOutcomeSchema>;

export const signIn = portalEndpoint({
  name: "signIn",
  method: "POST",
  path: "/idp/sign-in",
  tag,
  summary: "Checks e-mail and password; unknown address and wrong password are one answer.",
  access: "public",
  body: z.strictObject({
    email: emailSchema,
    password: passwordInputSchema,
    captcha: z.string().max(4096).optional(),
    locale: localeSchema.optional(),
  }),
  response: signInOutcomeSchema,
  errors: ["UsernamePasswordIncorrect", "UserNotConfirmed", "RecaptchaTokenIncorrect"],
  limits: [],
});

export const confirmOtp = portalEndpoint({
  name: "confirmOtp",
  method: "POST",
  path: "/idp/mfa/confirm-otp",
  tag,
  summary: "Completes a sign-in with the one-time password sent for it; five tries.",
  access: "pending",
  body: z.strictObject({ code: codeSchema }),
  response: signInOutcomeSchema,
  errors: ["OTPInvalid", "OTPExpired", "OTPExceeded"],
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
  errors: ["OTPExceeded"],
  limits: [perSession(6, 3600), perNetwork(60, 600)],
});

export const signOut = portalEndpoint({
  name: "signOut",
  method: "POST",
  path: "/idp/sign-out",
  tag,
  summary: "Ends the session, or does nothing where there is none.",
  access: "public",
  body: z.strictObject({}),
  response: z.object({}),
  errors: [],
  limits: [],
});

export const reauthenticate = portalEndpoint({
  name: "reauthenticate",
  method: "POST",
  path: "/idp/reauthenticate",
  tag,
  summary: "Asks for the password again in place, before a sensitive change.",
  access: "account",
  body: z.strictObject({ password: passwordInputSchema }),
  response: z.object({ authenticatedAt: momentSchema }),
  errors: ["OldPasswordWrong", "ManagedExternally"],
  limits: [perSession(10, 600)],
});
