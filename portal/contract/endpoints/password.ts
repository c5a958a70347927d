import { localeSchema } from "@sekimori/kit-contract/locale";
import { z } from "zod";
import { codeSchema, emailSchema, newPasswordSchema, passwordInputSchema } from "../fields.ts";
import { perNetwork, perSession, portalEndpoint } from "./declare.ts";

const tag = "Password";

export const forgotPassword = portalEndpoint({
  name: "forgotPassword",
  method: "POST",
  path: "/idp/forgot-password",
  tag,
  summary: "Sends a confirmation code if the address has an account; the answer never tells.",
  access: "public",
  body: z.strictObject({
    email: emailSchema,
    locale: localeSchema,
    captcha: z.string().max(4096).optional(),
  }),
  response: z.object({}),
  errors: ["RecaptchaTokenIncorrect"],
  limits: [perNetwork(30, 600), { by: "field:email", points: 5, seconds: 3600 }],
});

export const forgotPasswordSetting = portalEndpoint({
  name: "forgotPasswordSetting",
  method: "POST",
  path: "/idp/forgot-password-setting",
  tag,
  summary: "Sets a new password with the mailed code; ends every session and pending change.",
  access: "public",
  body: z.strictObject({
    email: emailSchema,
    code: codeSchema,
    password: newPasswordSchema,
  }),
  response: z.object({}),
  errors: ["ResetCodeIncorrect"],
  limits: [perNetwork(60, 600), { by: "field:email", points: 10, seconds: 3600 }],
});

export const changePassword = portalEndpoint({
  name: "changePassword",
  method: "POST",
  path: "/idp/change-password",
  tag,
  summary: "Replaces the password, given the current one; other sessions end.",
  access: "account",
  body: z.strictObject({ currentPassword: passwordInputSchema, newPassword: newPasswordSchema }),
  response: z.object({}),
  errors: ["OldPasswordWrong", "ManagedExternally"],
  limits: [perSession(10, 600)],
});
