import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { codeSchema, emailSchema, linkTokenSchema } from "../fields.ts";
import { mailLimits, perAccount, perNetwork, portalEndpoint } from "./declare.ts";
import { profileSchema } from "./profile-view.ts";

const tag = "Email";

export const changeEmail = portalEndpoint({
  name: "changeEmail",
  method: "POST",
  path: "/idp/change-email",
  tag,
  summary: "Sends a code to a new address; the old one stays in force until it's confirmed.",
  access: "recent",
  body: z.strictObject({ email: emailSchema, agreed: z.literal(true) }),
  response: z.object({ resendAt: momentSchema }),
  errors: ["EmailDuplicated", "ManagedExternally"],
  limits: [...mailLimits, perAccount(6, 3600)],
});

export const resendChangeEmail = portalEndpoint({
  name: "resendChangeEmail",
  method: "POST",
  path: "/idp/change-email/resend",
  tag,
  summary: "Sends another code to the pending address, which the caller doesn't name.",
  access: "account",
  body: z.strictObject({}),
  response: z.object({ resendAt: momentSchema }),
  errors: ["NotFound", "ManagedExternally"],
  limits: [...mailLimits, perAccount(6, 3600)],
});

export const confirmChangeEmail = portalEndpoint({
  name: "confirmChangeEmail",
  method: "POST",
  path: "/idp/confirm-change-email",
  tag,
  summary: "Puts the new address in force; the old one receives a notice with an undo link.",
  access: "account",
  body: z.strictObject({ code: codeSchema }),
  response: profileSchema,
  errors: ["CodeInvalid", "CodeExpired", "EmailDuplicated", "ManagedExternally"],
  // To cancel and to ask again do not bring the tries back.
  limits: [perAccount(10, 3600), perAccount(20, 86_400)],
});

export const cancelChangeEmail = portalEndpoint({
  name: "cancelChangeEmail",
  method: "POST",
  path: "/idp/change-email/cancel",
  tag,
  summary: "Forgets the pending address.",
  access: "account",
  body: z.strictObject({}),
  response: profileSchema,
  errors: [],
  limits: [perAccount(20, 600)],
});

export const undoChangeEmail = portalEndpoint({
  name: "undoChangeEmail",
  method: "POST",
  path: "/idp/change-email/undo",
  tag,
  summary: "Restores the old address by the link emailed to it, and ends every session.",
  access: "public",
  body: z.strictObject({ token: linkTokenSchema }),
  /** The address that is the login ID again: a new password is set for it next. */
  response: z.object({ email: z.string() }),
  errors: ["CodeExpired"],
  limits: [perNetwork(30, 600)],
});
