import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { resetMailsPerDay, resetMailsPerHour } from "../constants.ts";
import {
  codeSchema,
  emailSchema,
  linkTokenSchema,
  newPasswordSchema,
  passwordInputSchema,
} from "../fields.ts";
import { proofErrors, secondFactorProofSchema, secondFactorWaySchema } from "./authenticators.ts";
import { perAccount, perNetwork, portalEndpoint } from "./declare.ts";

const tag = "Password";

export const forgotPassword = portalEndpoint({
  name: "forgotPassword",
  method: "POST",
  path: "/idp/forgot-password",
  tag,
  summary: "Sends a link and a code if the address has an account; the answer never tells.",
  access: "public",
  body: z.strictObject({
    email: emailSchema,
    locale: localeSchema,
    captcha: z.string().max(4096).optional(),
  }),
  response: z.object({}),
  errors: ["RecaptchaTokenIncorrect"],
  // A budget of its own: whoever has mails sent to a person by other calls must not keep them from
  // this one.
  limits: [
    perNetwork(30, 600),
    { by: "recipient", points: resetMailsPerHour, seconds: 3600 },
    { by: "recipient", points: resetMailsPerDay, seconds: 86_400 },
  ],
});

/** Whoever holds the link may set the password: what the mail says is told to nobody new. */
export const lookAtReset = portalEndpoint({
  name: "lookAtReset",
  method: "POST",
  path: "/idp/forgot-password-link",
  tag,
  summary:
    "What an emailed link fills in: the login ID and the confirmation code, and what else the reset needs. It stays good.",
  access: "public",
  body: z.strictObject({ token: linkTokenSchema }),
  response: z.object({
    email: emailSchema,
    code: codeSchema,
    /** What else the reset needs, one of them; empty where the link is enough. */
    ways: z.array(secondFactorWaySchema),
    /** The delay that is under way for who has none of them. */
    recovery: z.object({ endsAt: momentSchema }).nullable(),
  }),
  errors: ["ResetCodeIncorrect"],
  limits: [perNetwork(60, 600)],
});

const newPasswordShape = {
  password: newPasswordSchema,
  secondFactor: secondFactorProofSchema.optional(),
};

export const forgotPasswordSetting = portalEndpoint({
  name: "forgotPasswordSetting",
  method: "POST",
  path: "/idp/forgot-password-setting",
  tag,
  summary:
    "Sets a new password by the emailed link, or by the emailed code in the browser that asked; where a passkey or an authenticator app is on, by one of them or a recovery code as well. Ends every session and pending change.",
  access: "public",
  body: z.union([
    z.strictObject({ email: emailSchema, code: codeSchema, ...newPasswordShape }),
    z.strictObject({ token: linkTokenSchema, ...newPasswordShape }),
  ]),
  response: z.object({}),
  errors: ["ResetCodeIncorrect", "SecondFactorRequired", ...proofErrors],
  limits: [perNetwork(60, 600)],
});

export const changePassword = portalEndpoint({
  name: "changePassword",
  method: "POST",
  path: "/idp/change-password",
  tag,
  summary:
    "Replaces the password, given the current one and, where two-factor authentication is on, a fresh one-time password; other sessions end.",
  access: "account",
  body: z.strictObject({ currentPassword: passwordInputSchema, newPassword: newPasswordSchema }),
  response: z.object({}),
  errors: ["OldPasswordWrong", "ManagedExternally", "RecentSignInRequired"],
  limits: [perAccount(10, 600)],
});
